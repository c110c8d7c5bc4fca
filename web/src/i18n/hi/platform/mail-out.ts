import { counted } from '#web/i18n/format.ts'

/** Hindi of web/src/platform/mail-out. */
export default {
  'platform/mail-out/module': {
    outbox: 'भेजे जाने वाले ईमेल',
    outboxLead: 'Foyer का भेजा हर ईमेल और उसकी स्थिति।',
  },
  'platform/mail-out/sentences#audit': {
    'retry-mail': {
      done: 'ने एक ईमेल फिर भेजा',
      tried: 'ने एक ईमेल फिर भेजने की कोशिश की',
    },
  },
  'platform/mail-out/sentences': {
    mailFailed: (to: string) => `${to} को एक ईमेल नहीं पहुँचाया जा सका`,
  },
  'platform/mail-out/strings': {
    title: 'भेजे जाने वाले ईमेल',
    about: 'Foyer का भेजा हर ईमेल और उसकी स्थिति। ईमेल का टेक्स्ट नहीं दिखता: उसके लिंक सिर्फ़ पाने वाले के लिए हैं।',
    setupFailed: 'ईमेल का सेटअप लोड नहीं हो सका',
    providers: {
      smtp: 'SMTP से',
      resend: 'Resend से',
      sandbox: 'सैंडबॉक्स में: ईमेल असल में नहीं भेजे जाते।',
    },
    noProvider: 'कोई ईमेल खाता कनेक्ट नहीं है: ईमेल यहीं रुके रहते हैं। सर्वर के कॉन्फ़िगरेशन में एक कनेक्ट करें।',
    from: (address: string) => `${address} से`,
    openMailbox: 'मेलबॉक्स खोलें',
    state: 'स्थिति',
    anyState: 'कोई भी स्थिति',
    states: {
      queued: 'कतार में',
      sent: 'भेजा गया',
      failed: 'विफल',
    },
    list: 'ईमेल, सबसे नए पहले',
    loadFailed: 'ईमेल लोड नहीं हो सके',
    emptyTitle: 'अभी कोई ईमेल नहीं',
    emptyText: 'Foyer जब ईमेल भेजता है, तो वे यहाँ दिखते हैं, आपके पहले न्योते से ही।',
    toMembers: 'सहकर्मी को बुलाएँ',
    noMatch: 'कोई नतीजा नहीं',
    all: 'सभी ईमेल दिखाएँ',
    subject: 'विषय',
    to: 'प्रति',
    kind: 'प्रकार',
    when: 'तारीख',
    recipient: (address: string, name: string | null) => (name ? `${name} <${address}>` : address),
    templates: {
      invitation: 'न्योता',
      'set-password': 'पहला पासवर्ड',
      'reset-password': 'पासवर्ड रीसेट',
      'security-notice': 'सुरक्षा सूचना',
      'webhook-disabled': 'वेबहुक बंद हुआ',
      notices: 'सूचना',
      'notice-summary': 'सुबह का सारांश',
    },
    attempts: (n: number) => (n === 1 ? '1 कोशिश' : `${counted(n)} कोशिशें`),
    held: 'रिस्टोर के बाद रुका है, जब तक कोई ओनर इसे जारी न करे',
    nextAttempt: 'अगली कोशिश',
    sentAt: 'भेजा गया',
    queuedAt: 'कतार में लगा',
    retry: 'अभी भेजें',
    retryFailed: 'ईमेल फिर कतार में नहीं लग सका',
    retried: (n: number) => (n === 1 ? 'ईमेल फिर कतार में लगा।' : `${counted(n)} ईमेल फिर कतार में लगे।`),
    oneTitle: 'ईमेल',
    oneFailed: 'यह ईमेल लोड नहीं हो सका',
  },
}
