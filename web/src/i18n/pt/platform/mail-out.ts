import { counted } from '#web/i18n/format.ts'

/** Portuguese of web/src/platform/mail-out. */
export default {
  'platform/mail-out/strings': {
    title: 'E-mails de saída',
    about: 'Cada e-mail que o Foyer envia e seu status. O conteúdo não é mostrado: os links são só para o destinatário.',
    setupFailed: 'Não foi possível carregar a configuração de e-mail',
    providers: {
      smtp: 'Por SMTP',
      resend: 'Por Resend',
      sandbox: 'No ambiente de testes: os e-mails não são enviados de verdade.',
    },
    noProvider:
      'Nenhuma conta de e-mail conectada: os e-mails aguardam aqui. Conecte uma na configuração do servidor.',
    from: (address: string) => `de ${address}`,
    openMailbox: 'Abrir caixa de e-mail',
    state: 'Status',
    anyState: 'Qualquer status',
    states: { queued: 'Na fila', sent: 'Enviado', failed: 'Falhou' },
    list: 'E-mails, os mais recentes primeiro',
    loadFailed: 'Não foi possível carregar os e-mails',
    emptyTitle: 'Nenhum e-mail ainda',
    emptyText: 'Os e-mails aparecem aqui quando o Foyer os envia, a começar pelo seu primeiro convite.',
    toMembers: 'Convidar alguém',
    noMatch: 'Nenhum resultado',
    all: 'Mostrar todos os e-mails',
    subject: 'Assunto',
    to: 'Para',
    kind: 'Tipo',
    when: 'Data',
    recipient: (address: string, name: string | null) => (name ? `${name} <${address}>` : address),
    templates: {
      invitation: 'Convite',
      'set-password': 'Primeira senha',
      'reset-password': 'Redefinição de senha',
      'security-notice': 'Aviso de segurança',
      'webhook-disabled': 'Webhook desativado',
      notices: 'Notificação',
      'notice-summary': 'Resumo da manhã',
    },
    attempts: (n: number) => (n === 1 ? '1 tentativa' : `${counted(n)} tentativas`),
    held: 'retido após uma restauração até um proprietário liberar',
    nextAttempt: 'próxima tentativa',
    sentAt: 'enviado',
    queuedAt: 'na fila',
    retry: 'Enviar agora',
    retryFailed: 'Não foi possível recolocar o e-mail na fila',
    retried: (n: number) => (n === 1 ? 'E-mail de volta à fila.' : `${counted(n)} e-mails de volta à fila.`),
    oneTitle: 'E-mail',
    oneFailed: 'Não foi possível carregar este e-mail',
  },
  'platform/mail-out/sentences#audit': {
    'retry-mail': { done: 'tentou enviar um e-mail de novo', tried: 'tentou reenviar um e-mail' },
  },
  'platform/mail-out/sentences': {
    mailFailed: (to: string) => `Não foi possível entregar um e-mail para ${to}`,
  },
  'platform/mail-out/module': {
    outbox: 'E-mails de saída',
    outboxLead: 'Cada e-mail que o Foyer envia e seu status.',
  },
}
