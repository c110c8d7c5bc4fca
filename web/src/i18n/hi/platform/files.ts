import { counted } from '#web/i18n/format.ts'

const filesOf = (n: number): string => `${counted(n)} ${n === 1 ? 'फ़ाइल' : 'फ़ाइलें'}`

/** Hindi of web/src/platform/files. */
export default {
  'platform/files/module': {
    files: 'फ़ाइलें',
    filesAbout: 'फ़ाइलें कहाँ रखी हैं और सही-सलामत हैं या नहीं।',
  },
  'platform/files/sentences': {
    damaged: 'रखी हुई एक फ़ाइल खराब है',
    damagedText: (kind: string) => `${kind}: इसे बैकअप से रिस्टोर करें।`,
  },
  'platform/files/strings': {
    files: 'फ़ाइलें',
    about: 'फ़ाइलें कहाँ रखी हैं और सही-सलामत हैं या नहीं।',
    failed: 'फ़ाइलें लोड नहीं हो सकीं',
    place: 'स्टोरेज',
    places: {
      folder: 'सर्वर का एक फ़ोल्डर',
      s3: 'एक S3 बकेट',
    },
    placeText: 'फ़ाइलें एक ही बार लिखी जाती हैं और उनके ऊपर कभी नहीं लिखा जाता। वे कहाँ रखी जाएँ, यह Foyer का ऑपरेटर तय करता है।',
    storedIn: 'नई फ़ाइलें',
    total: 'सभी फ़ाइलें',
    count: (n: number, size: string) => `${filesOf(n)}, ${size}`,
    none: 'अभी कोई फ़ाइल नहीं',
    noneText: 'दस्तावेज़, टेम्पलेट, अटैचमेंट और इंपोर्ट की गई फ़ाइलें यहाँ दिखती हैं।',
    moving: 'फ़ाइलें दूसरी जगह ले जाई जा रही हैं',
    movingText: (left: number, all: number, size: string) =>
      `${counted(all)} में से ${filesOf(left)} (${size}) अब भी पिछले स्टोरेज में ${left === 1 ? 'है। ऑपरेटर जब तक उसे ले जाता है, वह उपलब्ध रहती है।' : 'हैं। ऑपरेटर जब तक उन्हें ले जाता है, वे उपलब्ध रहती हैं।'}`,
    moved: 'ले जाई गईं',
    kinds: {
      document: 'दस्तावेज़',
      record: 'रोज़ रात के रिकॉर्ड',
      template: 'टेम्पलेट',
      email: 'ईमेल के अटैचमेंट',
      message: 'WhatsApp के अटैचमेंट',
      upload: 'इंपोर्ट की गई फ़ाइलें',
      design: 'डिज़ाइन',
      logo: 'लोगो',
      attachment: 'रिकॉर्ड की फ़ाइलें',
    },
    kindsTitle: 'प्रकार के हिसाब से',
    checks: 'जाँच',
    checksText: 'हर फ़ाइल कम से कम हर 30 दिन में फिर पढ़ी जाती है और उसके SHA-256 से मिलाई जाती है।',
    lastRead: 'पिछली पढ़ी गई फ़ाइल',
    oldestRead: 'सबसे लंबे समय से बिना जाँच',
    damaged: 'खराब',
    noDamaged: 'कोई नहीं',
    damagedFiles: 'खराब फ़ाइलें',
    damagedText: 'ऑपरेटर से इन्हें बैकअप से रिस्टोर करने को कहें। ये हर रात फिर पढ़ी जाती हैं।',
  },
}
