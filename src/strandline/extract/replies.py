"""The words that an answer begins and ends with besides its value."""

from __future__ import annotations

import re

YES = re.compile(
    r"^\W*(?:(?:oh|ah|well|uh|um)\W+)*(?:yes|yeah|yep|yup|ya|sure|of course|indeed|correct|right|i do|i am|"
    r"absolutely|definitely|exactly"
    r"|that's right)\b(?:,? (?:i do|i am|indeed|actually|sure)\b(?! \w))?[\s,.!:;–—-]*",
    re.IGNORECASE,
)
"""A yes at the front, with what only says it again."""
NO = re.compile(
    r"^\W*(?:(?:oh|ah|well|uh|um)\W+)*(?:no|nope|nah|not (?:any ?more|really|at all)|i don't|i do not|i'm not|"
    r"never|none)\b"
    r"(?:,? (?:actually|never|not (?:any ?more|really|at all)|i'm not|i don't)\b(?! \w))?[\s,.!:;–—-]*",
    re.IGNORECASE,
)
"""A no at the front."""
LEAD = re.compile(
    r"^\W*(?:(?:oh|well|um+|uh|hm+|so|ok|okay|ah|sure|easy|just|only|mostly|mainly|currently|originally|actually|"
    r"at the moment|right now|still)\b[\s,:]*)*(?:(?:(?:we|i) (?:named|called) (?:her|him|it|them)|(?:her|his|its|"
    r"their) (?:first |full )?(?:names? (?:is|are)|name's)|it is|it's|its|that is|that's|that would be|they are|"
    r"they're|he is|he's|she is|she's|the answer is|i'd say|i'd have to say|i'll go with|i'd go with|(?:it |that )?"
    r"(?:has|would have|got) to be|gotta be|there is|there's)\s+(?:just |only |called |named )?)?",
    re.IGNORECASE,
)
"""What may stand before the value."""
TAIL = re.compile(
    r"(?:,? (?:thanks|thank you|please|actually|mostly|mainly|badly|poorly|originally|of course|i'm afraid|i guess|"
    r"you|lol|haha|for now|these days|at the moment"
    r"|if you must know|why|unfortunately|sadly|and you|basically|obviously|only|as it happens|though|too|(?:it is |"
    r"it's )?(?:nice|good|great|lovely|pleased|glad|happy|delighted) to meet you(?: too)?|believe it or not))+$",
    re.IGNORECASE,
)
"""What is polite or vague behind the value."""
SHRUG = re.compile(
    r"^\W*(?:(?:hm+|well|oh|um+|uh|so|honestly|ha|sorry)\W+)*(?:i have )?(?:no idea|(?:i )?don't know|dunno|(?:i'm "
    r")?not sure|maybe|perhaps|probably|why|what|who|none of your"
    r"|i'd rather not|i'd prefer not|pass|skip|never ?mind|guess|it depends|depends|knock|let me|ask me|i think|i "
    r"suppose|nothing|anything|whatever|somewhere|someone"
    r"|everywhere|nowhere|that's private|private|secret|good question|same|you tell me|here|there|home|anywhere|"
    r"thanks|hello|hi|fine|good|great|ok|okay)\b",
    re.IGNORECASE,
)
"""No answer at all."""
NOTHING = re.compile(
    r"^\W*(?:none|no|nope|nothing|neither|not|between|unemployed|jobless|retired|nobody|no one|looking|out of work|"
    r"on benefits|self[- ]employed)\b",
    re.IGNORECASE,
)
"""An answer that names nothing."""
HOW_MUCH = re.compile(
    r"^(?:i do|i am|please|fluently|well|badly|a (?:little|bit|lot)(?: bit)?|sometimes|often|rarely|always|every "
    r"(?:day|week|morning|night|weekend)|daily|very much|occasionally"
    r"|now and then|of course|both|from time to time|most days|for (?:years|ages)|happily|very)(?: of course| so| "
    r"happily)?$",
    re.IGNORECASE,
)
"""How much or how often: such an answer says yes and no other value."""
