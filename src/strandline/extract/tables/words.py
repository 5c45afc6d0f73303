"""Word lists that tell one kind of thing from another where grammar alone does not."""

from __future__ import annotations

import re

from strandline.extract.patterns import Found
from strandline.extract.values import stretch


def phrase(found: Found, group: str = "v", kind: str = "noun") -> str:
    """The folded words of the value that begins with a group, as far as a value of that kind goes."""
    start, stop = found.groups[group]
    first, last = stretch(found.words[:stop], start, kind)
    return " ".join(word.word for word in found.words[first:last])


def listed(words: str) -> frozenset[str]:
    """The words of a text; "_" stands for a space."""
    return frozenset(word.replace("_", " ") for word in words.split())


LANGUAGES = listed(
    "māori maori manx breton frisian sorbian romani ladino guarani navajo cherokee inuktitut samoan tongan fijian "
    "ilocano sundanese uyghur kyrgyz tajik turkmen konkani assamese odia oromo shona twi lingala kinyarwanda malagasy "
    "corsican sardinian faroese greenlandic rusyn aramaic "
    "afrikaans albanian amharic arabic armenian azeri azerbaijani basque belarusian bengali bosnian bulgarian "
    "burmese cantonese catalan cebuano chinese cornish creole croatian czech danish dari dutch english esperanto "
    "estonian farsi filipino finnish flemish french gaelic galician georgian german greek gujarati haitian_creole "
    "hausa hawaiian hebrew hindi hmong hungarian icelandic igbo indonesian irish italian japanese javanese kannada "
    "kazakh khmer korean kurdish lao latin latvian lithuanian luxembourgish macedonian malay malayalam maltese "
    "mandarin maori marathi mongolian nepali norwegian nahuatl occitan pashto patois persian polish portuguese "
    "punjabi quechua romanian romansh russian sami sanskrit scots serbian sinhala slovak slovene slovenian somali "
    "spanish swahili swedish swiss_german tagalog tamil telugu thai tibetan tigrinya turkish ukrainian urdu uzbek "
    "vietnamese welsh wolof xhosa yiddish yoruba zulu sign_language asl bsl british_sign_language "
    "american_sign_language brazilian_portuguese mandarin_chinese morse"
)
PROGRAMMING = listed(
    "ada assembly awk bash c c++ c# clojure cobol css dart django docker elixir elm erlang excel f# fortran git go "
    "golang graphql groovy haskell html java javascript js julia kotlin kubernetes latex lisp lua matlab node "
    "objective-c ocaml pascal perl php photoshop powershell prolog python r rails react ruby rust scala scheme "
    "scratch sql swift terraform typescript vba verilog vhdl vim vue zig solidity pandas pytorch tensorflow figma "
    "blender autocad solidworks"
)
INSTRUMENTS = listed(
    "zither hurdy-gurdy kora oud dulcimer melodica euphonium flugelhorn didgeridoo djembe cajon koto shamisen "
    "nyckelharpa "
    "bandoneon congas ocarina autoharp charango cavaquinho saz santur duduk guzheng pipa spinet clavichord "
    "uilleann_pipes "
    "accordion bagpipes balalaika banjo bass bass_guitar bassoon bodhran bongos bouzouki bugle cello clarinet "
    "concertina cornet double_bass drums drum electric_guitar erhu fiddle flute french_horn glockenspiel guitar "
    "acoustic_guitar harmonica harp harpsichord horn kalimba kazoo keyboard keyboards keys lute lyre mandolin "
    "marimba oboe organ percussion piano piccolo recorder sax saxophone alto_sax tenor_sax sitar tabla theremin "
    "timpani tin_whistle trombone trumpet tuba ukulele upright_bass vibraphone viola violin xylophone lead_guitar "
    "rhythm_guitar steel_guitar synth synthesiser synthesizer classical_guitar"
)
SPORTS = listed(
    "badminton baseball basketball bowls bowling boules bridge backgammon chess cricket croquet curling darts "
    "dodgeball draughts checkers fencing floorball football soccer futsal five-a-side frisbee ultimate_frisbee "
    "ultimate go golf handball hockey ice_hockey field_hockey hurling korfball lacrosse mahjong minigolf netball "
    "paddle padel paintball pickleball pinball poker polo pool rugby rugby_league rugby_union scrabble shogi snooker "
    "softball squash table_tennis tennis volleyball beach_volleyball water_polo video_games board_games card_games "
    "computer_games pc_games sports dungeons_&_dragons minecraft fortnite valorant warhammer dnd d&d tag "
    "roller_derby shinty petanque pétanque mah-jong cribbage rummy whist goalkeeper goalie striker midfield "
    "midfielder centre-back center-back defender winger full-back fly-half prop hooker point_guard shortstop pitcher "
    "scrum-half left-back right-back goal defence defense tag_rugby walking_football"
)
HOBBIES = listed(
    "acting archery astronomy astrophotography baking beekeeping birding birdwatching birding bird-watching blogging "
    "bouldering bowling boxing brewing bushcraft calligraphy camping candle-making canoeing carpentry carving caving "
    "ceramics chess climbing collecting coding cooking crafting crafts crochet crocheting crosswords cross-stitch "
    "curling cycling dance dancing darts diving drawing dressmaking embroidery fencing fishing foraging gaming "
    "gardening genealogy geocaching golf gymnastics hiking hillwalking homebrewing horse_riding horseback_riding "
    "hunting ice_skating improv jewellery-making jewelry-making jogging journaling judo juggling karate karaoke "
    "kayaking kickboxing kitesurfing knitting lego letterpress macramé magic martial_arts meditation metal_detecting "
    "model_building model_trains mountain_biking mountaineering needlework origami orienteering paddleboarding "
    "painting paragliding parkour patchwork photography pilates poetry pottery powerlifting printmaking puzzles "
    "quilting reading rock_climbing roller_skating rowing running sailing salsa scrapbooking scuba scuba_diving "
    "sculpting sculpture sewing singing skateboarding skating sketching skiing skydiving snorkeling snorkelling "
    "snowboarding soap-making sourdough spinning stargazing surfing swimming taekwondo tai_chi tango tennis theatre "
    "trail_running trainspotting triathlon triathlons upcycling volunteering wakeboarding walking watercolour "
    "watercolours watercolor watercolors weaving weightlifting whittling wood_carving woodcarving woodturning "
    "woodwork woodworking writing yoga zumba crossfit ballet ballroom capoeira jiu-jitsu bjj aikido krav_maga squash "
    "badminton cross-country_skiing fly_fishing bell-ringing bellringing bookbinding cosplay stamp_collecting "
    "coin_collecting bonsai ikebana lino_printing linocut tarot wild_swimming open-water_swimming "
    "open_water_swimming cold_water_swimming freediving spearfishing hang_gliding gliding marathon marathons "
    "creative_writing"
)
"""Pastimes, as nouns."""
ALLERGENS = listed(
    "aspirin bees bee_stings wasps wasp_stings cats cat dogs dog dust dust_mites eggs egg fish fur gluten grass hay "
    "ibuprofen kiwi lactose latex milk mould mold nickel nut nuts peanut peanuts peach penicillin perfume pollen "
    "prawns sesame shellfish shrimp soy soya strawberries sulfa tree_nuts walnuts wheat wool cashew cashews almond "
    "almonds hazelnuts dairy corn sulphites sulfites histamine fructose feathers horses lupin mustard celery "
    "crustaceans molluscs tomatoes tomato apples amoxicillin codeine plasters pineapple"
)
INGESTED = listed(
    "alcohol alcoholic_drinks almonds artificial_sweeteners aspartame bacon beans beef beer bread butter cabbage "
    "caffeine cake candy carbs carbohydrates celery cheese chicken chillies chilli chocolate cigarettes cilantro "
    "coffee coke coriander cream crisps curry dairy dairy_products dessert desserts drugs eggs energy_drinks "
    "fast_food fat fish fizzy_drinks fried_food fruit_juice garlic gin gluten grains grapefruit ham honey ice_cream "
    "juice junk_food ketchup lamb lactose liquor liver meat milk mushrooms nicotine nuts offal onions oysters "
    "palm_oil pasta peanuts pepper plastic pork potatoes poultry processed_food processed_foods prawns raw_fish "
    "red_meat rice salmon salt sausages seafood shellfish smoking snacks soda soft_drinks soy spicy_food spirits "
    "sugar sushi sweets sweeteners takeaways takeaway tea tobacco tofu tomatoes tuna turkey ultra-processed_food "
    "vaping veal vodka wheat whisky whiskey white_bread wine yeast booze drinking weed cannabis refined_sugar "
    "barley rye oats spelt bulgur couscous semolina malt maize quinoa lentils chickpeas peas peppers aubergine "
    "aubergines spinach broccoli avocado avocados bananas citrus oranges strawberries seeds sesame mustard "
    "mayonnaise mayo msg "
    "nightshades tap_water dairy_milk animal_products aspirin ibuprofen penicillin paracetamol red_wine black_pepper "
    "pulses legumes anchovies olives coconut corn eating_meat sugary_drinks sweet_things added_sugar leftovers "
    "chewing_gum gum vapes snus"
)
"""Food, drink and substances, where a verb does not tell."""
DIETS = re.compile(
    r"(?:(?:strictly|mostly|mainly|fully|proper|lifelong|lacto-ovo|ovo-lacto|lacto|ovo|strict|committed|raw|nearly|"
    r"pure|purely|eggless) )?(?:vegan|vegetarian|(?:pure|strictly|eggless)[ -]veg|"
    r"veggie|pescatarian|pescetarian|flexitarian|fruitarian|halal|kosher|keto|ketogenic|paleo|"
    r"carnivore|plant-based|plant based|whole30|low-carb|low carb|low-fodmap|low fodmap|gluten-free|gluten free|"
    r"dairy-free|dairy free|sugar-free|lactose-free|lactose free|nut-free|wheat-free|low-salt|low salt|low-sodium|"
    r"low-fat|mediterranean|macrobiotic|omnivore|intermittent fasting|lacto-vegetarian|raw food|dash|fodmap)"
)
BODY = (
    r"(?:back|knees?|hips?|shoulders?|necks?|ankles?|wrists?|elbows?|heart|liver|kidneys?|lungs?|stomach|bowel|legs?|"
    r"foot|feet|arms?|hands?|fingers?|thumbs?|toes?|eyes?|ears?|jaw|spine|pelvis|ribs?|collarbone|skull|achilles|"
    r"hamstring|acl|tendon|thyroid)"
)
CONDITION = re.compile(
    r"(?:(?:a|an|the|my|some|bit|of|very|really|quite|pretty|fairly|super|little|slight|mild|moderate|severe|bad|"
    r"chronic|recurrent|recurring|seasonal|early|advanced|late|type|1|2|i|ii|one|two|stage|left|right|lower|upper|"
    r"acute|rare|congenital|mild-to-moderate|bilateral|partial|generalised|generalized|social|clinical|manic|"
    r"post-natal|postnatal|postpartum|juvenile|rheumatoid|osteo|psoriatic|gestational|high-functioning|undiagnosed|"
    r"minor|serious|long|underactive|overactive|irregular|iron|vitamin|b12|d|celiac|coeliac|bleeding|blood|heart|"
    r"kidney|liver|lung|thyroid|skin|autoimmune|eating|bipolar|personality|anxiety|panic|sleep|sensory|processing|"
    r"attention|deficit|hyperactivity|inflammatory|irritable|bowel|polycystic|chronic|fatigue|restless|legs?|carpal|"
    r"tunnel|frozen|herniated|slipped|bulging|torn|broken|fractured|sprained|dislocated|dodgy|gammy|trick|weak|sore|"
    r"colour|color|peanut|tension|cluster|raynaud|'s|crohn|parkinson|alzheimer|hodgkin|hashimoto|graves|meniere|"
    r"ménière|ulcerative|spina|cerebral|multiple|muscular|cystic|ehlers-danlos|marfan|down|asperger|tourette|"
    r"sjögren|lyme|peripheral|diabetic|optic|obsessive|compulsive|obsessive-compulsive|post-traumatic|traumatic|"
    r"stress|major|perinatal|breast|prostate|bowel|colon|skin) )*(?:diabetes|asthma|arthritis|osteoarthritis|"
    r"migraines?|adhd|add|autism|anxiety|depression|epilepsy|hypertension|high blood pressure|low blood pressure|"
    r"ibs|ibd|endometriosis|eczema|psoriasis|rosacea|hay ?fever|hayfever|tinnitus|dyslexia|dyspraxia|dyscalculia|"
    r"insomnia|sleep apnoea|sleep apnea|scoliosis|sciatica|gout|ptsd|ocd|hypothyroidism|hyperthyroidism|crohns?|"
    r"cancer|leukaemia|leukemia|lymphoma|vertigo|anaemia|anemia|glaucoma|cataracts?|astigmatism|fibromyalgia|lupus|"
    r"ms|me|copd|emphysema|bronchitis|sclerosis|fibrosis|dystrophy|palsy|bifida|narcolepsy|vitiligo|acne|alopecia|"
    r"hepatitis(?: [abc])?|hiv|malaria|long covid|pcos|pots|gerd|acid reflux|reflux|heartburn|hernia|ulcers?|"
    r"gallstones|kidney stones|haemophilia|hemophilia|thalassaemia|sickle cell(?: anaemia| anemia| disease)?|celiac|"
    r"coeliac|lactose intolerance|gluten intolerance|(?:[a-zà-ÿ-]+ )?(?:disease|syndrome|disorder|deficiency|"
    r"intolerance|impairment|disability|blindness|dysphoria)|[a-z]{3,}(?:itis|osis|aemia|emia|algia|pathy|plegia|"
    r"uria)|heart (?:condition|murmur|defect|problems?|failure)|pacemaker|(?:(?:[a-z-]+ )?(?:condition|problems|"
    r"issues|trouble))(?= with my)|(?:bad|dodgy|gammy|weak|sore|broken|fractured|sprained|dislocated|frozen|torn|"
    rf"trick|fused|prosthetic|artificial|herniated|arthritic) (?:left |right |lower |upper )?{BODY}|slipped disc|"
    r"herniated disc|stoma|hearing loss|tendinopathy|plantar fasciitis|tennis elbow|whiplash|concussion|burnout|"
    r"stutter|stammer|lisp|limp|phobia|[a-z]{4,}phobia|bipolar|parkinson ?'s|alzheimer ?'s|crohn ?'s|tourette ?'s|"
    r"hodgkin ?'s|asperger ?'s|raynaud ?'s|hashimoto ?'s|menopause|perimenopause)"
)
"""A lasting state of health, as a noun."""
BEING_ILL = re.compile(
    r"(?:(?:very|severely|profoundly|partially|partly|mildly|slightly|legally|almost|completely|type 1|type 2|type "
    r"one|type two|a) )*(?:diabetic|pre-?diabetic|asthmatic|coeliac|celiac|epileptic|dyslexic|dyspraxic|"
    r"colou?r-?blind|colou?r blind|blind|deaf|hard of hearing|autistic|bipolar|an[a]?emic|arthritic|short-?sighted|"
    r"near-?sighted|far-?sighted|long-?sighted|disabled|neurodivergent|haemophiliac|hemophiliac|insomniac|an "
    r"insomniac|pregnant|paraplegic|hypertensive|hypothyroid|hypermobile|immunocompromised|immunosuppressed|hiv "
    r"positive|hiv-positive|paralysed|paralyzed|a wheelchair user|wheelchair user|narcoleptic|agoraphobic|"
    r"claustrophobic|arachnophobic|schizophrenic|in remission|a recovering alcoholic|recovering alcoholic|a type 1 "
    r"diabetic|a type 2 diabetic)"
)
"""A lasting state of health, as what somebody is."""
MEDICINE = re.compile(
    r"(?:[a-z]*(?:statin|pril|sartan|olol|formin|azole|cillin|mycin|oxetine|aline|pine|pam|lam|ipram|triptan|prazole|"
    r"tidine|profen|proxen|thiazide|semide|dronate|gliptin|gliflozin|glutide|caine|codone|cycline|floxacin|vir|mab|nib|zine|"
    r"done|xaban|fenac|thyroxine|barbital|afil|asone|olone|sone|lukast|terol|idine|racetam|trigine|parin|pidem|clone|"
    r"amphetamine|phenidate|tropium|lafaxine|citalopram)|(?:[a-z]+ )?(?:insulin|aspirin|paracetamol|ibuprofen|"
    r"tylenol|advil|panadol|acetaminophen|lithium|warfarin|metformin|ritalin|adderall|concerta|vyvanse|prozac|zoloft|"
    r"lexapro|xanax|valium|ventolin|ozempic|wegovy|mounjaro|viagra|lyrica|gabapentin|pregabalin|digoxin|prednisone|"
    r"sumatriptan|levothyroxine|synthroid|humira|methotrexate|morphine|codeine|tramadol|antidepressants?|"
    r"antihistamines?|statins?|beta[- ]blockers?|blood thinners?|blood pressure (?:tablets|pills|medication|meds)|"
    r"painkillers?|steroids?|antibiotics?|ssris?|hrt|contraceptives?|birth control|inhalers?|sleeping (?:pills?|"
    r"tablets?)|chemo(?:therapy)?|testosterone|oestrogen|estrogen|progesterone|pills?|tablets?|meds|medication|"
    r"supplements?|vitamins?(?: [a-k]\d*)?|multivitamins?|iron(?: tablets| supplements| pills)?|zinc|magnesium|"
    r"calcium|omega[- ]?3s?|fish oil|creatine|probiotics?|melatonin|folic acid|turmeric|ashwagandha|collagen|cod "
    r"liver oil|b12|biotin|glucosamine|eye drops|nasal spray|antacids?|laxatives?|immunosuppressants?|epipen|epi-pen|"
    r"cbd(?: oil)?)(?: (?:tablets?|pills?|capsules?|supplements?|injections?|drops|spray|patch(?:es)?|gummies|shots?|"
    r"cream))?)"
)
GROUPS = re.compile(
    r"(?:.* )?(?:choir|chorus|band|orchestra|quartet|trio|ensemble|club|society|union|party|association|league|guild|"
    r"gym|fraternity|sorority|church|parish|congregation|group|squad|scouts|committee|board|council|troupe|circle|"
    r"lodge|crew|collective|co-op|cooperative|federation|network|forum|meetup|council|brigade|militia|reserves|"
    r"reserve|wi|rotary|mensa|greens|labour|conservatives|nhs choir|allotment|theatre|theater|synagogue|mosque|"
    r"temple|alliance|foundation|chapter|samba school|brass band|trust|panel|pta|team)"
)
"""Something one can be a member of, by its last word."""
LASTING = re.compile(
    r"(?:.* )?(?:house|flat|apartment|cottage|cabin|boat|yacht|dinghy|canoe|kayak|narrowboat|caravan|campervan|"
    r"camper van|motorhome|van|car|truck|pickup|motorbike|motorcycle|scooter|moped|bike|bicycle|e-bike|tandem|guitar|"
    r"piano|violin|viola|cello|drum kit|drums|keyboard|synth|accordion|saxophone|trumpet|flute|clarinet|banjo|"
    r"ukulele|harp|organ|laptop|macbook|computer|pc|desktop|tablet|ipad|phone|iphone|smartphone|kindle|e-reader|"
    r"camera|dslr|lens|telescope|microscope|drone|printer|3d printer|console|playstation|ps5|xbox|switch|steam deck|"
    r"tv|television|projector|turntable|record player|hi-fi|server|nas|raspberry pi|watch|smartwatch|apple watch|"
    r"fitbit|ring|sewing machine|loom|kiln|lathe|workshop|shed|greenhouse|garden|allotment|hot tub|pool|sauna|farm|"
    r"orchard|vineyard|barn|land|acres|plot|studio|shop|store|business|company|bakery|cafe|café|restaurant|tesla|"
    r"volvo|ford|toyota|honda|bmw|audi|vw|volkswagen|fiat|skoda|mazda|nissan|kia|hyundai|subaru|jeep|land rover|mini|"
    r"vespa|harley|ducati|yamaha|steinway|fender|stratocaster|telecaster|gibson|espresso machine|coffee machine|"
    r"bread machine|air fryer|dishwasher|treadmill|rowing machine|peloton|surfboard|skateboard|snowboard|skis|tent|"
    r"rv|trailer|tractor|motorboat|sailboat|rowing boat|horsebox|collection(?: of .+)?|books|records|vinyl|plane|"
    r"glider|helicopter|holiday home|second home|chalet|villa|timeshare|bungalow|condo|duplex|treehouse|tiny house|"
    r"estate|saloon|hatchback|convertible|suv|estate car|minivan|monitor|pixel|galaxy|thinkpad|chromebook|mac|imac|"
    r"vespa)(?:e?s)?"
)
VEHICLE = re.compile(
    r"(?:.* )?(?:car|van|truck|lorry|pickup|motorbike|motorcycle|scooter|moped|bus|taxi|cab|tractor|jeep|suv|estate|"
    r"hatchback|saloon|sedan|convertible|minivan|campervan|camper|motorhome|land rover|range rover|mini|beetle|tesla|"
    r"volvo|ford|toyota|honda|bmw|audi|vw|volkswagen|fiat|skoda|škoda|mazda|nissan|kia|hyundai|subaru|mercedes|"
    r"peugeot|renault|citroën|citroen|opel|vauxhall|seat|dacia|lexus|porsche|ferrari|chevrolet|chevy|dodge|cadillac|"
    r"buick|chrysler|jaguar|mitsubishi|suzuki|saab|lada|trabant|prius|civic|corolla|golf|polo|passat|clio|panda|"
    r"yaris|fiesta|focus|leaf|model [3sxy]|f-?150|camry|accord|hybrid|electric|ev|automatic|diesel|bike|harley|vespa|"
    r"triumph|ducati|kawasaki|yamaha|wreck|banger|hearse|ambulance|cargo bike|e-bike|fixie|brompton|hybrid car|"
    r"electric car)(?: .*)?"
)
DEVICES = listed(
    "wheelchair walking_stick crutches hearing_aid hearing_aids inhaler cpap standing_desk insulin_pump "
    "contact_lenses contacts fountain_pen paper_planner bullet_journal password_manager screen_reader menstrual_cup "
    "electric_toothbrush typewriter dictation voice_control dark_mode public_transport pressure_cooker slow_cooker "
    "cane walker guide_dog prosthesis planner rice_cooker"
)
"""What one may be said to use, although it is no name."""
TIMES_A = (
    r"(?:once|twice|three times|four times|five times|six times|\d+ times|a couple of times|several times) (?:a|per|"
    r"every|each) (?:day|week|month|year|fortnight)"
)
RHYTHM = re.compile(
    rf"\b(?:{TIMES_A}|every (?:other |second |single |third )?(?:day|morning|evening|night|week|weekend|month|year|"
    r"summer|winter|spring|autumn|fall|lunchtime|afternoon|monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
    r"few days|few weeks|two weeks|couple of weeks|christmas|easter)s?|each (?:day|morning|evening|night|week|"
    r"weekend|month|year)|(?:daily|nightly|weekly|fortnightly|monthly)(?= (?:and|in|on|at|with|for|to|after|before|"
    r",)|$)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|most (?:days|mornings|evenings|nights|weekends|weeks|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days)|(?:on|at) weekends|on weekdays|in the (?:mornings|evenings|"
    r"afternoons)|days a week|day a week|nights a week|hours a (?:day|week)|times a (?:day|week|month|year)|before "
    r"(?:work|breakfast|bed)|after work|first thing in the morning)\b"
)
"""Words for how often, or for the time of day of something done again and again."""
