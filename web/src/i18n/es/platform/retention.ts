import { counted } from '#web/i18n/format.ts'

const rows = (n: number): string => (n === 1 ? '1 registro' : `${counted(n)} registros`)
const removed = (n: number): string => (n === 1 ? '1 registro eliminado' : `${counted(n)} registros eliminados`)

/** Spanish of web/src/platform/retention. */
export default {
  'platform/retention/strings': {
    title: 'Limpieza',
    about:
      'Foyer elimina los datos caducados cada noche. Aquí ves qué toca y puedes eliminarlo ahora. Los leads, los documentos con sus pruebas, los pagos y el registro de auditoría nunca se eliminan aquí.',
    loadFailed: 'No se pudieron contar los datos caducados',
    due: 'Datos caducados',
    dueText: 'Solo se elimina lo que aparece aquí.',
    countAgain: 'Contar de nuevo',
    list: 'Datos caducados por tipo',
    kind: 'Datos',
    count: 'Registros',
    oldest: 'El más antiguo',
    kept: 'Se conservan',
    days: (n: number) => (n === 1 ? '1 día' : `${counted(n)} días`),
    none: 'Ninguno',
    emptyTitle: 'No ha caducado nada',
    emptyText: 'La limpieza nocturna ha eliminado todo lo que tocaba.',
    remove: (n: number) => `Eliminar ${rows(n)}`,
    confirmTitle: 'Eliminar datos caducados',
    confirmText: (n: number) =>
      `${n === 1 ? 'Se eliminará' : 'Se eliminarán'} ${rows(n)} de este espacio de trabajo. No se puede deshacer.`,
    confirm: 'Eliminar',
    removed: (n: number) => removed(n),
    running: 'La limpieza está en curso',
    progress: (removed: number, planned: number) =>
      `${counted(removed)} de ${rows(planned)} ${planned === 1 ? 'eliminado' : 'eliminados'}`,
    last: 'Última limpieza',
    lastText: (n: number, by: string) => (by === '' ? removed(n) : `${removed(n)} por ${by}`),
  },
  'platform/retention/strings#kindNames': {
    sessions: 'Sesiones',
    challenges: 'Inicios de sesión sin terminar',
    oauth_flows: 'Conexiones sin terminar',
    idempotency: 'Respuestas guardadas para repeticiones',
    deliveries: 'Solicitudes sin lead',
    provider_calls: 'Llamadas a proveedores',
    mails: 'Correos enviados y con error',
    webhook_deliveries: 'Entregas de webhooks',
    uploads: 'Archivos sin leads',
    ai_reservations: 'Llamadas de IA perdidas',
    transcripts: 'Conversaciones con el asistente',
    sync_pages: 'Detalles de sincronizaciones de CRM',
  },
  'platform/retention/sentences': {
    'system-cleanup': {
      done: 'contó o eliminó datos caducados',
      tried: 'intentó contar o eliminar datos caducados',
    },
  },
  'platform/retention/module': {
    cleanup: 'Limpieza',
    cleanupAbout: 'Eliminar ahora los datos caducados.',
  },
}
