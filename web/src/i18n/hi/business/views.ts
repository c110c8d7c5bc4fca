import { counted } from '#web/i18n/format.ts'

/** Hindi of web/src/business/views. */
export default {
  'business/views/strings': {
    title: 'कितनी बार देखा गया',
    failed: 'देखे जाने का ब्योरा लोड नहीं हो सका',
    none: 'अभी तक नहीं देखा गया।',
    noneSent: 'अभी कुछ नहीं भेजा गया।',
    viewed: (n: number) => `${counted(n)} बार देखा गया`,
    last: (when: string) => `आखिरी बार ${when}`,
    spent: (time: string, where: string) => `${where} पर ${time}`,
    seconds: (n: number) => (n === 1 ? '1 सेकंड' : `${counted(n)} सेकंड`),
    minutes: (n: number) => (n === 1 ? '1 मिनट' : `${counted(n)} मिनट`),
    prices: 'कीमतें',
    page: (n: number) => `पेज ${counted(n)}`,
    section: (n: number) => `खंड ${counted(n)}`,
    list: 'कब-कब देखा गया, सबसे नया पहले',
    classes: {
      person: 'व्यक्ति',
      proxy: 'मेल प्रॉक्सी',
      scanner: 'स्कैनर',
      own: 'आपकी टीम',
    },
    loads: (n: number) => `${counted(n)} बार लोड हुआ`,
  },
}
