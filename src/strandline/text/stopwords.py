"""Words that carry no subject matter: function words, and the words questions are made of.

One list a language for the index and for questions, so a word is either found in both or in neither. A list counts
only in a text of its language: "die" and "war" are no subject in German. English is what is not known to be another.
"""

from __future__ import annotations

STOP_WORDS: frozenset[str] = frozenset(
    """
    a about above after again all also am an and any are as at be because been before being below between both
    but by can cannot could did do does doing done down during each ever few for from further get gets getting
    got had has have having he her here hers herself him himself his how i if in into is it its itself just let
    many me might more most much must my myself no nor not now of off on once only or other ought our ours
    ourselves out over own please same shall she should so some such tell than that the their theirs them
    themselves then there these they this those through to too under until up upon us very was we were what when
    where whether which while who whom whose why will with would you your yours yourself yourselves
    """.split()  # noqa: SIM905
)
"""English, case-folded. Question words count: BM25 finds .55 of LoCoMo's evidence with a list of 33, .61 with one like
this."""

LATIN: dict[str, str] = {
    "french": """
        a ai aie ait alors apres as assez au aucun aucune aussi autre autres aux avaient avais avait avant avec avez
        aviez avions avoir avons ayant bien c' car ce ceci cela celle celles celui cependant ces cet cette ceux chaque
        chez ci combien comme comment d' dans de deja depuis des desormais dont du elle elles en encore entre es est et
        etaient etais etait etant etes etiez etions etre eu eux fait faire fais font furent fut il ils j' je jusque
        l' la laquelle le lequel les lesquelles lesquels leur leurs lors lorsque lui m' ma mais me meme memes mes mien
        moi moins mon n' ne ni nos notre nous on ont ou par parce pas pendant peu peut peuvent peux plus plutot pour
        pourquoi puis puisque qu' quand que quel quelle quelles quelque quelques quels qui quoi s' sa sans se sera serai
        seraient serait seront ses si sien soi soient sois soit sommes son sont sous suis sur t t' ta tandis tant te tel
        telle tes toi ton toujours tous tout toute toutes tres tu un une va vais vers voici voila vont vos votre vous y
    """,
    "german": """
        aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei
        beim bin bis bist da dabei damit dann das dass dein deine deinem deinen deiner deines dem den denn der des
        dessen deshalb dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen
        einer eines er es etwas euch euer eure fur gegen gewesen hab habe haben hast hat hatte hatten hattest hier hin
        hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem ins ist jede jedem jeden jeder jedes
        jetzt kann kannst konnen konnte konnten machen mal man manche mehr mein meine meinem meinen meiner meines mich
        mir mit muss mussen musste nach nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen
        seiner seines seit selbst sich sie sind so solche soll sollte sondern sonst uber um und uns unser unsere
        unserem unseren unserer unter viel viele vom von vor wann war waren warst warum was weil welche welchem welchen
        welcher welches wem wen wenn wer werde werden wie wieder wieso will wir wird wirst wo wofur woher wohin womit
        wovon worum wurde wurden wurdest zu zum zur zwar zwischen
    """,
    "spanish": """
        a acerca ademas ahi ahora al algo alguien algun alguna algunas alguno algunos alli ante antes aquel aquella
        aquello aqui asi aun aunque cada casi como con contra cosa cual cuales cualquier cuando cuanta cuantas cuanto
        cuantos cuya cuyo de del desde donde durante e el ella ellas ello ellos en entonces entre era eran eras
        eres es esa esas ese eso esos esta estaba estaban estado estamos estan estar estas este esto estos estoy etc
        fue fueron fui ha habia habian haber hace hacer hacia han has hasta hay haya he hemos hizo la las le les lo los
        mas me mi mia mientras mio mis misma mismo mucha muchas mucho muchos muy nada ni nos nosotros nuestra nuestras
        nuestro nuestros o os otra otras otro otros para pero poco por porque pues puede pueden puedo que quien quienes
        se sea segun ser si sido siempre sin sino sobre sois somos son soy su sus suya suyo tal tambien tampoco tan
        tanto te tenemos tener tengo ti tiene tienen tienes toda todas todo todos tu tus tuvo tuya tuyo un una unas uno
        unos usted ustedes va vamos van vosotros voy y ya yo
    """,
    "italian": """
        a abbiamo ad agli ai al alcuni alla alle allo anche ancora avere aveva avevo avete bene c' che chi ci cio coi
        col come con contro cosa cui d' da dagli dai dal dall' dalla dalle dallo degli dei del dell' della delle
        dello dentro di dopo dove e ed ecco era erano eravamo eri ero essere fa fare fatto fino fra fu gia gli ha hai
        hanno ho i il in io l' la le lei li lo loro lui m' ma me mentre mi mia mie miei mio molta molto ne negli nei nel
        nell' nella nelle nello no noi non nostra nostre nostri nostro o ogni ora per perche pero piu poco poi prima
        proprio qual quale quali qualche quando quanta quante quanti quanto quegli quei quella quelle quello questa
        queste questi questo qui quindi sara se sei senza si sia siamo siete solo sono sopra sotto sta stata state
        stati stato stesso su sua sue sugli sui sul sull' sulla sulle suo suoi t' te ti tra tu tua tue tuo tuoi tutta
        tutte tutti tutto un una uno v' vi voi vostra vostro
    """,
    "portuguese": """
        a ainda algo alguem algum alguma alguns ante antes ao aos apos aquela aquele aquilo as assim ate atras bem cada
        com como contra cuja cujo da das de dela dele deles depois desde dessa desse desta deste do dos e ela elas
        ele eles em entao entre era eram essa essas esse esses esta estao estar estas estava este estes estou eu faz
        fazer foi for foram fui ha havia isso isto ja la lhe lhes mais mas me mesma mesmo meu meus minha minhas muita
        muito muitos na nada nao nas nem nessa nesse nesta neste no nos nossa nosso num numa o onde os ou outra outro
        outros para pela pelas pelo pelos pode pois por porque pra qual quais quando quanta quantas quanto quantos que
        quem se sem sempre ser sera seu seus si sido so sob sobre somos sou sua suas tambem tanto te tem temos tenho
        ter teu teve tinha toda todas todo todos tu tua tudo um uma umas uns vai vamos voce voces vos
    """,
}
"""Of languages that share the Latin letters, by Snowball's name for them; case-folded, without those in ACCENTED."""

