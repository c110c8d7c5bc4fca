import { counted } from '#web/i18n/format.ts'

const rows = (n: number): string => (n === 1 ? '1 registro' : `${counted(n)} registros`)
const removed = (n: number): string => (n === 1 ? '1 registro removido' : `${counted(n)} registros removidos`)

/** Portuguese of web/src/platform/retention. */
export default {
  'platform/retention/strings': {
    title: 'Limpeza',
    about:
      'O Foyer remove dados expirados toda noite. Aqui você vê o que está pendente e pode remover agora. Leads, documentos com suas evidências, pagamentos e o log de auditoria nunca são removidos aqui.',
    loadFailed: 'Não foi possível contar os dados expirados',
    due: 'Dados expirados',
    dueText: 'Só o que está listado aqui é removido.',
    countAgain: 'Contar de novo',
    list: 'Dados expirados por tipo',
    kind: 'Dados',
    count: 'Registros',
    oldest: 'Mais antigo',
    kept: 'Mantidos por',
    days: (n: number) => (n === 1 ? '1 dia' : `${counted(n)} dias`),
    none: 'Nenhum',
    emptyTitle: 'Nada expirou',
    emptyText: 'A limpeza noturna removeu tudo o que estava pendente.',
    remove: (n: number) => `Remover ${rows(n)}`,
    confirmTitle: 'Remover dados expirados',
    confirmText: (n: number) =>
      `${n === 1 ? 'Será removido' : 'Serão removidos'} ${rows(n)} deste espaço de trabalho. Não é possível desfazer.`,
    confirm: 'Remover',
    removed: (n: number) => removed(n),
    running: 'A limpeza está em andamento',
    progress: (removed: number, planned: number) =>
      `${counted(removed)} de ${rows(planned)} ${planned === 1 ? 'removido' : 'removidos'}`,
    last: 'Última limpeza',
    lastText: (n: number, by: string) => (by === '' ? removed(n) : `${removed(n)} por ${by}`),
  },
  'platform/retention/strings#kindNames': {
    sessions: 'Sessões',
    challenges: 'Logins não concluídos',
    oauth_flows: 'Conexões não concluídas',
    idempotency: 'Respostas guardadas para repetições',
    deliveries: 'Requisições sem lead',
    provider_calls: 'Chamadas a provedores',
    mails: 'E-mails enviados e com falha',
    webhook_deliveries: 'Entregas de webhooks',
    uploads: 'Arquivos sem leads',
    ai_reservations: 'Chamadas de IA perdidas',
    transcripts: 'Conversas com o assistente',
    sync_pages: 'Detalhes de sincronizações de CRM',
  },
  'platform/retention/sentences': {
    'system-cleanup': {
      done: 'contou ou removeu dados expirados',
      tried: 'tentou contar ou remover dados expirados',
    },
  },
  'platform/retention/module': {
    cleanup: 'Limpeza',
    cleanupAbout: 'Remover dados expirados agora.',
  },
}
