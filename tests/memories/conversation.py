"""Sixty turns of a conversation: repeated words, tools, facts that change, questions about what is long gone."""

from __future__ import annotations

from typing import Any

from strandline import Message

CALL = {"id": "w", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}}
_SCRIPT = """\
u: Hi, my name is Ana.
a: Hello Ana, how can I help?
u: I moved to Oslo last month.
a: Nice! How do you like it?
u: yes
a: I see.
u: My dog Rex is nine years old.
a: Nine is a fine age for a dog.
u: The spare key is under the third flowerpot.
a: Noted.
u: ok
a: Anything else?
u: I am allergic to peanuts.
a: Noted.
u: My sister Lea works at Siemens.
a: I see.
u: yes
a: Anything else?
u: What is the weather in Oslo?
t: weather
r: 7 degrees and rain
a: It rains in Oslo, at 7 degrees.
u: ok
a: Anything else?
u: The wifi password of the cabin is trondheim44.
a: Noted.
u: I like tea more than coffee.
a: Tea it is.
u: Where is the spare key?
a: Under the third flowerpot.
u: yes
a: Anything else?
u: My flight to Lisbon leaves on 4 May at 9.
a: Noted.
u: What should I not eat?
a: Peanuts.
u: ok
a: I see.
u: I moved to Bergen last week.
a: Bergen! It rains there too.
u: Actually the dog is ten, not nine.
a: Noted.
u: What is the wifi password of the cabin?
a: It is trondheim44.
u: yes
a: Anything else?
u: I play the cello in an orchestra.
a: A cello is a fine instrument.
u: What is the weather in Oslo?
t: weather
r: 3 degrees and snow
a: It snows in Oslo, at 3 degrees.
u: When does my flight leave?
a: On 4 May at 9.
u: ok
a: Noted.
u: Where does Lea work?
a: At Siemens.
u: Where do I live?
a: In Bergen, since last week.
"""
_MAKERS: dict[str, Any] = {
    "u": Message.user,
    "a": Message.assistant,
    "t": lambda _: Message.assistant(None, tool_calls=[CALL]),
    "r": lambda text: Message.tool(text, tool_call_id="w"),
}
TURNS = [_MAKERS[row[0]](row[3:]) for row in _SCRIPT.splitlines()]
