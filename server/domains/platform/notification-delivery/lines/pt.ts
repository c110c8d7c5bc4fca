import { figuresOf, isOne, type NoticeLines, named, upTo100 } from './line-parts.ts'

const { counted, amount } = figuresOf('pt')

const mention: NoticeLines[string] = ({ by, name }) =>
  `${named(by, 'Alguém da equipe')} mencionou você em uma nota${name ? ` sobre ${name}` : ''}`

/** Portuguese of the notices. */
export const pt: NoticeLines = {
  deal_assigned: ({ name }) => `Você tem um novo negócio: ${named(name, 'sem nome')}`,
  deals_assigned: ({ count }) => counted(count, 'novo negócio foi atribuído a você', 'novos negócios foram atribuídos a você'),
  lead_assigned: ({ name }) => `Você tem um novo lead: ${named(name, 'sem nome')}`,
  leads_assigned: ({ count }) => counted(count, 'lead foi atribuído a você', 'leads foram atribuídos a você'),
  conversation_assigned: ({ name }) => `A conversa com ${named(name, 'um visitante')} foi atribuída a você`,
  task_assigned: ({ about }) => (about ? `Você tem uma nova tarefa sobre ${about}` : 'Você tem uma nova tarefa'),
  message_new: ({ name }) => `${named(name, 'Um visitante')} escreveu para você`,
  email_new: ({ name }) => `${named(name, 'Um contato')} enviou um e-mail para você`,
  email_not_sent: ({ state, workflow }) =>
    workflow === undefined
      ? state === 'uncertain'
        ? 'Não se sabe se um e-mail seu foi enviado'
        : 'Um e-mail seu não foi enviado'
      : state === 'uncertain'
        ? `Não se sabe se um e-mail do fluxo “${workflow}” foi enviado`
        : `Um e-mail do fluxo “${workflow}” não foi enviado`,
  invoice_paid: (facts) => `${facts.name} pagou a fatura ${facts.label}: ${amount(facts)}`,
  invoice_overdue: (facts) => `A fatura ${facts.label} de ${facts.name} está vencida: ${amount(facts)}`,
  document_signed: ({ title }) => `Todos assinaram “${title}”`,
  import_done: ({ name, state, rows }) =>
    state === 'failed' ? `A importação de “${name}” falhou` : `“${name}” foi importado: ${counted(rows, 'lead', 'leads')}`,
  workflow_stopped: ({ workflow }) => `Uma proteção parou “${workflow}”`,
  human_step_waiting: ({ workflow }) => `“${workflow}” pede sua resposta`,
  workflow_run_failed: ({ workflow, state }) =>
    `Uma execução de “${workflow}” ${state === 'paused' ? 'está em pausa' : 'falhou'}`,
  design_job_failed: () => 'Não foi possível criar um arquivo ou um design no Canva',
  seal_identity_ends: () => 'Seu certificado para documentos expira em breve',
  evidence_broken: ({ title }) => `A evidência de “${title}” está danificada`,
  signing_code_failed: ({ name, title }) => `Não foi possível enviar o código com que ${name} assina “${title}”`,
  signer_names_other: ({ name, title }) => `${name} indica outra pessoa para assinar “${title}”`,
  document_file_damaged: ({ title }) => `Um arquivo de “${title}” está danificado`,
  payment_odd: () => 'Um pagamento não corresponde à sua fatura',
  review_new: ({ count }) => (Number(count) > 1 ? counted(count, '', 'novas avaliações') : 'Uma nova avaliação'),
  review_reply_failed: () => 'A resposta a uma avaliação não foi publicada',
  review_sync_stopped: () => 'As avaliações não podem mais ser lidas',
  ai_model_gone: ({ provider, model }) => `${provider} não oferece mais o modelo ${model}`,
  ai_model_ends: ({ model }) => `O modelo ${model} será desativado`,
  ai_ledger_differs: () => 'O uso de IA exibido não corresponde ao seu registro',
  connection_failed: ({ provider }) => `A conexão com ${provider} precisa de atenção`,
  team_mailbox_ended: () => 'Uma caixa de e-mail da equipe não é mais lida',
  webhook_disabled: ({ host }) => `O webhook para ${host} foi desativado`,
  mentioned: mention,
  mentioned_in_note: mention,
  number_unconnected: () => 'Chegaram mensagens para um número de WhatsApp que não está conectado',
  deal_idle: ({ name }) => `${name} está sem próximo passo`,
  deal_unassigned: ({ name }) => `Não foi possível atribuir ${name}`,
  response_due_soon: ({ name }) => `${name} espera uma primeira resposta, que vence em breve`,
  response_late: ({ name }) => `${name} espera uma primeira resposta há mais tempo que o prometido`,
  leads_due_soon: (facts) =>
    isOne(facts)
      ? `${named(facts.name, 'Um lead')} espera uma primeira resposta, que vence em breve`
      : `${upTo100(facts)} leads esperam uma primeira resposta, que vence em breve`,
  leads_late: (facts) =>
    isOne(facts)
      ? `${named(facts.name, 'Um lead')} espera uma primeira resposta há mais tempo que o prometido`
      : `${upTo100(facts)} leads esperam uma primeira resposta há mais tempo que o prometido`,
  lead_source_silent: ({ name }) => `${name} parou de trazer leads`,
  lead_source_rejects: ({ name }) => `Muitas requisições de ${name} são rejeitadas`,
  lead_source_conflicts: ({ name }) => `Pessoas diferentes vieram de ${name} com o mesmo ID`,
  lead_source_held: ({ name }) => `Há requisições de ${name} à espera de liberação`,
  lead_source_overrun: ({ name }) => `${name} enviou em um minuto mais do que é aceito`,
  external_id_conflict: () => 'Dois leads chegaram com o mesmo identificador externo',
  meta_leads_failed: ({ name }) => `Não foi possível obter da Meta os leads de ${name}`,
  meta_page_stopped: ({ name }) => `Não é mais possível obter da Meta os leads de ${name}`,
  crm_sync_stopped: ({ provider }) => `A sincronização com ${provider} parou`,
  meeting_host_left: () => 'O anfitrião de uma reunião futura não é mais membro',
  meeting_changed: () => 'Um anfitrião moveu ou excluiu uma reunião no calendário dele',
  meetings_shifted: () => 'Desde uma mudança de horário, reuniões mostram um horário diferente do combinado',
  meeting_conflict: () => 'Há outro evento no calendário de um anfitrião durante uma reunião',
  meeting_step_failed: () => 'Uma etapa após um agendamento falhou definitivamente',
  meeting_news: () => 'Uma reunião foi agendada, alterada ou cancelada enquanto nenhum e-mail pode ser enviado',
  calendar_gone: () => 'O calendário que recebe suas reuniões não existe mais',
  job_failed: ({ name }) => `Uma tarefa em segundo plano falhou: ${name}`,
  held_after_restore: () => 'Um backup foi restaurado; o que talvez já tenha sido enviado está retido',
  stored_file_damaged: () => 'Um arquivo armazenado está danificado',
  mail_failed: () => 'Não foi possível entregar um e-mail',
  member_joined: ({ name }) => `${name} entrou no espaço de trabalho`,
  notification_test: () => 'Esta é uma notificação de teste',
}
