import { instantIn, type MemberMails, severalIn, titleOf } from './member-mail.ts'

const instant = instantIn('hi')
const several = severalIn('hi')

const roles = { owner: 'ओनर', admin: 'एडमिन', member: 'सदस्य' } as const
const changes = {
  password_changed: 'आपका पासवर्ड बदला गया',
  totp_on: 'टू-फ़ैक्टर कोड चालू किए गए',
  totp_off: 'टू-फ़ैक्टर कोड बंद किए गए',
  recovery_codes_renewed: 'नए रिकवरी कोड बनाए गए',
  recovery_code_used: 'साइन इन के लिए एक रिकवरी कोड इस्तेमाल हुआ',
  passkey_added: 'एक पासकी जोड़ी गई',
  passkey_removed: 'एक पासकी हटाई गई',
} as const
const meetings = {
  requested: 'मीटिंग का अनुरोध',
  confirmed: 'नई मीटिंग',
  moved: 'मीटिंग का समय बदला',
  cancelled: 'मीटिंग रद्द हुई',
  declined: 'मीटिंग अस्वीकार हुई',
  handed: 'नए होस्ट के साथ मीटिंग',
  unanswered: 'मीटिंग के अनुरोध का समय पर जवाब नहीं मिला',
  released: 'यह मीटिंग अब आपकी नहीं है',
} as const
const asks = {
  asked: (workflow: string) => `वर्कफ़्लो “${workflow}” को आपका जवाब चाहिए।`,
  reminded: (workflow: string) => `वर्कफ़्लो “${workflow}” को अब भी आपके जवाब का इंतज़ार है।`,
  escalated: (workflow: string) => `वर्कफ़्लो “${workflow}” को अब तक जवाब नहीं मिला, इसलिए आपसे पूछा जा रहा है।`,
  delegated: (workflow: string) => `एक सहकर्मी ने वर्कफ़्लो “${workflow}” का यह चरण आपको सौंपा है।`,
  passed: (workflow: string) => `वर्कफ़्लो “${workflow}” ने जिस सदस्य से पूछा था, वे अब नहीं हैं, इसलिए एडमिन से पूछा जा रहा है।`,
} as const
const because = (organization: string): string => `यह ईमेल आपको ${organization} में आपकी सूचना सेटिंग की वजह से मिला है।`
const buttonOf = (button: string, more: string): string => (more === '' ? button : `${button} (${several(more, 'और', 'और')})`)

