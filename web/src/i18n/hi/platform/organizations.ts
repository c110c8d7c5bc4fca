import { counted } from '#web/i18n/format.ts'
import type { DemoCount } from '#web/wire.ts'

/** Hindi of web/src/platform/organizations. */
export default {
  'platform/organizations/module': {
    workspace: 'वर्कस्पेस',
    workspaceLead: 'नाम, फ़ोन नंबरों का डिफ़ॉल्ट देश, टाइम ज़ोन और सीमाएँ।',
  },
  'platform/organizations/sentences': {
    'switch-organization': {
      done: 'ने वर्कस्पेस बदला',
      tried: 'ने वर्कस्पेस बदलने की कोशिश की',
    },
    'update-workspace': {
      done: 'ने वर्कस्पेस की सेटिंग बदलीं',
      tried: 'ने वर्कस्पेस की सेटिंग बदलने की कोशिश की',
    },
    'clear-demo': {
      done: 'ने डेमो डेटा हटाया',
      tried: 'ने डेमो डेटा हटाने की कोशिश की',
    },
    'seed-demo': {
      done: 'ने डेमो डेटा लोड किया',
      tried: 'ने डेमो डेटा लोड करने की कोशिश की',
    },
  },
  'platform/organizations/strings': {
    workspace: 'वर्कस्पेस',
    about: 'आपके वर्कस्पेस का नाम, डिफ़ॉल्ट देश, टाइम ज़ोन और सीमाएँ।',
    loadFailed: 'सेटिंग लोड नहीं हो सकीं।',
    general: 'सामान्य',
    name: 'नाम',
    nameMissing: 'नाम लिखें।',
    saved: 'सेटिंग सेव हो गईं।',
    onlyAdmins: 'ये सेटिंग सिर्फ़ ओनर और एडमिन बदल सकते हैं।',
    country: 'डिफ़ॉल्ट देश',
    countryHint: 'बिना देश कोड वाले फ़ोन नंबरों के लिए।',
    countryNone: 'कोई नहीं: सिर्फ़ + और देश कोड वाले नंबर',
    zone: 'टाइम ज़ोन',
    zoneHint: 'देय तारीख़ों और रिपोर्टों का, और उन सदस्यों का जिन्होंने अपना तय नहीं किया।',
    room: 'वीडियो रूम का पता',
    roomHint: 'उन मीटिंग के लिए जिनका कैलेंडर रूम नहीं बनाता: {id} की जगह हर रूम का अपना नाम आता है।',
    roomExample: 'https://meet.example.com/{id}',
    roomWrong: 'https:// इस्तेमाल करें और पाथ में {id} डालें, जैसे https://meet.example.com/{id}।',
    noCountry: 'कोई देश नहीं',
    noSuchCountry: 'ऐसा कोई देश नहीं',
    limits: 'सीमाएँ',
    keyLimit: 'हर कुंजी की रेट लिमिट',
    keyLimitHint: 'हर कुंजी की डिफ़ॉल्ट रेट लिमिट (रिक्वेस्ट/मिनट)।',
    quota: 'मासिक कोटा',
    quotaHint: 'इसके बाद नई लीड अगले महीने तक खारिज होती हैं। डुप्लीकेट नहीं गिने जाते।',
    quotaField: 'हर महीने नई लीड',
    thisMonth: 'इस महीने',
    withoutQuota: (n: number) => `${counted(n)} लीड। कोई कोटा तय नहीं है।`,
    ofQuota: (n: number, quota: number, day: string) => `${counted(quota)} में से ${counted(n)} लीड। ${day} को फिर से शुरू होगा।`,
    quotaUsed: 'इस महीने इस्तेमाल हुआ कोटा',
    quotaFull: 'कोटा पूरा हो गया: नई लीड खारिज हो रही हैं। कोटा बढ़ाएँ, फिर उन्हें रिक्वेस्ट लॉग से दोबारा चलाएँ।',
    demoTitle: 'डेमो डेटा',
    demoHas: 'इस वर्कस्पेस में डेमो डेटा है। हटाने पर आपके अपने रिकॉर्ड बने रहते हैं, और वे डेमो डील और बातचीत भी जिनमें आपने टास्क या मैसेज जोड़े हैं।',
    demoNone:
      'कुछ हफ़्तों का काल्पनिक काम जोड़ता है: करीब साठ लीड, 12 डील, 8 बातचीत, कॉल, टास्क और 6 इनवॉइस। कुछ भी भेजा नहीं जाता। इसे कभी भी हटा सकते हैं।',
    demoLoad: 'डेमो डेटा लोड करें',
    demoClear: 'डेमो डेटा हटाएँ',
    demoAdded: (n: DemoCount) =>
      `जोड़े गए: ${counted(n.leads)} लीड, ${counted(n.companies)} कंपनियाँ, ${counted(n.deals)} डील, ${counted(n.messages)} मैसेज, ${counted(n.tasks)} टास्क, ${counted(n.invoices)} इनवॉइस।`,
    demoRemoved: (n: DemoCount) =>
      `हटाए गए: ${counted(n.leads)} लीड, ${counted(n.companies)} कंपनियाँ, ${counted(n.deals)} डील, ${counted(n.messages)} मैसेज, ${counted(n.tasks)} टास्क, ${counted(n.invoices)} इनवॉइस।`,
  },
}
