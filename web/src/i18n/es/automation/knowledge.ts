import { counted } from '#web/i18n/format.ts'

/** Spanish of web/src/automation/knowledge. */
export default {
  'automation/knowledge/strings': {
    title: 'Base de conocimiento',
    about:
      'Horarios, precios, condiciones, instrucciones: documentos de los que Preguntar a Foyer y los borradores sacan sus respuestas.',
    onlyAdmins: 'Solo los administradores y propietarios cambian los documentos.',
    failed: 'No se pudieron cargar los documentos',
    emptyTitle: 'Aún no hay documentos',
    emptyText:
      'Escribe lo que los clientes preguntan a menudo, o sube la lista de precios y las condiciones. Las respuestas nombran el documento del que salen.',
    write: 'Escribir',
    upload: 'Subir',
    more: 'Mostrar más',

    search: 'Buscar documentos',
    searchHint: 'Una pregunta, como la hace un cliente',
    searchFailed: 'La búsqueda falló',
    found: 'Pasajes encontrados',
    nothing: 'Ningún documento dice nada sobre esto',
    nothingText: 'Agrega uno que lo diga.',

    documents: 'Documentos',
    words: (n: number) => `${counted(n)} ${n === 1 ? 'palabra' : 'palabras'}`,
    passages: (n: number) => `${counted(n)} ${n === 1 ? 'pasaje' : 'pasajes'}`,
    kinds: { text: 'Texto', markdown: 'Escrito aquí', html: 'Página web', pdf: 'PDF' },
    otherLanguage: 'Otro idioma',
    edit: 'Editar',
    remove: 'Eliminar',
    removeTitle: '¿Eliminar el documento?',
    removeText: 'A partir de ahora no lo usa ninguna búsqueda ni respuesta. No se puede restaurar.',
    removed: (title: string) => `Se eliminó ${title}`,

    document: 'Documento',
    documentFailed: 'No se pudo cargar el documento',
    named: 'La respuesta se tomó de aquí',
    passageGone: 'Ese pasaje ya no existe',
    passageGoneText: 'El documento cambió desde entonces.',
    fromBeginning: 'Leer desde el principio',

    newTitle: 'Nuevo documento',
    editTitle: 'Editar documento',
    uploadTitle: 'Subir un documento',
    name: 'Título',
    nameMissing: 'Escribe un título.',
    text: 'Texto',
    textHint: 'Las líneas que empiezan por # son títulos. Puede que lo lean modelos y clientes: no escribas secretos.',
    textMissing: 'Escribe un texto.',
    language: 'Idioma',
    seen: 'El que muestran sus palabras',
    file: 'Archivo',
    fileHint: 'Texto, Markdown, HTML o un PDF con texto, de 25 MB como máximo. Se guarda su texto, no el archivo.',
    fileMissing: 'Elige un archivo.',
    save: 'Guardar',
    notSaved: 'No se guardó',
    saved: (title: string) => `Se guardó ${title}`,
  },
  'automation/knowledge/sentences': {
    'remove-knowledge': {
      done: 'eliminó un documento de la base de conocimiento',
      tried: 'intentó eliminar un documento de la base de conocimiento',
    },
    'save-knowledge': {
      done: 'guardó un documento de la base de conocimiento',
      tried: 'intentó guardar un documento de la base de conocimiento',
    },
  },
  'automation/knowledge/module': {
    knowledge: 'Base de conocimiento',
    knowledgeAbout: 'Documentos para las respuestas.',
  },
}
