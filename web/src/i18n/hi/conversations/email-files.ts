/** Hindi of web/src/conversations/email-files. */
export default {
  'conversations/email-files/strings': {
    add: 'फ़ाइलें जोड़ें',
    list: 'भेजी जाने वाली फ़ाइलें',
    limit: 'कुल 20 MB तक की फ़ाइलें',
    sum: (size: string, count: number) => `${count === 1 ? '1 फ़ाइल' : `${count} फ़ाइलें`}, 20 MB में से ${size}`,
    tooLarge: (size: string) => `${size} की फ़ाइलें एक ईमेल की 20 MB की सीमा से ज़्यादा हैं। कुछ फ़ाइलें हटाएँ।`,
    tooMany: 'एक ईमेल में ज़्यादा से ज़्यादा 50 फ़ाइलें हो सकती हैं। कुछ फ़ाइलें हटाएँ।',
    sending: (name: string, percent: number) => `${name} अपलोड हो रही है: ${percent}%`,
    fetching: 'मूल ईमेल की फ़ाइलें लाई जा रही हैं',
    notFetched: 'मूल ईमेल की फ़ाइलें नहीं लाई जा सकीं',
    remove: (name: string) => `${name} हटाएँ`,
    again: (name: string) => `${name} फिर अपलोड करें`,
    file: (name: string, size: string) => `${name}, ${size}`,
    kilobytes: (count: number) => `${count} kB`,
    megabytes: (count: number) => `${count} MB`,
    drop: 'फ़ाइलें यहाँ छोड़ें',
  },
}
