import { counted } from '#web/i18n/format.ts'

const many = (n: number, one: string, more: string): string => `${counted(n)} ${n < 2 ? one : more}`

/** French of web/src/business/views. */
export default {
  'business/views/strings': {
    title: 'Consultations',
    failed: 'Les consultations n’ont pas pu être chargées',
    none: 'Pas encore consulté.',
    noneSent: 'Rien n’a encore été envoyé.',
    viewed: (n: number) => `Consulté ${counted(n)} fois`,
    last: (when: string) => `dernière fois ${when}`,
    spent: (time: string, where: string) => `${time} sur ${where}`,
    seconds: (n: number) => many(n, 'seconde', 'secondes'),
    minutes: (n: number) => many(n, 'minute', 'minutes'),
    prices: 'prix',
    page: (n: number) => `page ${counted(n)}`,
    section: (n: number) => `section ${counted(n)}`,
    list: 'Consultations, les plus récentes d’abord',
    classes: { person: 'Personne', proxy: 'Proxy de messagerie', scanner: 'Analyseur', own: 'Votre équipe' },
    loads: (n: number) => many(n, 'chargement', 'chargements'),
  },
}
