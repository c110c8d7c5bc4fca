import { counted } from '#web/i18n/format.ts'

/** Portuguese of web/src/business/views. */
export default {
  'business/views/strings': {
    title: 'Visualizações',
    failed: 'Não foi possível carregar as visualizações',
    none: 'Ainda não visto.',
    noneSent: 'Nada foi enviado ainda.',
    viewed: (n: number) => (n === 1 ? 'Visto uma vez' : n === 2 ? 'Visto duas vezes' : `Visto ${counted(n)} vezes`),
    last: (when: string) => `último, ${when}`,
    spent: (time: string, where: string) => `${time} em ${where}`,
    seconds: (n: number) => (n === 1 ? '1 segundo' : `${counted(n)} segundos`),
    minutes: (n: number) => (n === 1 ? '1 minuto' : `${counted(n)} minutos`),
    prices: 'os preços',
    page: (n: number) => `a página ${counted(n)}`,
    section: (n: number) => `a seção ${counted(n)}`,
    list: 'Visualizações, as mais recentes primeiro',
    classes: { person: 'Pessoa', proxy: 'Proxy de e-mail', scanner: 'Scanner', own: 'Sua equipe' },
    loads: (n: number) => (n === 1 ? '1 carregamento' : `${counted(n)} carregamentos`),
  },
}
