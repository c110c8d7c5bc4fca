import { counted } from '#web/i18n/format.ts'

/** German of web/src/business/views. */
export default {
  'business/views/strings': {
    title: 'Aufrufe',
    failed: 'Die Aufrufe konnten nicht geladen werden',
    none: 'Noch nicht angesehen.',
    noneSent: 'Es wurde noch nichts gesendet.',
    viewed: (n: number) => (n === 1 ? 'Einmal angesehen' : n === 2 ? 'Zweimal angesehen' : `${counted(n)}-mal angesehen`),
    last: (when: string) => `zuletzt ${when}`,
    spent: (time: string, where: string) => `${time} bei ${where}`,
    seconds: (n: number) => (n === 1 ? '1 Sekunde' : `${counted(n)} Sekunden`),
    minutes: (n: number) => (n === 1 ? '1 Minute' : `${counted(n)} Minuten`),
    prices: 'den Preisen',
    page: (n: number) => `Seite ${counted(n)}`,
    section: (n: number) => `Abschnitt ${counted(n)}`,
    list: 'Aufrufe, neueste zuerst',
    classes: { person: 'Person', proxy: 'E-Mail-Proxy', scanner: 'Scanner', own: 'Ihr Team' },
    loads: (n: number) => (n === 1 ? '1 Abruf' : `${counted(n)} Abrufe`),
  },
}
