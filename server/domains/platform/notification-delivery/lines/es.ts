import { figuresOf, isOne, type NoticeLines, named, upTo100 } from './line-parts.ts'

const { counted, amount } = figuresOf('es')

const mention: NoticeLines[string] = ({ by, name }) =>
  `${named(by, 'Alguien de tu equipo')} te mencionó en una nota${name ? ` sobre ${name}` : ''}`

/** Spanish of the notices. */
export const es: NoticeLines = {
  deal_assigned: ({ name }) => `Tienes un negocio nuevo: ${named(name, 'sin nombre')}`,
  deals_assigned: ({ count }) =>
    Number(count) === 1 ? 'Se te asignó 1 negocio nuevo' : `Se te asignaron ${counted(count, '', 'negocios nuevos')}`,
  lead_assigned: ({ name }) => `Tienes un lead nuevo: ${named(name, 'sin nombre')}`,
  leads_assigned: ({ count }) =>
    Number(count) === 1 ? 'Se te asignó 1 lead' : `Se te asignaron ${counted(count, '', 'leads')}`,
  conversation_assigned: ({ name }) => `Se te asignó la conversación con ${named(name, 'un visitante')}`,
  task_assigned: ({ about }) => (about ? `Tienes una tarea nueva sobre ${about}` : 'Tienes una tarea nueva'),
  message_new: ({ name }) => `${named(name, 'Un visitante')} te escribió`,
  email_new: ({ name }) => `${named(name, 'Un contacto')} te envió un correo`,
  email_not_sent: ({ state, workflow }) =>
    workflow === undefined
      ? state === 'uncertain'
        ? 'No se sabe si se envió un correo tuyo'
        : 'Un correo tuyo no se envió'
      : state === 'uncertain'
        ? `No se sabe si se envió un correo del flujo “${workflow}”`
        : `Un correo del flujo “${workflow}” no se envió`,
  invoice_paid: (facts) => `${facts.name} pagó la factura ${facts.label}: ${amount(facts)}`,
  invoice_overdue: (facts) => `La factura ${facts.label} de ${facts.name} está vencida: ${amount(facts)}`,
  document_signed: ({ title }) => `Todos han firmado “${title}”`,
  import_done: ({ name, state, rows }) =>
    state === 'failed' ? `La importación de “${name}” falló` : `Se importó “${name}”: ${counted(rows, 'lead', 'leads')}`,
  workflow_stopped: ({ workflow }) => `Una protección detuvo “${workflow}”`,
  human_step_waiting: ({ workflow }) => `“${workflow}” pide tu respuesta`,
  workflow_run_failed: ({ workflow, state }) =>
    `Una ejecución de “${workflow}” ${state === 'paused' ? 'está en pausa' : 'falló'}`,
  design_job_failed: () => 'No se pudo crear un archivo o un diseño en Canva',
  seal_identity_ends: () => 'Tu certificado para documentos caduca pronto',
  evidence_broken: ({ title }) => `La evidencia de “${title}” está dañada`,
  signing_code_failed: ({ name, title }) => `No se pudo enviar el código con el que ${name} firma “${title}”`,
  signer_names_other: ({ name, title }) => `${name} indica que otra persona debe firmar “${title}”`,
  document_file_damaged: ({ title }) => `Un archivo de “${title}” está dañado`,
  payment_odd: () => 'Un pago no coincide con su factura',
  review_new: ({ count }) => (Number(count) > 1 ? counted(count, '', 'reseñas nuevas') : 'Una reseña nueva'),
  review_reply_failed: () => 'No se publicó la respuesta a una reseña',
  review_sync_stopped: () => 'Ya no se pueden leer las reseñas',
  ai_model_gone: ({ provider, model }) => `${provider} ya no ofrece el modelo ${model}`,
  ai_model_ends: ({ model }) => `El modelo ${model} dejará de estar disponible`,
  ai_ledger_differs: () => 'El uso de IA que se muestra no coincide con su registro',
  connection_failed: ({ provider }) => `La conexión con ${provider} necesita atención`,
  team_mailbox_ended: () => 'Ya no se lee un buzón del equipo',
  webhook_disabled: ({ host }) => `Se desactivó el webhook a ${host}`,
  mentioned: mention,
  mentioned_in_note: mention,
  number_unconnected: () => 'Llegaron mensajes a un número de WhatsApp que no está conectado',
  deal_idle: ({ name }) => `${name} no tiene próximo paso`,
  deal_unassigned: ({ name }) => `No se pudo asignar ${name}`,
  response_due_soon: ({ name }) => `${name} espera una primera respuesta, que vence pronto`,
  response_late: ({ name }) => `${name} espera una primera respuesta desde hace más de lo prometido`,
  leads_due_soon: (facts) =>
    isOne(facts)
      ? `${named(facts.name, 'Un lead')} espera una primera respuesta, que vence pronto`
      : `${upTo100(facts)} leads esperan una primera respuesta, que vence pronto`,
  leads_late: (facts) =>
    isOne(facts)
      ? `${named(facts.name, 'Un lead')} espera una primera respuesta desde hace más de lo prometido`
      : `${upTo100(facts)} leads esperan una primera respuesta desde hace más de lo prometido`,
  lead_source_silent: ({ name }) => `${name} ha dejado de traer leads`,
  lead_source_rejects: ({ name }) => `Se rechazan muchas solicitudes de ${name}`,
  lead_source_conflicts: ({ name }) => `Llegaron personas distintas con el mismo id desde ${name}`,
  lead_source_held: ({ name }) => `Hay solicitudes de ${name} que esperan a que las liberes`,
  lead_source_overrun: ({ name }) => `${name} envió en un minuto más de lo que se acepta`,
  external_id_conflict: () => 'Dos leads llegaron con el mismo identificador externo',
  meta_leads_failed: ({ name }) => `No se pudieron obtener de Meta los leads de ${name}`,
  meta_page_stopped: ({ name }) => `Ya no se pueden obtener de Meta los leads de ${name}`,
  crm_sync_stopped: ({ provider }) => `La sincronización con ${provider} se detuvo`,
  meeting_host_left: () => 'El anfitrión de una reunión próxima ya no es miembro',
  meeting_changed: () => 'Un anfitrión movió o eliminó una reunión en su calendario',
  meetings_shifted: () => 'Desde un cambio de hora, hay reuniones que muestran otra hora que la acordada',
  meeting_conflict: () => 'Hay otro evento en el calendario de un anfitrión durante una reunión',
  meeting_step_failed: () => 'Un paso posterior a una reserva falló definitivamente',
  meeting_news: () => 'Se reservó, cambió o canceló una reunión mientras no se pueden enviar correos',
  calendar_gone: () => 'El calendario que recibe tus reuniones ya no existe',
  job_failed: ({ name }) => `Falló un trabajo en segundo plano: ${name}`,
  held_after_restore: () => 'Se restauró una copia de seguridad; lo que quizá ya se envió está retenido',
  stored_file_damaged: () => 'Un archivo guardado está dañado',
  mail_failed: () => 'No se pudo entregar un correo',
  member_joined: ({ name }) => `${name} se unió al espacio de trabajo`,
  notification_test: () => 'Esta es una notificación de prueba',
}
