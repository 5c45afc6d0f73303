"""What only introduces a statement: interjections, frames, dates before the subject."""

from __future__ import annotations

from collections.abc import Sequence

from strandline.extract.tokens import Token

_OPENERS = frozenset(
    """
    oh well ok okay so and but yes yeah yep yup no nope nah btw hey hi hello haha hahaha lol lmao anyway anyways
    right actually honestly really basically literally also plus fyi tbh tho though sorry oops argh ugh hm hmm um uh
    like look listen see wow ah aha please thanks thank great cool sure fine good morning evening god gosh damn
    man dude guys first second secondly firstly finally lastly now then still correction typo edit update news
    note reminder quick just unfortunately luckily sadly happily apparently funnily strangely surprisingly
    recently currently lately nowadays officially remember true alas frankly personally admittedly indeed heads up ps
    p.s
    nice perfect brilliant big remember online
    ngl tbf imo imho omg welp yay woo aww aw phew ouch cheers ooh yikes meh yo hiya heya wait
    , ! : - -- … *
    """.split()  # noqa: SIM905
)
_FRAMES = (
    "i think", "i guess", "i suppose", "i believe", "i mean", "i reckon", "you know", "you see", "as i said",
    "as you know", "just so you know", "for the record", "for what it is worth", "to be honest", "by the way",
    "in fact", "of course", "at the moment", "these days", "as it happens", "some background", "for the profile",
    "good news", "bad news", "big news", "fun fact", "did i mention", "i should mention", "perhaps i should mention",
    "maybe i should mention", "perhaps i should say",
    "maybe i should say", "perhaps i should add", "maybe i should add", "you should know", "one thing to know",
    "i should add",
    "i forgot to tell you", "i should explain", "the thing is", "turns out", "it turns out", "as a matter of fact",
    "let me introduce myself", "about me", "a bit about me", "for context", "for reference", "on top of that",
    "in my case", "in my free time", "in my spare time", "as for me",
    "after all", "no wait", "scratch that", "guess what", "at this point",
    "nice to meet you", "i am afraid", "i must say", "i have to say", "i just checked and", "long story short",
    "not that it matters", "it has to be said", "all in all", "in short", "i can tell you", "i must admit",
    "i admit", "believe it or not", "needless to say", "to cut a long story short", "on weekends", "at weekends",
)  # fmt: skip
_BY_TWO = {
    start: tuple(sorted((tuple(f.split()) for f in _FRAMES if f.split()[:2] == [*start]), key=len, reverse=True))
    for start in {(frame.split()[0], frame.split()[1]) for frame in _FRAMES if " " in frame}
}
"""Phrases that only introduce, by their first two words, the longest first."""
_BEGIN = frozenset(first for first, _ in _BY_TWO)


def _frame(words: Sequence[Token], at: int) -> int:
    """How many tokens the longest phrase that only introduces has here; 0 where none stands here."""
    frames = _BY_TWO.get((words[at].word, words[at + 1].word)) if at + 1 < len(words) else None
    for frame in frames or ():
        if tuple([word.word for word in words[at : at + len(frame)]]) == frame:
            return len(frame)
    return 0


def skip_openers(words: Sequence[Token], at: int) -> int:
    """The first token that is no interjection, frame or date."""
    while at < len(words):
        word = words[at].word
        frame = _frame(words, at) if word in _BEGIN else 0
        if frame:
            at += frame
        elif word in _OPENERS or word[0] == "⟨" or word.endswith("-wise"):
            at += 1
        else:
            return at
    return at
