import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

export const strings = messages('business/views/strings', {
  title: 'Views',
  failed: 'The views could not be loaded',
  none: 'Not viewed yet.',
  noneSent: 'Nothing was sent yet.',
  viewed: (n: number) => (n === 1 ? 'Viewed once' : n === 2 ? 'Viewed twice' : `Viewed ${counted(n)} times`),
  last: (when: string) => `last ${when}`,
  spent: (time: string, where: string) => `${time} on ${where}`,
  seconds: (n: number) => (n === 1 ? '1 second' : `${counted(n)} seconds`),
  minutes: (n: number) => (n === 1 ? '1 minute' : `${counted(n)} minutes`),
  prices: 'prices',
  page: (n: number) => `page ${counted(n)}`,
  section: (n: number) => `section ${counted(n)}`,
  list: 'Views, the newest first',
  classes: { person: 'Person', proxy: 'Mail proxy', scanner: 'Scanner', own: 'Your team' },
  loads: (n: number) => (n === 1 ? '1 load' : `${counted(n)} loads`),
})
