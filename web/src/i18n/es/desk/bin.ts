import { counted } from '#web/i18n/format.ts'

const some = (n: number, one: string, many: string): string => `${counted(n)} ${n === 1 ? one : many}`

/** Spanish of web/src/desk/bin. */
export default {
  'desk/bin/label': { remove: 'Eliminar' },
  'desk/bin/strings#deleting': {
    remove: 'Eliminar',
    title: (name: string) => `¿Eliminar ${name}?`,
    text: {
      contact:
        'El contacto va a la papelera con sus leads y con las tareas que no son de ningún negocio. Sus negocios, sus conversaciones y su empresa se quedan. Puedes restaurarlo durante 30 días.',
      company: 'La empresa va a la papelera. Sus contactos y negocios se quedan. Puedes restaurarla durante 30 días.',
      lead: 'El lead va a la papelera. Su contacto se queda. Puedes restaurarlo durante 30 días.',
      deal: 'El negocio va a la papelera con sus tareas. Su contacto se queda. Puedes restaurarlo durante 30 días.',
      task: 'La tarea va a la papelera. Puedes restaurarla durante 30 días.',
    },
    deleted: (name: string) => `Se eliminó ${name}.`,
    restore: 'Restaurar',
    restored: (name: string) => `Se restauró ${name}.`,
    kept: {
      has_invoice: 'Tiene una factura enviada o pagada, que se debe conservar.',
      has_signed_document: 'Tiene un documento firmado, que se debe conservar.',
      has_accepted_proposal: 'Tiene una propuesta aceptada, que se debe conservar.',
      has_open_document: 'Hay un documento pendiente de firma. Anúlalo antes.',
      has_open_proposal: 'Hay una propuesta pendiente de respuesta. Retírala antes.',
      has_meeting: 'Hay una próxima reunión. Cancélala antes.',
      record_not_found: 'No existe o se eliminó definitivamente.',
    },
    notRestored: 'No se pudo restaurar el registro',
    inBin: 'En la papelera',
    daysLeft: (n: number) =>
      n <= 0
        ? 'Se elimina definitivamente esta noche.'
        : `Se elimina definitivamente en ${some(n, 'día', 'días')}, salvo que lo restaures.`,
  },
  'desk/bin/strings': {
    title: 'Papelera',
    about: 'Los registros eliminados se quedan aquí 30 días. Después se eliminan definitivamente, con sus notas y archivos.',
    search: 'Buscar en la papelera',
    kind: 'Tipo',
    allKinds: 'Todos los tipos',
    kinds: { contact: 'Contacto', company: 'Empresa', lead: 'Lead', deal: 'Negocio', task: 'Tarea' },
    name: 'Nombre',
    unnamed: 'Sin nombre',
    along: (leads: number, tasks: number) =>
      [leads > 0 && some(leads, 'lead', 'leads'), tasks > 0 && some(tasks, 'tarea', 'tareas')].filter(Boolean).join(', '),
    withIt: (what: string) => `con ${what}`,
    deletedAt: 'Eliminado',
    deletedBy: 'Por',
    left: 'Días restantes',
    leftFor: (n: number) => (n <= 0 ? 'Esta noche' : counted(n)),
    restore: 'Restaurar',
    removeNow: 'Eliminar definitivamente',
    removeTitle: (name: string) => `¿Eliminar ${name} definitivamente?`,
    removeText: 'Se elimina con sus notas, archivos y mensajes. No podrás restaurarlo.',
    removed: (name: string) => `Se eliminó ${name} definitivamente.`,
    keptAfterAll: (name: string) => `${name} ahora se debe conservar, así que se restauró.`,
    loadFailed: 'No se pudo cargar la papelera',
    emptyTitle: 'La papelera está vacía',
    emptyText: 'Lo que eliminas se queda aquí 30 días y puedes restaurarlo.',
    noMatch: 'Nada en la papelera coincide.',
  },
  'desk/bin/sentences': {
    'delete-records': { done: 'eliminó registros', tried: 'intentó eliminar registros' },
    'restore-records': {
      done: 'restauró registros de la papelera',
      tried: 'intentó restaurar registros de la papelera',
    },
    'remove-from-bin': {
      done: 'eliminó registros definitivamente',
      tried: 'intentó eliminar registros definitivamente',
    },
  },
  'desk/bin/module': {
    bin: 'Papelera',
    binAbout: 'Registros eliminados.',
  },
}