export const hi: MemberMails = {
  orCopy: 'या यह पता अपने ब्राउज़र में कॉपी करें:',
  invitation: ({ organization, inviter, role, days }) => ({
    subject: inviter ? `${inviter} ने आपको ${organization} में बुलाया है` : `${organization} से आपको न्योता मिला है`,
    title: `${organization} में शामिल हों`,
    paragraphs: [
      `${inviter || 'एक सहकर्मी'} ने आपको Foyer पर ${organization} में बुलाया है। आपका रोल: ${roles[role]}।`,
      'न्योता स्वीकार करने और पासवर्ड चुनने के लिए लिंक खोलें।',
    ],
    button: 'न्योता स्वीकार करें',
    footer: `लिंक एक बार काम करता है और ${several(days, 'दिन', 'दिन')} बाद खत्म हो जाता है। अगर आपको इस ईमेल की उम्मीद नहीं थी, तो इसे अनदेखा करें।`,
  }),
  'set-password': ({ organization, hours }) => ({
    subject: `${organization} में आपका स्वागत है`,
    title: `${organization} में आपका स्वागत है`,
    paragraphs: [
      `अब आप Foyer पर ${organization} के सदस्य हैं।`,
      'पासवर्ड चुनने के लिए लिंक खोलें। अगर इस ईमेल पते से आपका खाता पहले से है, तो उसी का पासवर्ड डालें।',
    ],
    button: 'Foyer खोलें',
    footer: `लिंक एक बार काम करता है और ${several(hours, 'घंटे', 'घंटे')} बाद खत्म हो जाता है। अगर वह खत्म हो गया है, तो अपने एडमिन से नया माँगें। अगर आपको इस ईमेल की उम्मीद नहीं थी, तो इसे अनदेखा करें।`,
  }),
  'reset-password': ({ hours }) => ({
    subject: 'नया पासवर्ड चुनें',
    title: 'नया पासवर्ड चुनें',
    paragraphs: ['आपके Foyer खाते का पासवर्ड बदलने का अनुरोध मिला है। अगर यह आपने किया है, तो लिंक खोलें।'],
    button: 'नया पासवर्ड चुनें',
    footer: `लिंक एक बार काम करता है और ${several(hours, 'घंटे', 'घंटे')} बाद खत्म हो जाता है। अगर यह अनुरोध आपका नहीं है, तो इस ईमेल को अनदेखा करें: आपका पासवर्ड वही रहेगा।`,
  }),
  'security-notice': ({ what, at, where }) => ({
    subject: `आपका खाता: ${changes[what]}`,
    title: changes[what],
    paragraphs: [`समय: ${instant(at)}${where ? `, कहाँ से: ${where}` : ''}।`, 'अगर यह आपने किया, तो कुछ करने की ज़रूरत नहीं।'],
    button: 'अपना खाता देखें',
    footer: 'अगर यह आपने नहीं किया, तो अभी अपना पासवर्ड बदलें और बाकी सभी सेशन खत्म करें।',
  }),
  notices: ({ organization, only, isTest, count, more }) => {
    const title = only || several(count, 'सूचना', 'सूचनाएँ')
    return {
      subject: titleOf(title, organization),
      title,
      paragraphs: isTest ? [`${only}, जो आपने अपनी सेटिंग में माँगी थी।`] : [],
      button: buttonOf(only ? 'Foyer में खोलें' : 'सूचनाएँ देखें', more),
      footer: because(organization),
      settings: 'चुनें कि आपको ईमेल से क्या मिले',
    }
  },
  'notice-summary': ({ organization, count, more }) => {
    const title = `आपका सुबह का सारांश: ${several(count, 'सूचना', 'सूचनाएँ')}`
    return {
      subject: titleOf(title, organization),
      title,
      paragraphs: ['जो आपके पिछले सारांश के बाद आया और अब तक पढ़ा नहीं गया।'],
      button: buttonOf('सूचनाएँ देखें', more),
      footer: because(organization),
      settings: 'चुनें कि आपके सारांश में क्या हो',
    }
  },
  'webhook-disabled': ({ url, reason, days, organization }) => ({
    subject: `${organization} का एक वेबहुक बंद कर दिया गया`,
    title: 'एक वेबहुक बंद कर दिया गया',
    paragraphs: [
      `Foyer अब ${organization} के इवेंट ${url} पर नहीं भेजता: ${
        reason === 'gone'
          ? 'एंडपॉइंट ने 410 (Gone) जवाब दिया, यानी वह और इवेंट नहीं चाहता'
          : `${several(days, 'दिन', 'दिन')} तक कोई डिलीवरी सफल नहीं हुई`
      }।`,
      'छूटे हुए इवेंट सहेजे हुए हैं। जब पाने वाला सिस्टम फिर काम करे, तो वेबहुक चालू करें और उन्हें वापस लाएँ।',
    ],
    button: 'वेबहुक खोलें',
    footer: `यह ईमेल आपको इसलिए मिला है क्योंकि आप ${organization} के ओनर या एडमिन हैं।`,
  }),
  'proposal-answered': ({ title, client, organization, answer, name, amount, reason }) => ({
    subject: `${client} ने “${title}” को ${answer === 'accepted' ? 'स्वीकार' : 'अस्वीकार'} किया`,
    title: `${client} ने आपका प्रपोज़ल ${answer === 'accepted' ? 'स्वीकार' : 'अस्वीकार'} किया`,
    paragraphs: [
      `“${title}”${amount ? `, कुल ${amount}` : ''}।`,
      name ? `इस नाम से स्वीकार किया: ${name}। जो स्वीकार हुआ, वह PDF में साथ लगा है।` : '',
      reason ? `उनके शब्दों में: “${reason}”` : '',
    ],
    button: 'प्रपोज़ल खोलें',
    footer: `यह ईमेल आपको इसलिए मिला है क्योंकि ${organization} में यह प्रपोज़ल आपने बनाया था। नाम और उद्धृत टेक्स्ट क्लाइंट ने लिखा है।`,
  }),
  'human-step': ({ because: reason, heading, workflow, text, about, until, organization }) => ({
    subject: `${reason === 'reminded' ? 'याद दिलाना' : 'करना है'}: ${heading}`,
    title: heading,
    paragraphs: [asks[reason](workflow), text, about && `किसके बारे में: ${about}`, until && `आप ${until} तक जवाब दे सकते हैं।`],
    button: 'चरण खोलें',
    footer: `यह ईमेल आपको इसलिए मिला है क्योंकि ${organization} के एक वर्कफ़्लो को जवाब चाहिए। लिंक खोलने से कोई जवाब नहीं जाता: जवाब आप पेज पर देते हैं। नाम और टेक्स्ट ग्राहकों के लिखे हो सकते हैं।`,
  }),
  'booking-host': ({ news, when, who, place, where, said, organization }) => ({
    subject: `${meetings[news]}: ${who}, ${when}`,
    title: meetings[news],
    paragraphs: [
      who,
      when,
      place === 'phone' ? 'फ़ोन पर' : place === 'other_host' ? `अब ${where} के साथ` : where,
      said && `“${said}”`,
    ],
    button: 'बुकिंग खोलें',
    footer: `यह ईमेल आपको इसलिए मिला है क्योंकि ${organization} में इस मीटिंग के होस्ट आप हैं। नाम और उद्धृत टेक्स्ट बुक करने वाले ने लिखा है।`,
  }),
}
