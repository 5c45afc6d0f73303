"""Words for people and animals, and the relation each stands for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kin:
    """What "my <word>" says: the relation, its qualifier, and whether the word implies being married or engaged."""

    relation: str
    qualifier: str | None = None
    status: str | None = None


def _table() -> dict[str, Kin]:
    rows: dict[str, Kin] = {}

    def add(words: str, relation: str, *, status: str | None = None, kinds: bool = False) -> None:
        for word in words.split():
            name = word.replace("_", " ")
            rows[name] = Kin(relation, name if kinds else None, status)

    add("wife husband spouse missus", "partner", status="married")
    add("fiancé fiancée fiance fiancee", "partner", status="engaged")
    add("girlfriend boyfriend partner other_half better_half significant_other", "partner")
    add("son daughter child kid boy girl baby toddler stepson stepdaughter stepchild eldest youngest firstborn "
        "teenager lad lass bairn little_one wee_one kiddo kiddie teen sprog tot nipper", "child")  # fmt: skip
    add("mother father parent folk stepmother stepfather stepmum stepdad", "parent")
    add("sister brother sibling twin half-sister half-brother stepsister stepbrother", "sibling")
    add("aunt auntie aunty uncle cousin niece nephew grandmother grandfather grandma grandpa granny gran grandad nan "
        "nana granddad grandson granddaughter grandchild godmother godfather godson goddaughter mother-in-law "
        "father-in-law sister-in-law brother-in-law son-in-law daughter-in-law great-aunt great-uncle "
        "great-grandmother great-grandfather", "relative", kinds=True)  # fmt: skip
    add(
        "friend mate buddy pal bestie besty bff flatmate flat_mate roommate housemate room-mate neighbour neighbor "
        "lodger",
        "friend",
    )
    add("colleague coworker co-worker workmate teammate team-mate team_mate cofounder co-founder deskmate", "colleague")
    add("boss manager supervisor line_manager team_lead team_leader", "manager")
    add("dog cat kitten puppy pup rabbit bunny hamster parrot tortoise horse pony goldfish gecko lizard snake hen "
        "chicken goat ferret budgie canary cockatiel turtle guinea_pig gerbil rat mouse labrador retriever greyhound "
        "poodle terrier spaniel collie beagle dachshund corgi lurcher whippet husky alsatian bulldog tabby siamese "
        "iguana chinchilla donkey duck parakeet cockatoo hedgehog axolotl tarantula fish sheepdog mutt mongrel "
        "pooch doggo moggy kitty labradoodle cockapoo pug chihuahua dalmatian rottweiler doberman schnauzer pomeranian "
        "samoyed malamute weimaraner", "pet", kinds=True)  # fmt: skip
    return rows


KIN: dict[str, Kin] = _table()
PLURALS: dict[str, str] = {
    **{word + "s": word for word in KIN if not word.endswith(("s", "h", "x"))},
    "children": "child", "wives": "wife", "mice": "mouse", "ponies": "pony", "puppies": "puppy", "aunties": "auntie",
    "fish": "fish", "babies": "baby", "bunnies": "bunny", "budgies": "budgie", "huskies": "husky", "canaries": "canary",
    "sisters-in-law": "sister-in-law", "brothers-in-law": "brother-in-law", "besties": "bestie",
    "guinea pigs": "guinea pig",
}  # fmt: skip
"""Plural -> singular, of the words above."""
FORMER = frozenset(["ex", "former", "late", "previous", "old"])
"""Before such a word it is said of the past: "my ex-wife", "my former boss"."""


def kin(word: str) -> Kin | None:
    """What a folded singular word for a person or pet stands for."""
    return KIN.get(word)


def singular(word: str) -> str:
    """The singular of a word of the table; other words as they are."""
    return PLURALS.get(word, word)


def serves(word: str, before: str) -> bool:
    """Whether a word for the young tells what somebody does, or when: "our Saturday girl", "the paper boy"."""
    return word in _YOUNG and (before in _SERVING or before.startswith("⟨"))


_YOUNG = frozenset(["girl", "girls", "boy", "boys", "lad", "lads", "lass"])
_SERVING = frozenset(
    """
    paper delivery bus bell pool stable cabin office call shop altar choir cover page flower errand messenger barrow
    news milk camera ball kitchen cleaning checkout till bar weekend weekday summer stock warehouse saturday sunday
    """.split()  # noqa: SIM905
)
