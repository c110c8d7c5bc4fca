import { counted } from '#web/i18n/format.ts'

/** From here on the server counts no further. */
const mostCounted = 10_000

const records = (n: number): string =>
  n === 1 ? '1 registro' : n >= mostCounted ? `mais de ${counted(mostCounted - 1)} registros` : `${counted(n)} registros`

/** Portuguese of web/src/crm/tags. */
export default {
  'crm/tags/record-strings': {
    title: 'Etiquetas',
    editTags: 'Editar etiquetas',
    addTag: 'Adicionar etiqueta',
    picker: 'Etiquetas deste registro',
  },
  'crm/tags/strings': {
    title: 'Etiquetas',
    about: 'Etiquetas para contatos, empresas, leads e negócios. Todos no espaço de trabalho usam a mesma lista.',
    add: 'Nova etiqueta',
    edit: 'Editar etiqueta',
    name: 'Nome',
    nameMissing: 'Digite um nome.',
    save: 'Salvar',
    loadFailed: 'Não foi possível carregar as etiquetas',
    notSaved: 'Não foi possível salvar a etiqueta',
    emptyTitle: 'Nenhuma etiqueta ainda',
    emptyText: 'Uma etiqueta agrupa registros de várias páginas, como “VIP” ou “Banheiro pequeno”.',
    uses: 'Usos',
    usedBy: (n: number) => (n >= mostCounted ? `${counted(mostCounted)}+` : counted(n)),
    actionsOf: (name: string) => `Ações de ${name}`,
    rename: 'Mudar nome ou cor',
    merge: 'Mesclar com outra etiqueta',
    remove: 'Excluir',
    filter: 'Filtrar etiquetas',
    noMatch: 'Nenhuma etiqueta tem este nome.',
    mergeTitle: (name: string) => `Mesclar “${name}”`,
    mergeText: (name: string, n: number) =>
      n === 0
        ? `“${name}” não está em nenhum registro. Não é possível desfazer.`
        : `“${name}” está em ${records(n)}, que ${n === 1 ? 'recebe' : 'recebem'} a outra etiqueta no lugar. Não é possível desfazer.`,
    mergeInto: 'Mesclar com',
    mergeMissing: 'Escolha uma etiqueta.',
    mergeNow: 'Mesclar',
    merged: (name: string) => `Mesclada com “${name}”`,
    notMerged: 'Não foi possível mesclar as etiquetas',
    cancel: 'Cancelar',
    deleteTitle: (name: string) => `Excluir “${name}”?`,
    deleteText: (n: number) =>
      n === 0
        ? 'A etiqueta não está em nenhum registro. Não é possível desfazer.'
        : `A etiqueta é removida de ${records(n)}. Não é possível desfazer.`,
    deleted: 'Etiqueta excluída',
    search: 'Buscar ou criar etiqueta',
    create: (name: string) => `Criar “${name}”`,
    noTags: 'Ainda não há etiquetas. Digite um nome para criar uma.',
    notTagged: 'Não foi possível alterar as etiquetas',
  },
  'crm/tags/sentences': {
    'save-tag': { done: 'salvou uma etiqueta', tried: 'tentou salvar uma etiqueta' },
    'merge-tags': { done: 'mesclou duas etiquetas', tried: 'tentou mesclar duas etiquetas' },
    'delete-tag': { done: 'excluiu uma etiqueta', tried: 'tentou excluir uma etiqueta' },
    'tag-records': { done: 'alterou etiquetas de registros', tried: 'tentou alterar etiquetas de registros' },
  },
  'crm/tags/module': {
    tags: 'Etiquetas',
    tagsAbout: 'Etiquetas para contatos, empresas, leads e negócios.',
  },
}
