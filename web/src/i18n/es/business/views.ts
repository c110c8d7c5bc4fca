import { counted } from '#web/i18n/format.ts'

/** Spanish of web/src/business/views. */
export default {
  'business/views/strings': {
    title: 'Visitas',
    failed: 'No se pudieron cargar las visitas',
    none: 'Aún sin visitas.',
    noneSent: 'Aún no se ha enviado nada.',
    viewed: (n: number) => (n === 1 ? 'Se vio una vez' : n === 2 ? 'Se vio dos veces' : `Se vio ${counted(n)} veces`),
    last: (when: string) => `la última, ${when}`,
    spent: (time: string, where: string) => `${time} en ${where}`,
    seconds: (n: number) => (n === 1 ? '1 segundo' : `${counted(n)} segundos`),
    minutes: (n: number) => (n === 1 ? '1 minuto' : `${counted(n)} minutos`),
    prices: 'los precios',
    page: (n: number) => `la página ${counted(n)}`,
    section: (n: number) => `la sección ${counted(n)}`,
    list: 'Visitas, las más recientes primero',
    classes: { person: 'Persona', proxy: 'Proxy de correo', scanner: 'Escáner', own: 'Tu equipo' },
    loads: (n: number) => (n === 1 ? '1 carga' : `${counted(n)} cargas`),
  },
}
