"""Whether a question asks for what the assistant said: "what did you recommend", in eight languages."""

from __future__ import annotations

import re

from strandline.text import normalize

_ENGLISH = re.compile(
    r"\byou (?:\w+ ){0,2}?(?:suggest|recommend|advi[sc]e|told|tell|said|say|mention|list|gave|give|provide|propose"
    r"|explain|describe|share|answer|come up with|came up with|wrote|write|create|help)"
    r"|\byour (?:\w+ )?(?:suggestion|recommendation|advice|answer|list|explanation|response|reply|example)"
    r"|\b(?:our|the) (?:previous|last|earlier|past) (?:\w+ )?(?:conversation|chat|discussion)"
    r"|\b(?:we|us) (?:\w+ )?(?:discuss|talk|chat|spoke)",
    re.IGNORECASE | re.ASCII,
)
_OTHERS = {
    "fr": (
        r"\b(?:m'|nous |me )?(?:as|avez|avais|aviez)[ -](?:tu |vous )?(?:\w+ )?"
        r"(?:conseillé|suggéré|recommandé|proposé|expliqué|indiqué|cité|répondu|écrit|mentionné)"
        r"|\b(?:m'as-tu|m'avez-vous|as-tu|avez-vous|tu m'as|vous m'avez) (?:\w+ )?(?:dit|donné|parlé)\b"
        r"|\b(?:ta|tes|ton|votre|vos) (?:dernière |première )?"
        r"(?:suggestion|recommandation|conseil|réponse|explication|proposition)"
        r"|\bnotre (?:dernière|précédente|ancienne) (?:conversation|discussion)"
    ),
    "de": (
        r"\b(?:hast|hattest) du (?:\w+ ){0,6}?(?:empfohlen|vorgeschlagen|geraten|gesagt|erwähnt|genannt|erklärt"
        r"|geschrieben|geantwortet)|\bhaben sie mir (?:\w+ ){0,6}?(?:empfohlen|vorgeschlagen|geraten|gesagt|genannt)"
        r"|\b(?:empfohlen|vorgeschlagen|geraten|gesagt|erwähnt|genannt|erklärt) (?:hast|hattest)\b"
        r"|\b(?:rietst|empfahlst|sagtest|nanntest|erwähntest) du\b|\bschlugst du\b"
        r"|\b(?:dein|ihr)(?:e|en|er|em)? (?:\w+ )?(?:vorschl[aä]g|rat\b|tipp|empfehlung|antwort|erklärung)"
        r"|\bunser(?:e|em|en|er)? (?:letzte|vorige|frühere)\w* (?:gespräch|unterhaltung)"
    ),
    "es": (
        r"\b(?:recomendaste|sugeriste|aconsejaste|dijiste|propusiste|mencionaste|explicaste|escribiste|respondiste"
        r"|contaste|indicaste|diste)\b|\b(?:has|habías) (?:recomendado|sugerido|aconsejado|dicho|propuesto|explicado)"
        r"|\b(?:recomendó|sugirió|aconsejó|dijo|propuso|explicó) usted\b"
        r"|\btus? (?:última |primera )?(?:recomendaci|sugerencia|consejo|respuesta|explicaci|propuesta)"
        r"|\bnuestra (?:última|anterior|pasada) (?:conversación|charla)"
    ),
    "hi": (
        r"(?:आपने|तुमने) (?:\S+ ){0,8}?(?:सलाह|सुझा|बता|कहा|सिफ\u093c?ारिश|लिख|समझा|दी थी|दिया था)"
        r"|(?:आपकी|आपका|आपके|तुम्हारी|तुम्हारा) (?:\S+ )?(?:सलाह|सुझाव|जवाब|सिफ\u093c?ारिश|राय)"
        r"|हमारी (?:पिछली|पुरानी) (?:बात|चर्चा)"
    ),
    "ar": (
        r"(?:اقترحت|قلت|ذكرت|شرحت|كتبت|أشرت) (?:لي|علي|عليّ)(?!\w)|(?:نصحت|أخبرت|أوصيت|أعطيت|اقترحت)ني"
        r"|(?:نصيحتك|نصائحك|اقتراحك|اقتراحاتك|توصيتك|توصياتك|جوابك|إجابتك|ردك)(?!\w)"
        r"|(?:محادثتنا|حديثنا) (?:السابقة|السابق|الأخيرة|الأخير)"
    ),
    "zh": (
        r"[你您][^，。！？,我能可会请知记]{0,8}?(?:建议|推荐|提议|提到|说|告诉过|告诉了|介绍过|列出|写过|写的|回答|解释)"
        r"|(?:我们|咱们)(?:上次|之前|以前)[^，。！？,]{0,4}[聊谈讨]|(?:上次|之前)的(?:对话|聊天|谈话)"
    ),
    "ja": (
        r"(?:おすすめ|お勧め|オススメ|提案|アドバイス|助言|紹介|説明)(?:を|して|し)?(?:くれた|くれま|くださ[っい]た|いただ|もら)"
        r"|(?:教えて|言って|勧めて|薦めて|すすめて|書いて|挙げて)(?:くれた|くれま|くださった|いただいた|もらった|いました|いたっけ)"
        r"|あなた[がはの][^。、]{0,12}?(?:言|勧|薦|すすめ|提案|教え)|前回の(?:会話|お?話)"
    ),
}
"""Patterns of normalised text, by language. None matches English."""
_OTHER = re.compile("|".join(_OTHERS.values()))


def asked_back(text: str) -> bool:
    """Whether it asks for what the assistant said; any str is safe."""
    return _ENGLISH.search(text) is not None or _OTHER.search(normalize(text)) is not None