ACCENTED: dict[str, str] = {
    "french": "à après aussitôt ça déjà dès étais était étaient étant êtes être là même mêmes où plutôt très voilà",
    "german": "für hätte hätten können könnte möchte müssen müsste über wäre wären würde würden",
    "spanish": """
        además ahí algún alguién allí aquí aún cómo cuál cuáles cuándo cuánta cuántas cuánto cuántos dónde él está
        están estás había habían más mí qué quién quiénes según será sí también tú
    """,
    "italian": "ché ciò cioè così è già là né perché però più può sarà sì",
    "portuguese": "à alguém após às atrás até é está estão estás há já lá não será só também você vocês",
}
"""Those written with an accent: with another or none some are other words, as "né" and "ne" in French."""

HINDI = """
    अगर अत अपना अपनी अपने अब अभी आदि आप आपका आपकी आपके आपको आपने इस इसका इसकी इसके इसको इसने इसमें इससे इसलिए
    इसे इन इनका इनकी इनके इन्हें इन्हीं उन उनका उनकी उनके उनको उन्हें उन्होंने उस उसका उसकी उसके उसको उसने उसमें
    उससे उसे ऐसा ऐसी ऐसे एवं और कब कभी का कि की के को कौन कौनसा कौनसी क्या क्यों कहाँ कितना कितनी कितने किस
    किसका किसकी किसके किसको किसने किससे किसी किसे कुछ कैसा कैसी कैसे कर करके करना करने करता करती करते किया किए
    की गई गए गया चुका चुकी चुके जब जहाँ जिन जिनका जिस जिसका जिसकी जिसके जिसने जिससे जिसे जैसा जैसे जो तक तथा तब
    तरह तो था थी थीं थे दिया दी दिए दें द्वारा न ना नहीं ने पर फिर बहुत बाद बारे बिना भी मगर मत मुझ मुझको मुझसे
    मुझे में मेरा मेरी मेरे मैं मैंने यदि यह यहाँ या ये रहा रही रहे लिए लिया ली लेकिन व वह वहाँ वही वाला वाली
    वाले वे वो सकता सकती सकते सा सी से हम हमको हमने हमारा हमारी हमारे हमें ही हुआ हुई हुए हूँ है हैं हो होगा
    होगी होंगे होता होती होते होना होने तुम तुमने तुम्हारा तुम्हारी तुम्हारे तुम्हें तू तेरा तेरी तेरे हां जी
"""
"""Of the words in Devanagari."""

ARABIC = """
    إذ إذا إلا إلى أم أما أن إن أنا أنت أنتم إنه أنه أنها إنها أو أي أية أين أيضا اذا الان الآن التي الذي الذين
    الا الى اللاتي اللذان ان او اي بعد بعض بل بما بماذا بها به بهذا بين بينما تكون تلك ثم جدا حتى حول حيث خلال
    دون ذات ذلك سوف على عليه عليها عليك عن عند عندك عندنا عنده عندها عندي عندما عنه عنها غير فقط فهو فهي في فيه
    فيها قبل قد كان كانت كانوا كل كلا كم كما كنت كنا كي كيف لا لأن لان لدى لديك لدي لذلك لعل لقد لك لكل لكن لكنه
    لم لماذا لما لن لنا له لها لهم لو لي ليس ليست ما ماذا متى مثل مع مما ممن من منذ منك منه منها مني نحن نعم
    هؤلاء هذا هذه هكذا هل هم هما هن هنا هناك هو هي و وأن وإن وقد وكان وكانت ولا ولكن ولم وما ومن وهذا وهذه وهو
    وهي يا يكون
"""
"""Of the words in Arabic letters."""

HAN_NEVER = frozenset("的了吗嗎呢吧啊嘛么麼什哪谁誰啥怎们們这這那您")
"""Chinese characters that are no part of a subject: neither they nor a pair with one of them is a term."""
HAN_ALONE = frozenset(
    "他她它是在有和也都就不没沒很会會要能到把被给給跟对對从從来來去过過着著个個说說为為几幾多少还還又再才只最让讓向与與及其之以而但"
    "如果因所将將可已呀私僕俺君何"
)
"""Chinese and Japanese characters that say nothing alone or beside each other, but may be a part of a word."""
PARTICLES = frozenset("はがをにでともへのやかねよ")
"""Japanese particles: a pair of one of them and a character of another script is not a word."""
KANA_PAIRS = frozenset(
    """
    です ます ました した して てい いる いた いて いま ある あり あっ こと もの から まで ので のに には では とは との
    への でし まし ませ せん ない なか なり なる なっ たい れる られ よう そう どこ だれ なに なん いつ なぜ どの どれ
    どう どん どち この その あの ここ そこ これ それ あれ など だけ って った んで すか でき しょ ょう たか のは のが
    のを にな とい いう いい うの でし しま てく くだ ださ さい たの のか るの がと にと のと もの ので んだ だっ とき
    かっ おり りま とか かを かと かも なの れは れが れを れも
    """.split()  # noqa: SIM905
)
"""Pairs of hiragana that are endings, particles or questions."""
