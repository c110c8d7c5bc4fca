/** Hindi of what the fields of actions take and functions give, by the English description. */
export default {
  'server/fields/hints': {
    'This or `phone` is required': 'यह या `phone` ज़रूरी है',
    'International with +, or in the national format of the default country': '+ के साथ अंतरराष्ट्रीय, या डिफ़ॉल्ट देश के प्रारूप में',
    'What they want': 'वे क्या चाहते हैं',
    'How they came, such as `phone`; default: `by-hand`': 'वे कैसे आए, जैसे `phone`; वरना `by-hand`',
    'A member of the workspace; without it the caller; null: without an owner':
      'कार्यस्थान का सदस्य; न देने पर बुलाने वाला; null: कोई नहीं',
    'They wait for a first answer: its clock begins': 'वे पहले जवाब का इंतज़ार करते हैं: उसकी घड़ी शुरू होती है',
    'Plain text; a mention is written as @ and a name': 'सादा टेक्स्ट; ज़िक्र @ और नाम से लिखा जाता है',
    'Members who are mentioned: each is notified once': 'जिन सदस्यों का ज़िक्र है: हर एक को एक बार सूचना मिलती है',
    '`wait`: waiting for the other side': '`wait`: दूसरे पक्ष का इंतज़ार',
    'RFC 3339, such as 2026-11-21T10:00:00Z': 'RFC 3339, जैसे 2026-11-21T10:00:00Z',
    'A member of the workspace; null: unassigned': 'कार्यस्थान का सदस्य; null: किसी को नहीं',
    'By id or slug; the default event type otherwise': 'ID या छोटे नाम से; वरना डिफ़ॉल्ट मीटिंग प्रकार',
    'ISO 8601: with Z or an offset the instant counts, else the wall clock of the time zone':
      'ISO 8601: Z या ऑफ़सेट के साथ वही क्षण, वरना टाइम ज़ोन की घड़ी',
    'For a start without an offset; default: your own': 'बिना ऑफ़सेट वाली शुरुआत के लिए; वरना आपका अपना',
    'Also a start that is not offered': 'ऐसी शुरुआत भी जो दी नहीं जाती',
    'One of the hosts of the event type; default: by its rule': 'मीटिंग प्रकार के मेज़बानों में से एक; वरना उसके नियम से',
    'An existing contact; its name and email stand in for those that are left out':
      'मौजूदा संपर्क; छूटे नाम और ईमेल की जगह उसके लिए जाते हैं',
    'Without one the client gets no email': 'इसके बिना क्लाइंट को ईमेल नहीं मिलता',
    'E.164, or in the national format of the workspace’s default country': 'E.164, या कार्यस्थान के डिफ़ॉल्ट देश के प्रारूप में',
    'In which messages to the client name the time; default: that of the host': 'जिसमें क्लाइंट को समय बताया जाए; वरना मेज़बान का',
    'The language of the emails': 'ईमेल की भाषा',
    'To the questions of the event type, by their keys': 'मीटिंग प्रकार के सवालों के जवाब, उनकी कुंजी से',
    '`acme.example`, or the URL of its website': '`acme.example`, या उसकी वेबसाइट का URL',
    'This, `email` or `phone` is required': 'यह, `email` या `phone` ज़रूरी है',
    'Default: that of the contact': 'वरना संपर्क का',
    'Default: where the contact works': 'वरना जहाँ संपर्क काम करता है',
    'Default: the default pipeline': 'वरना डिफ़ॉल्ट पाइपलाइन',
    'Default: the first stage. Behind it, the deal needs the fields that are required on the way there':
      'वरना पहला चरण। आगे के चरण के लिए डील को रास्ते के ज़रूरी फ़ील्ड चाहिए',
    'Required with an amount': 'राशि के साथ ज़रूरी',
    'Fields of the deal, as `set-fields` takes them': 'डील के फ़ील्ड, जैसे `set-fields` लेता है',
    'As shown on the invoice': 'जैसा इनवॉइस पर दिखता है',
    'Where the invoice, reminders and the receipt go': 'जहाँ इनवॉइस, अनुस्मारक और रसीद जाते हैं',
    'Lines of the postal address, tax number and so on': 'डाक पते की लाइनें, टैक्स नंबर आदि',
    'VAT ID, GSTIN or another tax number of the client; checked where its form is known':
      'क्लाइंट का VAT ID, GSTIN या दूसरा टैक्स नंबर; रूप मालूम हो तो जाँचा जाता है',
    'ISO 3166-1 alpha-2, such as DE': 'ISO 3166-1 alpha-2, जैसे DE',
    'The client owes the tax: it says so on the invoice, and no line is taxed':
      'टैक्स क्लाइंट चुकाता है: इनवॉइस पर यह लिखा जाता है, और किसी पंक्ति पर टैक्स नहीं लगता',
    'GST code of the state where the supply is made, such as 29; 96: outside India. It decides which taxes the tax is made of':
      'जिस राज्य में आपूर्ति हुई उसका GST कोड, जैसे 29; 96: भारत के बाहर। इसी से तय होता है कि कौन से टैक्स लगेंगे',
    'The contact of the client': 'क्लाइंट का संपर्क',
    'ISO 4217 code, such as EUR': 'ISO 4217 कोड, जैसे EUR',
    'The due date; it ends with its day in the time zone of the workspace':
      'देय तारीख़; यह वर्कस्पेस के टाइम ज़ोन में दिन के साथ ख़त्म होती है',
    'Shown below the lines': 'पंक्तियों के नीचे दिखता है',
    'Language of the document, its emails and its pay page': 'दस्तावेज़, उसके ईमेल और भुगतान पेज की भाषा',
    'Language of the page and its emails': 'पेज और उसके ईमेल की भाषा',
    'Empty: none': 'खाली: कोई नहीं',
    'Markdown as in text templates: headings, lists, tables, **bold**, *italic*':
      'टेक्स्ट टेम्प्लेट जैसा Markdown: शीर्षक, सूचियाँ, तालिकाएँ, **मोटा**, *तिरछा*',
    'As those of an invoice': 'इनवॉइस जैसी',
    'Within the proposal; made where it is left out': 'प्रस्ताव के भीतर; न देने पर बनाया जाता है',
    '`optional`: the client ticks it; nothing is ticked beforehand': '`optional`: क्लाइंट चुनता है; पहले से कुछ चुना नहीं होता',
    'Where the link goes': 'लिंक कहाँ जाता है',
    'How long a version can be accepted, from the day on which it is sent': 'भेजने के दिन से कोई संस्करण कब तक स्वीकार हो सकता है',
    'What follows when it is accepted, once. A percentage is of the accepted total, with its taxes':
      'स्वीकार होने पर एक बार क्या हो। प्रतिशत टैक्स सहित स्वीकृत कुल राशि का होता है',
    'An invoice to the client: a part of the value of the deal, or an amount without tax. Where another document or proposal of the deal has made one that stands, a task says so instead':
      'क्लाइंट को इनवॉइस: डील के मूल्य का हिस्सा, या बिना टैक्स की राशि। अगर डील के किसी और दस्तावेज़ या प्रस्ताव से पहले ही बना है, तो उसकी जगह एक काम बताता है',
    'The stage that the deal moves to': 'वह चरण जिसमें डील जाए',
    'From the page before': 'पिछले पेज से',
    'The deal; or, where a conversation has none, its contact': 'डील; या, बातचीत की डील न हो तो उसका संपर्क',
    'Of a company': 'किसी कंपनी का',
    'The deal': 'डील',
    'Keys with or without braces; a value is put in as it is, and never read again':
      'ब्रेस के साथ या बिना कुंजियाँ; वैल्यू जैसी है वैसी रखी जाती है और दोबारा नहीं पढ़ी जाती',
    'Of `list-templates`, or the id of a Google Doc that the workspace’s Google account may read':
      '`list-templates` से, या ऐसे Google Doc की ID जिसे कार्यस्थान का Google खाता पढ़ सकता है',
    'Your own id; an API key or a workflow has none': 'आपकी अपनी ID; API key या वर्कफ़्लो की नहीं होती',
    'Those with the same number sign in any order, before those with a higher one':
      'एक ही नंबर वाले किसी भी क्रम में हस्ताक्षर करते हैं, बड़े नंबर वालों से पहले',
    '`email`: six digits, sent to this address when the link is opened, before the document is shown. `whatsapp`: the same, to the number of the contact with this address':
      '`email`: लिंक खोलने पर इस पते पर छह अंक, दस्तावेज़ दिखने से पहले। `whatsapp`: वही, इस पते वाले संपर्क के नंबर पर',
    'Asked for before the document is shown: as it was, without it. `whatsapp`: to the number of the contact with this address':
      'दस्तावेज़ दिखने से पहले माँगा जाता है: न देने पर पहले जैसा। `whatsapp`: इस पते वाले संपर्क के नंबर पर',
    'Until when it can be signed; 365 days at most': 'कब तक हस्ताक्षर हो सकते हैं; ज़्यादा से ज़्यादा 365 दिन',
    'As the template or the workspace says, without it': 'न देने पर टेम्प्लेट या कार्यस्थान के अनुसार',
    'So many days after a signer was asked': 'हस्ताक्षर माँगने के इतने दिन बाद',
    'So many days before the deadline; `null`: not then': 'समय सीमा से इतने दिन पहले; `null`: तब नहीं',
    'Language of the pages, emails and certificate; English without one': 'पेज, ईमेल और प्रमाणपत्र की भाषा; वरना अंग्रेज़ी',
    '`next_cursor` of the previous page': 'पिछले पेज का `next_cursor`',
    'Records per page': 'हर पेज पर रिकॉर्ड',
    'Calls of one contact, by any of its merged records': 'एक संपर्क की कॉल, उसके किसी भी मिलाए गए रिकॉर्ड से',
    'Its own tasks, and those of its contacts and deals': 'उसके अपने टास्क, और उसके संपर्कों व डील के टास्क',
    'Of the contacts and deals of a company': 'किसी कंपनी के संपर्कों और डील के',
    'Of the contacts of a company': 'किसी कंपनी के संपर्कों के',
    'Only missed calls, or only the others': 'केवल छूटी कॉल, या केवल बाक़ी',
    'Field to sort by, descending with a minus. A cursor holds for the order it was given in.':
      'क्रम का फ़ील्ड, घटते क्रम के लिए माइनस। कर्सर उसी क्रम के लिए मान्य है जिसमें मिला',
    'The id of a member, or `nobody` for unassigned deals': 'सदस्य की ID, या बिना सौंपी डील के लिए `nobody`',
    'Deals of this contact, by any of its merged records; those in which it is a further one, too':
      'इस संपर्क की डील, उसके किसी भी मिलाए गए रिकॉर्ड से; वे भी जिनमें वह अतिरिक्त है',
    '`true`: those that wait for signatures; `false`: all others': '`true`: जो हस्ताक्षर का इंतज़ार करते हैं; `false`: बाक़ी सब',
    'Of this kind of record alone': 'केवल इसी तरह के रिकॉर्ड के',
    'With those that are archived': 'आर्काइव किए हुए भी',
    '`overdue`: sent, unpaid and past the due date': '`overdue`: भेजा गया, भुगतान बाक़ी, तारीख़ निकल चुकी',
    'A part of the title or of the file name': 'शीर्षक या फ़ाइल नाम का हिस्सा',
    'The place of the first': 'पहले का स्थान',
    'Word prefixes of name, email address, company or external_id; or digits of a phone number':
      'नाम, ईमेल, कंपनी या external_id के शब्दों की शुरुआत; या फ़ोन नंबर के अंक',
    'Of this member; `me`: the caller’s own, of which an API key has none': 'इस सदस्य के; `me`: अपने, जो API key के नहीं होते',
    'Received at or after': 'इस समय या बाद में मिले',
    'Received before': 'इससे पहले मिले',
    'Leads and contacts: word prefixes, or digits of a phone number; then newest first. Others: a part of a name, address or number':
      'लीड और संपर्क: शब्दों की शुरुआत या फ़ोन के अंक; फिर नए पहले। बाक़ी: नाम, पते या नंबर का हिस्सा',
    'Key of a field, descending with a minus; left out: the list’s own order':
      'फ़ील्ड की कुंजी, घटते क्रम के लिए माइनस; न देने पर सूची का अपना क्रम',
    'Keys of fields; left out: the usual ones': 'फ़ील्ड की कुंजियाँ; न देने पर सामान्य',
    'Up to today, by the time zone and the week of the workspace; `custom` goes from `from` to `to`':
      'आज तक, कार्यस्थान के टाइम ज़ोन और सप्ताह से; `custom` `from` से `to` तक',
    'The first day of `custom`': '`custom` का पहला दिन',
    'The last day of `custom`': '`custom` का आख़िरी दिन',
    'With `by`': '`by` के साथ',
    'Which of the points, from 0': 'कौन सा बिंदु, 0 से',
    'Of the period before': 'पिछली अवधि का',
    'Whether there is a reply at Google that was not rejected': 'क्या Google पर ऐसा जवाब है जो अस्वीकार नहीं हुआ',
    'Those that are no longer at Google, in place of those that are': 'जो Google पर अब नहीं हैं, उनकी जगह जो हैं',
    '`next_cursor` of the column or of the previous page': 'कॉलम या पिछले पेज का `next_cursor`',
    'Those that are no longer in use': 'जो अब इस्तेमाल में नहीं हैं',
    'This, `dealId`, `leadId` or `companyId`': 'यह, `dealId`, `leadId` या `companyId`',
    'Only entries of these kinds': 'केवल इन तरह की प्रविष्टियाँ',
    'Also count the entries of each kind': 'हर तरह की प्रविष्टियाँ भी गिनें',
    'Told to the booker': 'बुक करने वाले को बताया जाता है',
    'Needed without `hostId`; default: the time that it has': '`hostId` के बिना ज़रूरी; वरना मौजूदा समय',
    'For a start without an offset': 'बिना ऑफ़सेट वाली शुरुआत के लिए',
    'The member who hosts it from now on': 'अब से मेज़बान सदस्य',
    'Required for a lost stage': 'हारे हुए चरण के लिए ज़रूरी',
    'Sets fields of the deal along with it, as `set-fields` does': 'साथ में डील के फ़ील्ड सेट करता है, जैसे `set-fields`',
    'Your own id of the message': 'संदेश की आपकी अपनी ID',
    '4,096 characters at most, in an email 50,000': 'ज़्यादा से ज़्यादा 4,096 अक्षर, ईमेल में 50,000',
    'For notes: members to notify, in addition to those mentioned with an @ name or address':
      'नोट के लिए: @ से ज़िक्र किए गए सदस्यों के अलावा किसे सूचना दें',
    'A message of the conversation, quoted in the reply': 'बातचीत का संदेश, जो जवाब में उद्धृत हो',
    'The message whose channel and sender get the reply; default: the last inbound message':
      'वह संदेश जिसके चैनल और भेजने वाले को जवाब मिले; वरना आख़िरी आया संदेश',
    'For an email: all whom it went to get the reply, too': 'ईमेल में: जिन सबको वह गया था, उन्हें भी जवाब मिले',
    'For an email: so long `cancel-email` takes it back': 'ईमेल में: इतनी देर तक `cancel-email` उसे वापस ले सकता है',
    'Files of `create-email-file`, 20 MB (20,971,520 bytes) in all': '`create-email-file` की फ़ाइलें, कुल 20 MB (20,971,520 बाइट)',
    'One for each of the template’s `values`, in order: header (its text, the https URL of its file, or latitude, longitude, place and address), then the text’s, then the buttons’. Numbered placeholders by number, named ones in order of appearance; a login code is given once':
      'टेम्प्लेट के हर `values` के लिए एक, क्रम से: हेडर (उसका टेक्स्ट, फ़ाइल का https URL, या अक्षांश, देशांतर, जगह और पता), फिर टेक्स्ट के, फिर बटन के। नंबर वाले नंबर से, नाम वाले दिखने के क्रम से; लॉगिन कोड एक बार',
    '4,096 bytes at most, as UTF-8; Google shows plain text': 'UTF-8 में ज़्यादा से ज़्यादा 4,096 बाइट; Google सादा टेक्स्ट दिखाता है',
    'Required for a new tag': 'नए टैग के लिए ज़रूरी',
    'The color. A new tag without one gets the color that the fewest tags have':
      'रंग। बिना रंग के नए टैग को सबसे कम इस्तेमाल हुआ रंग मिलता है',
    'An address or a list of them, with names or without; 20 recipients in all':
      'एक पता या उनकी सूची, नाम के साथ या बिना; कुल 20 पाने वाले',
    'Plain text, with paragraphs by empty lines; this or `body` is required':
      'सादा टेक्स्ट, पैराग्राफ़ खाली लाइन से; यह या `body` ज़रूरी है',
    'HTML, in place of `text`': 'HTML, `text` की जगह',
    'The sender: your own mailbox, or one of the team': 'भेजने वाला: आपका मेलबॉक्स, या टीम का',
    'The mail that it answers': 'जिस ईमेल का यह जवाब है',
    'A draft of `save-email-draft` that this mail was: it is removed as the mail is stored, and is sent once':
      '`save-email-draft` का ड्राफ़्ट जो यह ईमेल था: सहेजते ही हटता है और एक बार भेजा जाता है',
    'Sends this or nothing: what was a draft when someone looked may be sent by now. Default: what its state asks for':
      'यही भेजता है या कुछ नहीं: जो देखते समय ड्राफ़्ट था, अब भेजा जा चुका हो सकता है। वरना जो उसकी स्थिति माँगे',
    'Send it although it lacks what `show-invoice` lists as `missing_details`':
      'भेजें, भले वह न हो जो `show-invoice` `missing_details` में बताता है',
    'E.164': 'E.164',
    'Required without `templateName`': '`templateName` के बिना ज़रूरी',
    'The first contact; null: none': 'पहला संपर्क; null: कोई नहीं',
    'The further contacts, all of them': 'बाक़ी सब संपर्क',
    'The deal or the company': 'डील या कंपनी',
    'For a deal: industry, employees, website, address, logo, summary. For a company: industry, description, founded, employees':
      'डील के लिए: industry, employees, website, address, logo, summary। कंपनी के लिए: industry, description, founded, employees',
    'By key, as `set-fields` takes them': 'कुंजी से, जैसे `set-fields` लेता है',
    'Records of this kind': 'इस तरह के रिकॉर्ड',
    'For `snooze`: at most a year ahead': '`snooze` के लिए: ज़्यादा से ज़्यादा एक साल आगे',
    'For `close`: the newest message that the caller has read': '`close` के लिए: पढ़ा हुआ सबसे नया संदेश',
    'A member of the workspace; null: without an owner': 'कार्यस्थान का सदस्य; null: कोई नहीं',
    'Required with the first amount': 'पहली राशि के साथ ज़रूरी',
    'When it is expected to close; null removes it': 'कब बंद होने की उम्मीद है; null हटा देता है',
    'Per cent; null: that of its stage': 'प्रतिशत; null: चरण वाला',
    '`deal` is not among them: create a deal from the lead': '`deal` इनमें नहीं है: लीड से डील बनाएँ',
    'Why it is not a fit; required then': 'क्यों ठीक नहीं; तब ज़रूरी',
    'The reason; visible to staff, not to the client': 'कारण; टीम को दिखता है, क्लाइंट को नहीं',
    'A key of `describe-list`; a field of the workspace’s own is `field.<key>`':
      '`describe-list` की कुंजी; कार्यस्थान का अपना फ़ील्ड `field.<key>` है',
    'Of `person`: the id of a member, `me` or `nobody`. Of `in_period`: a `ListPeriod`. Of `on`, `before`, `after`: YYYY-MM-DD. Of `…_days`: a number of days. Of `tags`: ids. Of `record`: its id. Of `money`: the smallest unit, with `currency`.':
      '`person`: सदस्य की ID, `me` या `nobody`। `in_period`: एक `ListPeriod`। `on`, `before`, `after`: YYYY-MM-DD। `…_days`: दिनों की संख्या। `tags`: कई ID। `record`: उसकी ID। `money`: सबसे छोटी इकाई, `currency` के साथ।',
    'Of `money`: ISO 4217': '`money` के लिए: ISO 4217',
    'HSN or SAC code, in India: 4, 6 or 8 digits for goods, 6 for services (99…)':
      'भारत में HSN या SAC कोड: सामान के लिए 4, 6 या 8 अंक, सेवाओं के लिए 6 (99…)',
  },
  'server/fields/functions': {
    'The value, or another one where it is empty: null, or text without a letter.':
      'वैल्यू, या खाली होने पर दूसरी: null, या बिना अक्षर का टेक्स्ट।',
    'Whether there is a value: not null, and not a text without a letter. What follows it in `&&` and `?:` knows so.':
      'क्या वैल्यू है: न null, न बिना अक्षर का टेक्स्ट। `&&` और `?:` में आगे का हिस्सा यह जानता है।',
    'In small letters.': 'छोटे अक्षरों में।',
    'In capitals.': 'बड़े अक्षरों में।',
    'Without spaces and line breaks at both ends.': 'दोनों सिरों पर बिना जगह और लाइन ब्रेक।',
    'Whether a text has a part, to the letter.': 'क्या टेक्स्ट में यह हिस्सा ठीक वैसा ही है।',
    'Whether a text begins with a part.': 'क्या टेक्स्ट इस हिस्से से शुरू होता है।',
    'Whether a text ends with a part.': 'क्या टेक्स्ट इस हिस्से पर ख़त्म होता है।',
    'Whether a regular expression (RE2) is found in a text. Write the pattern in quotes; `^` and `$` are the ends.':
      'क्या रेगुलर एक्सप्रेशन (RE2) टेक्स्ट में मिलता है। पैटर्न उद्धरण चिह्नों में; `^` और `$` सिरे हैं।',
    'With each occurrence of a part replaced.': 'हर जगह उस हिस्से को बदलकर।',
    'The pieces between separators.': 'विभाजकों के बीच के टुकड़े।',
    'The elements in one text, with a comma and a space between them, or with what you name. Empty ones are left out.':
      'सब तत्व एक टेक्स्ट में, बीच में अल्पविराम और जगह, या जो आप बताएँ। खाली छोड़ दिए जाते हैं।',
    'A value as text: an instant in the zone and language of the workspace, an empty one as empty text.':
      'वैल्यू टेक्स्ट के रूप में: समय कार्यस्थान के ज़ोन और भाषा में, खाली खाली टेक्स्ट के रूप में।',
    'The first name in a full name, without titles. Empty where there is none.':
      'पूरे नाम में से पहला नाम, बिना उपाधि। न हो तो खाली।',
    'A telephone number in international form, read with the country of the workspace. Empty where it is none.':
      'अंतरराष्ट्रीय रूप में फ़ोन नंबर, कार्यस्थान के देश से पढ़ा गया। न हो तो खाली।',
    'For a part of an address of a page.': 'किसी पेज के पते के हिस्से के लिए।',
    'A value as JSON.': 'वैल्यू JSON के रूप में।',
    'The number that a text is, written with a point. Empty where it is none.': 'टेक्स्ट में लिखी संख्या, बिंदु के साथ। न हो तो खाली।',
    'Rounded to so many digits behind the point, to none by default; halves go away from zero.':
      'इतने दशमलव अंकों तक पूर्णांकित, न बताने पर शून्य तक; आधा शून्य से दूर जाता है।',
    'The least of several numbers or instants, or of a list.': 'कई संख्याओं या समयों में, या सूची में सबसे छोटा।',
    'The greatest of several numbers or instants, or of a list.': 'कई संख्याओं या समयों में, या सूची में सबसे बड़ा।',
    'All numbers of a list together.': 'सूची की सब संख्याओं का जोड़।',
    'An amount in the smallest unit of a currency, as people write it in the language of the workspace.':
      'मुद्रा की सबसे छोटी इकाई में राशि, कार्यस्थान की भाषा में लिखी हुई।',
    'How many elements a list has, members an object, characters a text.':
      'सूची में कितने तत्व, ऑब्जेक्ट में कितने सदस्य, टेक्स्ट में कितने अक्षर।',
    'The first element; empty where there is none.': 'पहला तत्व; न हो तो खाली।',
    'The last element; empty where there is none.': 'आख़िरी तत्व; न हो तो खाली।',
    'The instant that a text says (RFC 3339). A day alone is its midnight in the zone of the workspace.':
      'टेक्स्ट में लिखा समय (RFC 3339)। केवल दिन हो तो कार्यस्थान के ज़ोन की आधी रात।',
    'So many days: the time on the wall clock of the workspace stays the same.': 'इतने दिन: कार्यस्थान की घड़ी का समय वही रहता है।',
    'So many hours of elapsed time.': 'बीते समय के इतने घंटे।',
    'So many minutes of elapsed time.': 'बीते समय के इतने मिनट।',
    'The day that a zone has then: of the workspace, or of one that you name.':
      'तब किसी ज़ोन में जो दिन है: कार्यस्थान का, या जो आप बताएँ।',
    'The day of the week then: `mon`, `tue`, `wed`, `thu`, `fri`, `sat` or `sun`.':
      'तब सप्ताह का दिन: `mon`, `tue`, `wed`, `thu`, `fri`, `sat` या `sun`।',
    'The hour on the clock then, 0 to 23.': 'तब घड़ी का घंटा, 0 से 23।',
    'A time as text: `day`, `time`, `short`, `long`, or a pattern of y, MM, MMM, MMMM, d, dd, E, EEEE, HH, h, mm, ss and a; words stand in quotes.':
      'समय टेक्स्ट के रूप में: `day`, `time`, `short`, `long`, या y, MM, MMM, MMMM, d, dd, E, EEEE, HH, h, mm, ss और a का पैटर्न; शब्द उद्धरण चिह्नों में।',
  },
}
