"""What is no longer so, in the languages other than English: of each relation that a language states, how it ends.

Read before the table of the language: "ya no hablo alemán" is no way to speak it.
"""

# ruff: noqa: E501  # one rule a line

from __future__ import annotations

from functools import partial

from strandline.extract.languages.table import Rule
from strandline.types.claims import Act

_End = partial(Rule, act=Act.END)

# fmt: off
_SPANISH_TO = "(?:a (?:la |los |las )?|al )"
_SPANISH = (
    _End("studies", "thing", "(?:ya no estudio|no estudio (?:más|ya)|(?:dejé|he dejado) de estudiar) (?:la carrera de )?(?!en |para |con |los |las )(?P<v>.+?)", "(?:ya no estudia|dejó de estudiar) (?!en |para |con )(?P<v>.+?)"),
    _End("studies", "thing", "(?:dejé|he dejado|abandoné|he abandonado) (?:la carrera|los estudios|mis estudios) de {V}"),
    _End("studies_at", "org", "(?:ya no estudio|(?:dejé|he dejado) de estudiar) en (?:la |el )?(?P<v>(?:universidad|instituto|facultad|escuela|uni).*)"),
    _End("learning", "thing", "(?:ya no estoy aprendiendo|(?:dejé|he dejado) de aprender) (?:a (?:tocar )?|el |la )?{V}", "(?:ya no aprende|dejó de aprender) (?:a (?:tocar )?|el |la )?{V}"),
    _End("speaks", "tongue", "ya no hablo {V}", "ya no habla {V}"),
    _End("drives", "thing", "ya no (?:conduzco|manejo) (?:una? |el |la |mi )?{V}", "ya no (?:conduce|maneja) (?:una? |el |la |su )?{V}"),
    _End("allergic_to", "thing", f"ya no soy (?:alérgic[oa]|intolerante) {_SPANISH_TO}{{V}}", f"ya no es (?:alérgic[oa]|intolerante) {_SPANISH_TO}{{V}}"),
    _End("condition", "thing", "ya no (?:tengo|padezco|padezco de|sufro de) (?P<v>diabetes|asma|migrañas?|epilepsia|hipertensión|artritis|endometriosis|anemia|fibromialgia)"),
    _End("dislikes", "thing", "ya no (?:odio|detesto|aborrezco) {V}", "ya no (?:odia|detesta) {V}"),
    _End("prefers", "thing", "ya no prefiero {V}"),
    _End("relationship_status", "thing", "ya no (?:soy|estoy) (?P<v>solter[oa]|casad[oa]|comprometid[oa])"),
    _End("partner", "name", "ya no (?:estoy (?:casad[oa]|comprometid[oa]|saliendo)|salgo) con {V}"),
    _End("favourite", "thing", "mi (?P<q>[^ ]+(?: de [^ ]+)?) (?:favorit[oa]|preferid[oa]) ya no es {V}", bare=True),
)
_PORTUGUESE_TO = "(?:a |à |ao |às |aos )"
_PORTUGUESE = (
    _End("studies", "thing", "(?:já não (?:estudo|curso)|não (?:estudo|curso) mais|parei de estudar|(?:larguei|deixei|tranquei) o curso de) (?!em |na |no |para )(?P<v>.+?)(?: mais)?", "(?:já não estuda|não estuda mais|parou de estudar) (?!em |na |no |para )(?P<v>.+?)"),
    _End("studies", "thing", "não (?:estudo|curso) (?!em |na |no |para )(?P<v>.+?) mais"),
    _End("learning", "thing", "(?:já não aprendo|não aprendo mais|não estou mais aprendendo|já não estou a aprender|parei de aprender) (?:a (?:tocar )?|o )?{V}"),
    _End("speaks", "tongue", "(?:já não falo|não falo mais) {V}", "(?:já não fala|não fala mais) {V}"),
    _End("drives", "thing", "(?:já não (?:dirijo|conduzo)|não (?:dirijo|conduzo) mais) (?:um |uma |o |a )?{V}"),
    _End("allergic_to", "thing", f"(?:já não sou|não sou mais) (?:alérgic[oa]|intolerante) {_PORTUGUESE_TO}{{V}}", f"(?:já não é|não é mais) (?:alérgic[oa]|intolerante) {_PORTUGUESE_TO}{{V}}"),
    _End("condition", "thing", "(?:já não tenho|não tenho mais|já não sofro de|não sofro mais de) (?P<v>diabetes|asma|enxaquecas?|epilepsia|hipertensão|artrite|endometriose|anemia|fibromialgia)"),
    _End("dislikes", "thing", "(?:já não (?:odeio|detesto)|não (?:odeio|detesto) mais) {V}"),
    _End("prefers", "thing", "(?:já não prefiro|não prefiro mais) {V}"),
    _End("relationship_status", "thing", "(?:já não (?:sou|estou)|não (?:sou|estou) mais) (?P<v>solteir[oa]|casad[oa]|noiv[oa])"),
    _End("partner", "name", "(?:já não (?:sou|estou)|não (?:sou|estou) mais) (?:casad[oa]|noiv[oa]) com {V}"),
    _End("favourite", "thing", "(?:o |a )?(?:meu|minha) (?P<q>[^ ]+) (?:favorit[oa]|preferid[oa]) (?:já não é|não é mais) {V}", bare=True),
)
_ITALIAN_TO = "(?:a |ad |al |allo |alla |all'|ai |agli |alle )"
_ITALIAN = (
    _End("studies", "thing", "(?:non studio più|ho smesso di studiare|ho (?:lasciato|abbandonato) gli studi di) (?:la |il |l'|lo )?(?!a |in |per |al |all)(?P<v>.+?)", "(?:non studia più|ha smesso di studiare) (?:la |il |l'|lo )?(?!a |in |per |al |all)(?P<v>.+?)"),
    _End("learning", "thing", "(?:non imparo più|non sto più (?:imparando|studiando)|ho smesso di imparare) (?:a (?:suonare )?|il |lo |la |l')?{V}"),
    _End("plays", "thing", "ho smesso di (?:suonare|giocare) (?:a |ai |agli |il |la |lo |l')?{V}"),
    _End("speaks", "tongue", "non parlo più {V}", "non parla più {V}"),
    _End("drives", "thing", "non guido più (?:un |una |un'|uno |il |la |l'|lo )?{V}"),
    _End("allergic_to", "thing", f"non sono più (?:allergic[oa]|intollerante) {_ITALIAN_TO}{{V}}", f"non è più (?:allergic[oa]|intollerante) {_ITALIAN_TO}{{V}}"),
    _End("condition", "thing", "non (?:ho|soffro) più (?:di |il |l'|la )?(?P<v>diabete|asma|emicrania|epilessia|ipertensione|artrite|endometriosi|anemia|celiachia)"),
    _End("dislikes", "thing", "non (?:odio|detesto) più {V}"),
    _End("prefers", "thing", "non preferisco più {V}"),
    _End("relationship_status", "thing", "non sono più (?P<v>single|celibe|nubile|sposat[oa]|fidanzat[oa])"),
    _End("partner", "name", "non sono più (?:sposat[oa]|fidanzat[oa]|insieme) (?:con|a) {V}"),
    _End("favourite", "thing", "(?:il mio|la mia) (?P<q>[^ ]+) preferit[oa] non è più {V}", bare=True),
)
_FRENCH_TO = "(?:à la |à l'|aux |au |à )"
_FRENCH = (
    _End("studies", "thing", "(?:n'étudie plus|ai arrêté d'étudier) (?!à |au |aux |en |pour )(?P<v>.+?)(?: (?:à|au|aux) .+)?", "n'étudie plus (?!à |au |aux |en |pour )(?P<v>.+?)"),
    _End("studies", "thing", "(?:ne fais plus d'études|ai (?:arrêté|abandonné|lâché) (?:mes|les) études) (?:de |d'|du |en ){V}"),
    _End("studies_at", "org", "(?:n'étudie plus|ne suis plus étudiante?) (?:à |au )(?P<v>(?:l'|la )?(?:université|fac|école|institut|lycée).*)"),
    _End("learning", "tongue", "(?:n'étudie plus|ai arrêté d'apprendre) (?:le |l')?{V}"),
    _End("speaks", "tongue", "ne parle plus (?:le |l')?{V}", "ne parle plus (?:le |l')?{V}"),
    _End("drives", "thing", "(?:ne conduis plus (?:d'|de |une? |ma |mon |la |le )?|ne roule plus en ){V}"),
    _End("allergic_to", "thing", f"ne suis plus (?:allergique|intolérante?) {_FRENCH_TO}{{V}}", f"n'est plus (?:allergique|intolérante?) {_FRENCH_TO}{{V}}"),
    _End("condition", "thing", "n'ai plus (?:de |d'|mon |ma |mes )?(?P<v>diabète|asthme|migraines?|épilepsie|hypertension|arthrite|arthrose|endométriose|anémie)"),
    _End("dislikes", "thing", "ne (?:déteste|hais) plus {V}"),
    _End("relationship_status", "thing", "ne suis plus (?P<v>célibataire|mariée?|fiancée?|pacsée?)"),
    _End("partner", "name", "ne suis plus (?:mariée?|en couple|fiancée?|pacsée?) (?:avec|à) {V}"),
    _End("favourite", "thing", "(?:mon|ma) (?P<q>[^ ]+(?: de [^ ]+)?) préférée? n'est plus {V}", bare=True),
    _End("hobby", "thing", "ne fais plus (?:de |d'|du )(?P<v>escalade|randonnée|vélo|yoga|natation|course à pied|photo|peinture|poterie|couture|tricot|jardinage|danse|judo|karaté|équitation|voile|ski|surf|plongée|boxe|théâtre|escrime)"),
)
_GERMAN_NO_MORE = "(?:nicht mehr|nicht länger)"
_GERMAN = (
    _End("studies", "thing", f"studiere~ {_GERMAN_NO_MORE} (?!an |in |am )(?P<v>.+?)", f"studiert {_GERMAN_NO_MORE} (?!an |in |am )(?P<v>.+?)"),
    _End("studies", "thing", "studiere~ (?:kein )?(?P<v>[^ ]+) (?:nicht )?mehr"),
    _End("studies", "thing", "habe~ (?:mein|das) (?P<v>[^ ]{3,}?)-?studium (?:abgebrochen|aufgegeben|geschmissen)"),
    _End("studies_at", "org", f"studiere~ {_GERMAN_NO_MORE} an (?:der |einer )(?P<v>(?:Uni|TU|FH|LMU|Universität|Hochschule|Fachhochschule|Akademie).*)"),
    _End("learning", "thing", f"lerne~ {_GERMAN_NO_MORE} {{V}}", f"lernt {_GERMAN_NO_MORE} {{V}}"),
    _End("speaks", "tongue", "spreche~ kein {V} mehr", "spricht kein {V} mehr"),
    _End("drives", "thing", "fahre~ keinen {V} mehr", "fährt keinen {V} mehr"),
    _End("allergic_to", "thing", f"bin~ {_GERMAN_NO_MORE} allergisch (?:gegen|auf) {{V}}", f"ist {_GERMAN_NO_MORE} allergisch (?:gegen|auf) {{V}}"),
    _End("allergic_to", "thing", f"bin~ {_GERMAN_NO_MORE} (?:gegen|auf) {{V}} allergisch"),
    _End("condition", "thing", "habe~ keine?n? (?P<v>Diabetes|Asthma|Migräne|Epilepsie|Bluthochdruck|Rheuma|Arthrose|Endometriose|Neurodermitis|Zöliakie|Heuschnupfen) mehr"),
    _End("dislikes", "thing", "(?:hasse|verabscheue)~ {V} nicht mehr"),
    _End("relationship_status", "thing", f"bin~ {_GERMAN_NO_MORE} (?P<v>ledig|single|verheiratet|verlobt)"),
    _End("partner", "name", f"bin~ {_GERMAN_NO_MORE} mit {{V}} (?:verheiratet|verlobt|zusammen)"),
    _End("favourite", "thing", "meine? Lieblings-?(?P<q>[^ ]+) ist nicht mehr {V}", bare=True),
)
_CHINESE_NO_MORE = "(?:已经|现在|早就)*不(?:再)?"
_CHINESE_SCHOOL = "(?P<v>[^在从]+?(?:大学|学院|中学|学校|高中|小学))"
_CHINESE = (
    _End("studies", "thing", f"{_CHINESE_NO_MORE}(?:主修|攻读|学)(?!校|生|院|期|历)(?:习)?{{V}}(?:专业)?了", "="),
    _End("studies_at", "org", f"{_CHINESE_NO_MORE}在{_CHINESE_SCHOOL}(?:读书|上学|念书|学习|读研|读博)了", "="),
    _End("studies_at", "org", f"(?:已经)?从{_CHINESE_SCHOOL}(?:退学|辍学)了?", "="),
    _End("speaks", "tongue", f"{_CHINESE_NO_MORE}(?:会)?(?:说|讲){{V}}了", "="),
    _End("drives", "thing", f"{_CHINESE_NO_MORE}开(?!车|玩笑|会|店)(?:那|这)?[辆台]?{{V}}了", "="),
    _End("allergic_to", "thing", f"{_CHINESE_NO_MORE}对{{V}}过敏了", "="),
    _End("allergic_to", "thing", f"对{{V}}{_CHINESE_NO_MORE}过敏了", "="),
    _End("dislikes", "thing", f"{_CHINESE_NO_MORE}(?:讨厌|痛恨){{V}}了", "="),
    _End("relationship_status", "thing", f"{_CHINESE_NO_MORE}(?:是)?(?P<v>单身|已婚|未婚)(?:的)?了"),
    _End("favourite", "thing", f"最(?:喜欢|爱)的(?P<q>.+?){_CHINESE_NO_MORE}是{{V}}了", "="),
)
_JAPANESE_END = "(?:よ|ね|が|けど|し|ので|から)?"
_JAPANESE_NOT_DOING = f"(?:い?ません|い?ない|い?ないです|おりません){_JAPANESE_END}"
_JAPANESE_IS_NOT = f"(?:では|じゃ)(?:もう)?(?:ありません|ない(?:です|んです)?){_JAPANESE_END}"
_JAPANESE_STOPPED = f"(?:辞め|やめ)(?:ました|た|たんです){_JAPANESE_END}"
_JAPANESE_MORE = "(?=.*もう)(?:もう|今は)*"
_JAPANESE_V = "(?P<v>[^もはがを][^はがを]*?)"
_JAPANESE = (
    _End("studies", "thing", f"{_JAPANESE_MORE}{_JAPANESE_V}(?:は|を)(?:もう)?専攻して{_JAPANESE_NOT_DOING}", "="),
    _End("studies_at", "org", f"{_JAPANESE_MORE}(?P<v>[^もはにで].*?(?:大学|学校|高校|大学院|学院))(?:には?|では?)(?:もう)?(?:通って|在学して|学んで){_JAPANESE_NOT_DOING}", "="),
    _End("studies_at", "org", f"(?P<v>[^を]+?(?:大学|学校|高校|大学院|学院))を(?:中退し|退学し)(?:ました|た|て){_JAPANESE_END}", "="),
    _End("learning", "thing", f"{_JAPANESE_MORE}{_JAPANESE_V}(?:は|を)(?:もう)?(?:勉強して|練習して|習って|学んで){_JAPANESE_NOT_DOING}", "="),
    _End("learning", "thing", f"{_JAPANESE_V}(?:の(?:勉強|練習|レッスン)を|を(?:勉強する|習う|学ぶ)のを){_JAPANESE_STOPPED}", "="),
    _End("role", "job", f"{_JAPANESE_MORE}{_JAPANESE_V}{_JAPANESE_IS_NOT}", "="),
    _End("role", "job", f"{_JAPANESE_V}を{_JAPANESE_STOPPED}", "="),
    _End("diet", "diet", f"{_JAPANESE_MORE}{{diet}}{_JAPANESE_IS_NOT}", "="),
    _End("diet", "diet", f"{{diet}}を{_JAPANESE_STOPPED}", "="),
    _End("likes", "thing", f"{_JAPANESE_MORE}{_JAPANESE_V}(?:が|は)(?:もう)?好き{_JAPANESE_IS_NOT}", "="),
    _End("dislikes", "thing", f"{_JAPANESE_MORE}{_JAPANESE_V}(?:が|は)(?:もう)?(?:嫌い|苦手){_JAPANESE_IS_NOT}", "="),
    _End("drives", "thing", f"{_JAPANESE_MORE}{_JAPANESE_V}(?:は|を)(?:もう)?運転して{_JAPANESE_NOT_DOING}", "="),
    _End("allergic_to", "thing", f"{_JAPANESE_MORE}(?P<v>[^もはが][^はが]*?)(?:の)?アレルギー{_JAPANESE_IS_NOT}", "="),
)
_HINDI_AM = "(?:हूँ|हूं|हुँ)"
_HINDI_SANS = "(?: हूँ| हूं| है| हैं)?"
_HINDI_LEFT = "(?:छोड़|बंद कर) (?:दिया|दी)(?: है)?"
_HINDI = (
    _End("studies", "thing", f"(?:अब )?{{V}} की पढ़ाई (?:अब )?नहीं (?:कर (?:रहा|रही)|करता|करती){_HINDI_SANS}", "="),
    _End("studies", "thing", f"(?:मैंने )?{{V}} की पढ़ाई {_HINDI_LEFT}"),
    _End("learning", "thing", f"(?:अब )?(?P<v>.+?)(?: बजाना| बोलना)? नहीं सीख (?:रहा|रही){_HINDI_SANS}", "="),
    _End("learning", "thing", f"(?:मैंने )?(?P<v>.+?)(?: बजाना| बोलना)? सीखना {_HINDI_LEFT}"),
    _End("role", "job", f"अब (?:एक )?{{V}} नहीं (?:रहा |रही )?{_HINDI_AM}", "अब {V} नहीं (?:रहा|रही|है|हैं)"),
    _End("role", "job", "(?:एक )?{V} नहीं (?:रहा|रही)(?: हूँ| हूं)?"),
    _End("diet", "diet", f"अब {{diet}} नहीं (?:रहा |रही )?{_HINDI_AM}"),
    _End("diet", "diet", "{diet} नहीं (?:रहा|रही)(?: हूँ| हूं)?"),
    _End("likes", "thing", f"मुझे अब {{V}} (?:पसंद नहीं|नहीं पसंद|अच्छ[ाीे] नहीं लगत[ाीे])(?: रहा| रही| रहे)?{_HINDI_SANS}", bare=True),
    _End("speaks", "tongue", f"अब {{V}} नहीं (?:बोलता|बोलती){_HINDI_SANS}", "="),
    _End("drives", "thing", f"अब (?P<v>.+?)(?: गाड़ी| कार)? नहीं (?:चलाता|चलाती){_HINDI_SANS}"),
    _End("allergic_to", "thing", "मुझे अब {V} (?:से|की) (?:एलर्जी|ऐलर्जी|अलर्जी) नहीं (?:है|रही)", bare=True),
)
_ARABIC_NO_MORE = "(?:لم [أا]عد|ما عدت|لا [أا]عود)"
_ARABIC_HE_NO_MORE = "(?:لم [يت]عد)"
_ARABIC_STOPPED = "(?:تركت|توقفت عن|[أا]وقفت)"
_ARABIC = (
    _End("studies", "thing", f"{_ARABIC_NO_MORE} [أا]درس (?!في )(?:تخصص )?{{V}}", f"{_ARABIC_HE_NO_MORE} [يت]درس (?!في ){{V}}"),
    _End("studies", "thing", f"{_ARABIC_STOPPED} دراسة {{V}}"),
    _End("studies_at", "org", f"{_ARABIC_NO_MORE} [أا]درس في (?P<v>(?:جامعة|كلية|معهد|مدرسة|الجامعة).*)"),
    _End("learning", "thing", f"{_ARABIC_NO_MORE} [أا]تعلم(?: اللغة)?(?: العزف على)? {{V}}", f"{_ARABIC_HE_NO_MORE} [يت]تعلم(?: اللغة)?(?: العزف على)? {{V}}"),
    _End("learning", "thing", f"{_ARABIC_STOPPED} تعلم(?: اللغة)?(?: العزف على)? {{V}}"),
    _End("role", "job", f"{_ARABIC_NO_MORE} (?:(?:[أا]عمل|[أا]شتغل) )?(?:ك|بوظيفة )?{{V}}", f"{_ARABIC_HE_NO_MORE} (?:(?:يعمل|تعمل) )?ك?{{V}}"),
    _End("diet", "diet", f"{_ARABIC_NO_MORE} {{diet}}"),
    _End("dislikes", "thing", f"{_ARABIC_NO_MORE} [أا]كره {{V}}"),
    _End("speaks", "tongue", f"{_ARABIC_NO_MORE} (?:[أا]تحدث|[أا]تكلم)(?: اللغة)? {{V}}"),
    _End("drives", "thing", f"{_ARABIC_NO_MORE} (?:[أا]قود|[أا]سوق)(?: سيارة)? {{V}}"),
    _End("allergic_to", "thing", f"{_ARABIC_NO_MORE} (?:[أا]عاني من حساسية (?:من|تجاه|ضد)|[أا]تحسس من) {{V}}"),
    _End("partner", "name", f"{_ARABIC_NO_MORE} (?:متزوج[ةا]?|مخطوب[ةا]?) (?:من|ل) ?{{V}}"),
)
# fmt: on

ENDINGS = {
    "ar": _ARABIC, "de": _GERMAN, "es": _SPANISH, "fr": _FRENCH, "hi": _HINDI, "it": _ITALIAN, "ja": _JAPANESE,
    "pt": _PORTUGUESE, "zh": _CHINESE,
}  # fmt: skip
"""Code of a language -> its rules."""
