import { counted } from '#web/i18n/format.ts'

const some = (n: number, one: string, many: string): string => `${counted(n)} ${n === 1 ? one : many}`

/** Portuguese of web/src/desk/bin. */
export default {
  'desk/bin/label': { remove: 'Excluir' },
  'desk/bin/strings#deleting': {
    remove: 'Excluir',
    title: (name: string) => `Excluir ${name}?`,
    text: {
      contact:
        'O contato vai para a lixeira com seus leads e com as tarefas que não pertencem a nenhum negócio. Os negócios, as conversas e a empresa ficam. Você pode restaurá-lo por 30 dias.',
      company: 'A empresa vai para a lixeira. Os contatos e negócios ficam. Você pode restaurá-la por 30 dias.',
      lead: 'O lead vai para a lixeira. O contato fica. Você pode restaurá-lo por 30 dias.',
      deal: 'O negócio vai para a lixeira com suas tarefas. O contato fica. Você pode restaurá-lo por 30 dias.',
      task: 'A tarefa vai para a lixeira. Você pode restaurá-la por 30 dias.',
    },
    deleted: (name: string) => `Excluído: ${name}.`,
    restore: 'Restaurar',
    restored: (name: string) => `Restaurado: ${name}.`,
    kept: {
      has_invoice: 'Tem uma fatura enviada ou paga, que precisa ser guardada.',
      has_signed_document: 'Tem um documento assinado, que precisa ser guardado.',
      has_accepted_proposal: 'Tem uma proposta aceita, que precisa ser guardada.',
      has_open_document: 'Um documento aguarda assinatura. Anule-o primeiro.',
      has_open_proposal: 'Uma proposta aguarda resposta. Retire-a primeiro.',
      has_meeting: 'Há uma reunião marcada. Cancele-a primeiro.',
      record_not_found: 'Não existe ou foi removido definitivamente.',
    },
    notRestored: 'Não foi possível restaurar o registro',
    inBin: 'Na lixeira',
    daysLeft: (n: number) =>
      n <= 0
        ? 'Será removido definitivamente esta noite.'
        : `Será removido definitivamente em ${some(n, 'dia', 'dias')}, a menos que você o restaure.`,
  },
  'desk/bin/strings': {
    title: 'Lixeira',
    about: 'Os registros excluídos ficam aqui por 30 dias. Depois são removidos definitivamente, com suas notas e arquivos.',
    search: 'Buscar na lixeira',
    kind: 'Tipo',
    allKinds: 'Todos os tipos',
    kinds: { contact: 'Contato', company: 'Empresa', lead: 'Lead', deal: 'Negócio', task: 'Tarefa' },
    name: 'Nome',
    unnamed: 'Sem nome',
    along: (leads: number, tasks: number) =>
      [leads > 0 && some(leads, 'lead', 'leads'), tasks > 0 && some(tasks, 'tarefa', 'tarefas')].filter(Boolean).join(', '),
    withIt: (what: string) => `com ${what}`,
    deletedAt: 'Excluído',
    deletedBy: 'Por',
    left: 'Dias restantes',
    leftFor: (n: number) => (n <= 0 ? 'Esta noite' : counted(n)),
    restore: 'Restaurar',
    removeNow: 'Remover definitivamente',
    removeTitle: (name: string) => `Remover ${name} definitivamente?`,
    removeText: 'É removido com suas notas, arquivos e mensagens. Não é possível restaurar.',
    removed: (name: string) => `Removido definitivamente: ${name}.`,
    keptAfterAll: (name: string) => `${name} agora precisa ser guardado e foi restaurado.`,
    loadFailed: 'Não foi possível carregar a lixeira',
    emptyTitle: 'A lixeira está vazia',
    emptyText: 'O que você exclui fica aqui por 30 dias, e você pode restaurar.',
    noMatch: 'Nada na lixeira corresponde.',
  },
  'desk/bin/sentences': {
    'delete-records': { done: 'excluiu registros', tried: 'tentou excluir registros' },
    'restore-records': { done: 'restaurou registros da lixeira', tried: 'tentou restaurar registros da lixeira' },
    'remove-from-bin': {
      done: 'removeu registros definitivamente',
      tried: 'tentou remover registros definitivamente',
    },
  },
  'desk/bin/module': {
    bin: 'Lixeira',
    binAbout: 'Registros excluídos.',
  },
}
