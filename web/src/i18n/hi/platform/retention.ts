import { counted } from '#web/i18n/format.ts'

const rows = (n: number): string => `${counted(n)} रिकॉर्ड`

/** Hindi of web/src/platform/retention. */
export default {
  'platform/retention/module': {
    cleanup: 'सफ़ाई',
    cleanupAbout: 'समय पूरा कर चुका डेटा अभी हटाएँ।',
  },
  'platform/retention/sentences': {
    'system-cleanup': {
      done: 'ने समय पूरा कर चुका डेटा गिना या हटाया',
      tried: 'ने समय पूरा कर चुका डेटा गिनने या हटाने की कोशिश की',
    },
  },
  'platform/retention/strings': {
    title: 'सफ़ाई',
    about:
      'Foyer समय पूरा कर चुका डेटा हर रात हटाता है। यहाँ आप देख सकते हैं कि क्या हटना है, और उसे अभी हटा सकते हैं। लीड, सबूत वाले दस्तावेज़, पेमेंट और ऑडिट लॉग यहाँ कभी नहीं हटाए जाते।',
    loadFailed: 'समय पूरा कर चुका डेटा गिना नहीं जा सका',
    due: 'समय पूरा कर चुका डेटा',
    dueText: 'सिर्फ़ वही हटाया जाता है जो यहाँ लिखा है।',
    countAgain: 'फिर गिनें',
    list: 'समय पूरा कर चुका डेटा, प्रकार के हिसाब से',
    kind: 'डेटा',
    count: 'रिकॉर्ड',
    oldest: 'सबसे पुराना',
    kept: 'कितने दिन रखा जाता है',
    days: (n: number) => (n === 1 ? '1 दिन' : `${counted(n)} दिन`),
    none: 'कोई नहीं',
    emptyTitle: 'हटाने को कुछ नहीं',
    emptyText: 'रात की सफ़ाई में वह सब हट चुका है जो हटना था।',
    remove: (n: number) => `${rows(n)} हटाएँ`,
    confirmTitle: 'समय पूरा कर चुका डेटा हटाएँ',
    confirmText: (n: number) => `इस वर्कस्पेस से ${rows(n)} ${n === 1 ? 'हटाया जाएगा' : 'हटाए जाएँगे'}। इसे पहले जैसा नहीं किया जा सकता।`,
    confirm: 'हटाएँ',
    removed: (n: number) => `${rows(n)} ${n === 1 ? 'हटाया गया' : 'हटाए गए'}`,
    running: 'सफ़ाई चल रही है',
    progress: (removed: number, planned: number) => `${rows(planned)} में से ${counted(removed)} हटाए गए`,
    last: 'पिछली सफ़ाई',
    lastText: (n: number, by: string) =>
      by === '' ? `${rows(n)} ${n === 1 ? 'हटाया गया' : 'हटाए गए'}` : `${by} ने ${rows(n)} ${n === 1 ? 'हटाया' : 'हटाए'}`,
  },
  'platform/retention/strings#kindNames': {
    sessions: 'सेशन',
    challenges: 'अधूरे साइन इन',
    oauth_flows: 'अधूरे कनेक्शन',
    idempotency: 'दोहराव के लिए रखे जवाब',
    deliveries: 'बिना लीड वाली रिक्वेस्ट',
    provider_calls: 'प्रोवाइडर को की गई कॉल',
    mails: 'भेजे गए और विफल ईमेल',
    webhook_deliveries: 'वेबहुक डिलीवरी',
    uploads: 'बिना लीड वाली फ़ाइलें',
    ai_reservations: 'खोई हुई AI कॉल',
    transcripts: 'असिस्टेंट से बातचीत',
    sync_pages: 'CRM सिंक का ब्योरा',
  },
}
