import { counted } from '#web/i18n/format.ts'

const mostCounted = 10_000

const records = (n: number): string =>
  n >= mostCounted ? `${counted(mostCounted - 1)} से ज़्यादा रिकॉर्ड` : `${counted(n)} रिकॉर्ड`

/** Hindi of web/src/crm/tags. */
export default {
  'crm/tags/module': {
    tags: 'टैग',
    tagsAbout: 'संपर्क, कंपनियों, लीड और डील के लिए लेबल।',
  },
  'crm/tags/record-strings': {
    title: 'टैग',
    editTags: 'टैग संपादित करें',
    addTag: 'टैग जोड़ें',
    picker: 'इस रिकॉर्ड के टैग',
  },
  'crm/tags/sentences': {
    'save-tag': {
      done: 'ने एक टैग सेव किया',
      tried: 'ने एक टैग सेव करने की कोशिश की',
    },
    'merge-tags': {
      done: 'ने दो टैग मर्ज किए',
      tried: 'ने दो टैग मर्ज करने की कोशिश की',
    },
    'delete-tag': {
      done: 'ने एक टैग मिटाया',
      tried: 'ने एक टैग मिटाने की कोशिश की',
    },
    'tag-records': {
      done: 'ने रिकॉर्ड के टैग बदले',
      tried: 'ने रिकॉर्ड के टैग बदलने की कोशिश की',
    },
  },
  'crm/tags/strings': {
    title: 'टैग',
    about: 'संपर्क, कंपनियों, लीड और डील के लिए लेबल। वर्कस्पेस के सभी लोग यही सूची इस्तेमाल करते हैं।',
    add: 'नया टैग',
    edit: 'टैग संपादित करें',
    name: 'नाम',
    nameMissing: 'नाम लिखें।',
    save: 'सेव करें',
    loadFailed: 'टैग लोड नहीं हो सके',
    notSaved: 'टैग सेव नहीं हो सका',
    emptyTitle: 'अभी कोई टैग नहीं',
    emptyText: 'टैग अलग-अलग पेजों के रिकॉर्ड को एक समूह में लाता है, जैसे “VIP” या “छोटा बाथरूम”।',
    uses: 'कितने रिकॉर्ड में',
    usedBy: (n: number) => (n >= mostCounted ? `${counted(mostCounted)}+` : counted(n)),
    actionsOf: (name: string) => `${name} की कार्रवाइयाँ`,
    rename: 'नाम या रंग बदलें',
    merge: 'दूसरे टैग में मर्ज करें',
    remove: 'मिटाएँ',
    filter: 'टैग फ़िल्टर करें',
    noMatch: 'इस नाम का कोई टैग नहीं।',
    mergeTitle: (name: string) => `“${name}” मर्ज करें`,
    mergeText: (name: string, n: number) =>
      n === 0
        ? `“${name}” किसी रिकॉर्ड में नहीं है। इसकी जगह दूसरा टैग रहेगा। इसे पहले जैसा नहीं किया जा सकता।`
        : `“${name}” ${records(n)} में है। उन्हें इसकी जगह दूसरा टैग मिलेगा। इसे पहले जैसा नहीं किया जा सकता।`,
    mergeInto: 'इसमें मर्ज करें',
    mergeMissing: 'कोई टैग चुनें।',
    mergeNow: 'मर्ज करें',
    merged: (name: string) => `“${name}” में मर्ज हो गया`,
    notMerged: 'टैग मर्ज नहीं हो सके',
    cancel: 'रद्द करें',
    deleteTitle: (name: string) => `“${name}” मिटाएँ?`,
    deleteText: (n: number) =>
      n === 0
        ? 'यह टैग किसी रिकॉर्ड में नहीं है। इसे पहले जैसा नहीं किया जा सकता।'
        : `यह टैग ${records(n)} से हट जाएगा। इसे पहले जैसा नहीं किया जा सकता।`,
    deleted: 'टैग मिटाया गया',
    search: 'टैग खोजें या बनाएँ',
    create: (name: string) => `“${name}” बनाएँ`,
    noTags: 'अभी कोई टैग नहीं है। बनाने के लिए नाम लिखें।',
    notTagged: 'टैग नहीं बदले जा सके',
  },
}
