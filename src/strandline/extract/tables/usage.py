"""Programs, services and devices in use."""

from __future__ import annotations

from strandline.extract.dating import times_of
from strandline.extract.patterns import DONE, Found, Pattern
from strandline.extract.tables.common import SELF, WHO
from strandline.extract.tables.persons import NATIONS
from strandline.extract.tables.words import (
    DEVICES,
    PROGRAMMING,
    listed,
)

# fmt: off
_USES = (
    Pattern(
        verbs=("use", "run"),
        rest=r"(?:a |an |the |my |mostly |mainly |only |both |old |new |ancient |battered |trusty |cheap |"
             r"basic |small |little |big |tiny |second-hand |secondhand |used |refurbished |vintage )*(?P<v>.+)",
        relation="uses",
        who=frozenset({"speaker", "person"}), value="org", check=lambda found: _tool(found), past=False,
        strip="both|mostly|mainly|only|a|an|the|my",
    ),
    Pattern(
        verbs=("use",), rest=r"(?P<v>.+)", relation="uses", who=WHO, value="thing", past=False,
        keep=lambda value: value in DEVICES,
    ),
    Pattern(
        verbs=("switch", "migrate", "convert", "move", "change", "upgrade"),
        rest=r"(?:over |completely |everything |all )*(?:from .+? )?to (?:using )?(?:the |a |an |my )*(?P<v>.+)",
        relation="uses", who=SELF, value="org", tenses=DONE, event_day=True, past=True, single=True,
        check=lambda found: _tool(found, known=True),
    ),
    Pattern(
        verbs=("pay", "subscribe"), rest=r"(?:for|to) (?P<v>.+)", relation="uses", who=SELF, value="org", past=False,
        check=lambda found: _tool(found),
    ),
    Pattern(
        verbs=("be", ""), rest=r"(?:still |now |back )*(?:on|using|with) (?P<v>.+)", relation="uses", who=SELF,
        value="org",
        past=False, single=True, check=lambda found: _returned(found) and _tool_known(found),
    ),
    Pattern(
        verbs=("go", "return", "come", "revert"), rest=r"(?:back )?to (?P<v>.+)", relation="uses", who=SELF,
        value="org",
        tenses=DONE, event_day=True, single=True, check=lambda found: _returned(found) and _tool_known(found),
    ),
    Pattern(
        verbs=("start", "begin"), rest=r"(?:using|to use) (?P<v>.+)", relation="uses", who=SELF, value="org",
        tenses=DONE, event_day=True, check=lambda found: _tool(found),
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:still |now |an? )*(?:on|using) (?P<v>android|ios|linux|windows(?: \d+)?|macos|ubuntu|debian|fedora|"
             r"arch|mac|nixos|chromeos|whatsapp|telegram|signal|instagram|facebook|twitter|mastodon|bluesky|tiktok|"
             r"linkedin|strava|duolingo|discord|slack|github|spotify)\b",
        relation="uses", who=SELF, past=False, value="noun", single=True,
    ),
    Pattern(
        verbs=("be",),
        noun=r"(?:main |default |primary |daily )*(?:editor|ide|browser|operating system|os|text editor|note-taking "
             r"app|search engine|password manager|phone|laptop|computer|shell|terminal|email client|tool of choice)",
        rest=r"(?:still |now |just |currently |an? |the )*(?P<v>.+)", relation="uses", past=False, single=True,
        check=lambda found: found.words[found.groups["v"][0]].capital or found.text("v").split()[0] in ("vim",
            "emacs" , "nano", "linux", "bash", "zsh", "fish", "neovim"),
    ),
    Pattern(
        verbs=("track", "manage", "organise", "organize", "log", "plan", "measure", "monitor", "record", "edit",
            "store", "read", "cook", "listen", "write", "draw"),
        rest=r"(?:.+? )?(?:with|on|in|using) (?:an? |my )?(?P<v>.+)", relation="uses", who=SELF, value="org",
        past=False, progressive=False,
        check=lambda found: _tool(found, known=True)
            or (_tool(found) and found.words[found.groups["v"][0] - 1].word in ("a", "an")),
    ),
    Pattern(
        verbs=("do",), rest=r"(?:all |most of |everything )?(?:my |our )?(?:\w+ )?(?:in|with|on) (?P<v>.+)",
        relation="uses", who=SELF, value="org", past=False, check=lambda found: _tool(found, known=True),
    ),
)
# fmt: on


def _returned(found: Found) -> bool:
    """ "I'm back on Vim", "on Vim again": of what is used now, not of where a call is."""
    verb = found.clause.verb
    words = {word.word for word in found.clause.words} | (verb.adverbs if verb is not None else frozenset())
    return bool(words & {"back", "again"}) or (verb is not None and verb.lemma in ("return", "revert"))


def _tool_known(found: Found) -> bool:
    word = found.words[found.groups["v"][0]].word
    return word not in _PLAIN_WORDS and (word in _PROGRAMS or word in PROGRAMMING)


_PLAIN_WORDS = listed(
    "edge signal teams zoom wise logic go c r rust swift ruby basic scratch julia arc sheets notepad wave"
)


def _tool(found: Found, *, known: bool = False) -> bool:
    """A tool by name: a known program or, unless ``known``, whatever is written with a capital."""
    start, _ = found.groups["v"]
    word, verb = found.words[start], found.clause.verb
    if verb is None or "/" in word.word or word.word in _NOT_TOOLS or word.word in NATIONS:
        return False
    if verb.lemma == "use" and start > 0 and found.words[start - 1].word == "for":
        return False
    if verb.lemma == "use" and verb.tense == "perfect" and not verb.progressive and not times_of(found.clause):
        return False  # "I've used it before"
    if word.word in PROGRAMMING or word.word in _PROGRAMS:
        return True
    return word.capital and word.start > found.clause.start and not known and verb.lemma != "run"


_NOT_TOOLS = listed("i it this that them him her you to for as english french german spanish christmas")
_PROGRAMS = listed(
    "zulip mattermost signal proton protonmail fastmail thunderbird vivaldi librewolf duckduckgo kagi clickup airtable "
    "helix nvim kakoune webstorm chromium opera logseq joplin tidal deezer asana vim neovim emacs nano linux ubuntu "
    "debian fedora arch windows macos android ios obsidian notion todoist trello "
    "jira slack discord zoom teams spotify netflix duolingo anki strava garmin whatsapp telegram signal gmail "
    "outlook excel sheets notepad evernote onenote firefox chrome safari brave edge postgres postgresql mysql sqlite "
    "mongodb redis kafka airflow vscode intellij pycharm xcode sublime zed git github gitlab bitbucket figma "
    "scrivener photoshop lightroom illustrator blender gimp inkscape ableton logic reaper audacity premiere davinci "
    "zotero "
    "mendeley latex overleaf chatgpt claude copilot gemini kindle youtube tiktok instagram mastodon bluesky "
    "1password bitwarden lastpass ynab revolut paypal monzo wise alexa siri homekit nixos zsh tmux"
)

PATTERNS = _USES
