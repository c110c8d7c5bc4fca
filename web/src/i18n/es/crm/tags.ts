import { counted } from '#web/i18n/format.ts'

/** From here on the server counts no further. */
const mostCounted = 10_000

const records = (n: number): string =>
  n === 1 ? '1 registro' : n >= mostCounted ? `más de ${counted(mostCounted - 1)} registros` : `${counted(n)} registros`

/** Spanish of web/src/crm/tags. */
export default {
  'crm/tags/record-strings': {
    title: 'Etiquetas',
    editTags: 'Editar etiquetas',
    addTag: 'Agregar etiqueta',
    picker: 'Etiquetas de este registro',
  },
  'crm/tags/strings': {
    title: 'Etiquetas',
    about: 'Etiquetas para contactos, empresas, leads y negocios. Todos en el espacio de trabajo usan la misma lista.',
    add: 'Nueva etiqueta',
    edit: 'Editar etiqueta',
    name: 'Nombre',
    nameMissing: 'Escribe un nombre.',
    save: 'Guardar',
    loadFailed: 'No se pudieron cargar las etiquetas',
    notSaved: 'No se pudo guardar la etiqueta',
    emptyTitle: 'Aún no hay etiquetas',
    emptyText: 'Una etiqueta agrupa registros de distintas páginas, como “VIP” o “Baño pequeño”.',
    uses: 'Usos',
    usedBy: (n: number) => (n >= mostCounted ? `${counted(mostCounted)}+` : counted(n)),
    actionsOf: (name: string) => `Acciones de ${name}`,
    rename: 'Cambiar nombre o color',
    merge: 'Combinar con otra etiqueta',
    remove: 'Eliminar',
    filter: 'Filtrar etiquetas',
    noMatch: 'Ninguna etiqueta tiene este nombre.',
    mergeTitle: (name: string) => `Combinar “${name}”`,
    mergeText: (name: string, n: number) =>
      n === 0
        ? `“${name}” no está en ningún registro. No se puede deshacer.`
        : `“${name}” está en ${records(n)}, que ${n === 1 ? 'recibe' : 'reciben'} la otra etiqueta en su lugar. No se puede deshacer.`,
    mergeInto: 'Combinar con',
    mergeMissing: 'Elige una etiqueta.',
    mergeNow: 'Combinar',
    merged: (name: string) => `Combinada con “${name}”`,
    notMerged: 'No se pudieron combinar las etiquetas',
    cancel: 'Cancelar',
    deleteTitle: (name: string) => `¿Eliminar “${name}”?`,
    deleteText: (n: number) =>
      n === 0
        ? 'La etiqueta no está en ningún registro. No se puede deshacer.'
        : `La etiqueta se quita de ${records(n)}. No se puede deshacer.`,
    deleted: 'Etiqueta eliminada',
    search: 'Buscar o crear etiqueta',
    create: (name: string) => `Crear “${name}”`,
    noTags: 'Aún no hay etiquetas. Escribe un nombre para crear una.',
    notTagged: 'No se pudieron cambiar las etiquetas',
  },
  'crm/tags/sentences': {
    'save-tag': { done: 'guardó una etiqueta', tried: 'intentó guardar una etiqueta' },
    'merge-tags': { done: 'combinó dos etiquetas', tried: 'intentó combinar dos etiquetas' },
    'delete-tag': { done: 'eliminó una etiqueta', tried: 'intentó eliminar una etiqueta' },
    'tag-records': { done: 'cambió etiquetas de registros', tried: 'intentó cambiar etiquetas de registros' },
  },
  'crm/tags/module': {
    tags: 'Etiquetas',
    tagsAbout: 'Etiquetas para contactos, empresas, leads y negocios.',
  },
}
