/** Hindi of web/src/crm/by-hand. */
export default {
  'crm/by-hand/strings': {
    owner: 'ओनर',
    noOwner: 'कोई ओनर नहीं',
    known: 'पहले से मौजूद?',
    knownPeople: 'संपर्क और कंपनियाँ जो शायद वही हों',
    open: 'खोलें',
    unnamed: 'अज्ञात संपर्क',
    contactReasons: {
      email: 'वही ईमेल',
      phone: 'वही नंबर',
      name: 'वही नाम',
      company: 'वही कंपनी',
    },
    companyReasons: {
      domain: 'वही डोमेन',
      email: 'ईमेल का डोमेन',
      name: 'नाम की शुरुआत एक जैसी',
    },
    inBin: 'ट्रैश में: जोड़ने पर वापस आ जाएगा',
    restored: 'आपने यह शुरू किया था। जो लिखा था, वह अब भी यहाँ है।',
    startOver: 'फिर से शुरू करें',
    recordLabel: 'किसके बारे में',
    recordHint: 'नाम, ईमेल या नंबर लिखें।',
    recordOptional: 'संपर्क, कंपनी, डील या लीड। खाली रह सकता है।',
    recordsFound: 'संपर्क, कंपनियाँ, डील और लीड',
    recordKinds: { contact: 'संपर्क', company: 'कंपनी', deal: 'डील', lead: 'लीड' },
  },
}
