"""Programs, languages and services: capital letters do not make them towns, people or employers."""

from __future__ import annotations

TOOLS = frozenset(
    """
    java kotlin python rust go golang typescript javascript node vim neovim emacs slack discord dropbox notion jira
    github gitlab bitbucket windows linux macos mac ubuntu debian fedora arch ios android aws gcp azure postgres
    postgresql mysql sqlite mongodb redis kafka react vue angular svelte django flask rails ruby php perl scala swift
    haskell elixir erlang clojure zoom teams chrome firefox safari excel word powerpoint outlook gmail figma photoshop
    blender docker kubernetes terraform ansible jenkins pytorch brave vivaldi librewolf zed nvim helix mastodon
    bluesky twitter facebook instagram linkedin reddit threads tiktok substack patreon spotify netflix snapchat
    pinterest youtube twitch steam nextcloud proton signal zotero scrivener ableton logic canva wordpress shopify
    strava duolingo anki tensorflow spark hadoop airflow vscode code intellij pycharm xcode obsidian evernote trello
    asana whatsapp telegram signal c c++ c# sql html css bash zsh fish tmux git cobol fortran lisp lua matlab stata
    spss sas r
    """.split()  # noqa: SIM905
)
