import { counted } from '#web/i18n/format.ts'

/** Spanish of web/src/platform/mail-out. */
export default {
  'platform/mail-out/strings': {
    title: 'Correo saliente',
    about: 'Cada correo que envía Foyer y su estado. El contenido no se muestra: sus enlaces son solo para el destinatario.',
    setupFailed: 'No se pudo cargar la configuración de correo',
    providers: {
      smtp: 'Por SMTP',
      resend: 'Por Resend',
      sandbox: 'En el entorno de pruebas: los correos no se envían de verdad.',
    },
    noProvider:
      'No hay ninguna cuenta de correo conectada: los correos esperan aquí. Conecta una en la configuración del servidor.',
    from: (address: string) => `desde ${address}`,
    openMailbox: 'Abrir buzón',
    state: 'Estado',
    anyState: 'Cualquier estado',
    states: { queued: 'En cola', sent: 'Enviado', failed: 'Error' },
    list: 'Correos, los más recientes primero',
    loadFailed: 'No se pudieron cargar los correos',
    emptyTitle: 'Aún no hay correos',
    emptyText: 'Los correos aparecen aquí cuando Foyer los envía, empezando por tu primera invitación.',
    toMembers: 'Invitar a alguien',
    noMatch: 'Sin resultados',
    all: 'Ver todos los correos',
    subject: 'Asunto',
    to: 'Para',
    kind: 'Tipo',
    when: 'Fecha',
    recipient: (address: string, name: string | null) => (name ? `${name} <${address}>` : address),
    templates: {
      invitation: 'Invitación',
      'set-password': 'Primera contraseña',
      'reset-password': 'Restablecer contraseña',
      'security-notice': 'Aviso de seguridad',
      'webhook-disabled': 'Webhook desactivado',
      notices: 'Notificación',
      'notice-summary': 'Resumen de la mañana',
    },
    attempts: (n: number) => (n === 1 ? '1 intento' : `${counted(n)} intentos`),
    held: 'retenido tras una restauración hasta que un propietario lo libere',
    nextAttempt: 'próximo intento',
    sentAt: 'enviado',
    queuedAt: 'en cola',
    retry: 'Enviar ahora',
    retryFailed: 'No se pudo volver a poner el correo en cola',
    retried: (n: number) => (n === 1 ? 'Correo de nuevo en cola.' : `${counted(n)} correos de nuevo en cola.`),
    oneTitle: 'Correo',
    oneFailed: 'No se pudo cargar este correo',
  },
  'platform/mail-out/sentences#audit': {
    'retry-mail': { done: 'reintentó enviar un correo', tried: 'intentó volver a enviar un correo' },
  },
  'platform/mail-out/sentences': {
    mailFailed: (to: string) => `No se pudo entregar un correo a ${to}`,
  },
  'platform/mail-out/module': {
    outbox: 'Correo saliente',
    outboxLead: 'Cada correo que envía Foyer y su estado.',
  },
}
