import { counted } from '#web/i18n/format.ts'

const many = (one: string, more: string) => (n: number) => (n === 1 ? `1 ${one}` : `${counted(n)} ${more}`)

/** Not counted further. */
const upTo = (n: number): string => (n > 1_000 ? `${counted(1_000)}+` : counted(n))

/** Spanish of web/src/platform/background-jobs. */
export default {
  'platform/background-jobs/held-strings': {
    title: 'Retenido tras una restauración',
    loadFailed: 'No se pudieron cargar los trabajos retenidos',
    since: 'Este espacio de trabajo se restauró de una copia de seguridad de',
    lead: 'Puede que los trabajos que estaban en cola ya se hayan hecho, por eso se retienen hasta que los liberes. Los trabajos nuevos siguen su curso normal.',
    owners: 'Solo un propietario puede liberarlos.',
    oldest: 'El más antiguo:',
    release: 'Liberar',
    released: 'Liberado.',
    confirmTitle: '¿Liberar estos trabajos?',
    confirmText: 'No se puede deshacer.',
    kinds: {
      mails: many('correo', 'correos'),
      messages: many('mensaje de WhatsApp', 'mensajes de WhatsApp'),
      webhooks: many('entrega de webhook', 'entregas de webhook'),
      payments: many('comprobación de pago', 'comprobaciones de pago'),
      syncs: many('llamada, plantilla o archivo por traer', 'llamadas, plantillas y archivos por traer'),
      ai: many('texto de IA por escribir', 'textos de IA por escribir'),
      workflows: many('ejecución de flujo', 'ejecuciones de flujos'),
    },
    repeats: {
      mails: 'Los correos ya enviados llegan por segunda vez.',
      messages: 'Los mensajes ya enviados llegan por segunda vez.',
      webhooks: 'Los endpoints reconocen una repetición por su webhook-id.',
      payments: 'Se pregunta a los proveedores; nada se cobra dos veces.',
      syncs: 'Traerlos de nuevo no cambia nada.',
      ai: 'Los textos ya escritos se pagan de nuevo.',
      workflows:
        'Las ejecuciones continúan donde las dejó la copia de seguridad. Un paso hecho desde entonces se hace de nuevo.',
    },
  },
  'platform/background-jobs/strings': {
    runs: (failed: number, paused: number) =>
      `Ejecuciones de flujos: ${upTo(failed)} con error, ${upTo(paused)} en pausa.`,
    showRuns: 'Ver ejecuciones',
    title: 'Trabajos en segundo plano',
    about: 'Trabajos y eventos en cola, en reintento, en curso o con error.',
    workerAway: 'No hay ningún proceso de trabajo activo',
    workerSeen: 'Visto por última vez',
    workerFix: 'Los trabajos esperan hasta que se inicie uno: avisa al administrador del sistema.',
    workerNever: 'Aún no se ha iniciado ninguno. Los trabajos esperan: avisa al administrador del sistema.',
    list: 'Trabajos en segundo plano, los más recientes primero',
    loadFailed: 'No se pudieron cargar los trabajos en segundo plano',
    emptyTitle: 'Todos los trabajos están hechos',
    emptyText:
      'Aquí se procesan correos, importaciones y eventos de proveedores. Los trabajos con error se quedan hasta que los reintentes o descartes.',
    toOutbox: 'Abrir correo saliente',
    toWebhooks: 'Abrir webhooks',
    noneInState: 'Sin resultados',
    showAll: 'Ver todos los trabajos',
    more: 'Ver anteriores',
    job: 'Trabajo',
    state: 'Estado',
    anyState: 'Cualquier estado',
    choice: (state: string, n: number) => `${state} (${counted(n)})`,
    states: {
      dead: 'Error',
      failed: 'Ilegible',
      waiting: 'En cola',
      running: 'En curso',
      held: 'Retenido tras una restauración',
    },
    retrying: 'Reintentando',
    jobs: {
      'send-mail': 'Enviar un correo',
      'send-receipt': 'Enviar un recibo',
      'send-reset-link': 'Enviar un enlace para restablecer la contraseña',
      'check-upload-job': 'Revisar un archivo',
      'import-upload': 'Importar un archivo',
      'undo-upload-job': 'Deshacer una importación',
      'remove-upload-files': 'Eliminar un archivo subido',
      'forget-webhook': 'Borrar un webhook eliminado',
      'read-inbox': 'Procesar un evento de un proveedor',
      // Reactions, by what they do with an event.
      search: 'Actualizar el índice de búsqueda',
      identities: 'Relacionar un lead con un contacto',
      webhooks: 'Poner en cola entregas de webhooks',
    },
    event: (name: string, type: string) => `${name}: ${type}`,
    holdsUp: 'Los eventos posteriores esperan a este.',
    request: (hook: string) => `Evento de proveedor: ${hook}`,
    attempts: (n: number) => (n === 1 ? '1 intento' : `${counted(n)} intentos`),
    attemptsLeft: (n: number) => (n === 1 ? 'queda 1' : `quedan ${counted(n)}`),
    nextAttempt: 'próximo',
    attemptsColumn: 'Intentos',
    record: 'Registro',
    created: 'Creado',
    retry: 'Reintentar',
    runNow: 'Ejecutar ahora',
    discard: 'Descartar',
    of: (name: string) => `: ${name}`,
    retryTitle: (n: number) => (n === 1 ? '¿Reintentar este trabajo?' : `¿Reintentar ${counted(n)} trabajos?`),
    retryText:
      'Vuelve a la cola con los mismos datos y todos sus intentos. Los pasos terminados no se repiten.',
    runNowText: 'El próximo intento se hace ahora y no más tarde.',
    readText: 'La solicitud guardada se procesa de nuevo.',
    eventText: 'El evento se procesa de nuevo y continúa donde falló. Los pasos terminados no se repiten.',
    discardTitle: (n: number) => (n === 1 ? '¿Descartar este trabajo?' : `¿Descartar ${counted(n)} trabajos?`),
    discardText: 'No se ejecutará. No se puede deshacer; tu motivo se guarda con él.',
    discardEventText:
      'El evento se omite en este paso; el registro en sí no cambia. No se puede deshacer; tu motivo se guarda con él.',
    reason: 'Motivo',
    reasonHint: 'Se guarda en el historial.',
    reasonMissing: 'Escribe un motivo.',
    discardJob: 'Descartar trabajo',
    keep: 'Conservar trabajo',
    retried: (n: number) => (n === 1 ? 'Trabajo de nuevo en cola.' : `${counted(n)} trabajos de nuevo en cola.`),
    discarded: (n: number) => (n === 1 ? 'Trabajo descartado.' : `${counted(n)} trabajos descartados.`),
    oneTitle: 'Trabajo',
    oneGone: 'Este trabajo ya se hizo o se descartó',
    oneFailed: 'No se pudo cargar este trabajo',
    decidedTitle: 'Historial',
    decisions: { replayed: 'Reintentado', dropped: 'Descartado' },
    by: (name: string) => `por ${name}`,
  },
  'platform/background-jobs/sentences#audit': {
    'drop-background-work': {
      done: 'descartó un trabajo en segundo plano',
      tried: 'intentó descartar un trabajo en segundo plano',
    },
    'release-held-work': {
      done: 'liberó trabajos retenidos tras una restauración',
      tried: 'intentó liberar trabajos retenidos tras una restauración',
    },
    'replay-background-work': {
      done: 'reintentó un trabajo en segundo plano',
      tried: 'intentó repetir un trabajo en segundo plano',
    },
  },
  'platform/background-jobs/sentences': {
    failed: (name: string) => `Falló un trabajo en segundo plano: ${name}`,
    failedText: 'Reinténtalo o descártalo.',
    held: (n: number) =>
      n === 1
        ? 'Se restauró una copia de seguridad: 1 envío está retenido'
        : `Se restauró una copia de seguridad: ${counted(n)} envíos están retenidos`,
    heldText: 'Puede que se enviaran antes de la restauración. Revísalos y luego libéralos.',
  },
  'platform/background-jobs/module': {
    background: 'Trabajos en segundo plano',
    backgroundLead: 'Trabajos en cola, en reintento o con error.',
  },
}
