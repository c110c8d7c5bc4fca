import { instantIn, type MemberMails, severalIn, titleOf } from './member-mail.ts'

const instant = instantIn('pt')
const several = severalIn('pt')

const roles = { owner: 'como proprietário', admin: 'como administrador', member: 'como membro' } as const
const changes = {
  password_changed: 'Sua senha foi alterada',
  totp_on: 'Os códigos de dois fatores foram ativados',
  totp_off: 'Os códigos de dois fatores foram desativados',
  recovery_codes_renewed: 'Novos códigos de recuperação foram criados',
  recovery_code_used: 'Um código de recuperação foi usado para entrar',
  passkey_added: 'Uma chave de acesso foi adicionada',
  passkey_removed: 'Uma chave de acesso foi removida',
} as const
const meetings = {
  requested: 'Pedido de reunião',
  confirmed: 'Nova reunião',
  moved: 'Reunião remarcada',
  cancelled: 'Reunião cancelada',
  declined: 'Reunião recusada',
  handed: 'Reunião com novo anfitrião',
  unanswered: 'Pedido de reunião não respondido a tempo',
  released: 'Esta reunião não é mais sua',
} as const
const asks = {
  asked: (workflow: string) => `O fluxo “${workflow}” pede sua resposta.`,
  reminded: (workflow: string) => `O fluxo “${workflow}” ainda espera sua resposta.`,
  escalated: (workflow: string) => `O fluxo “${workflow}” ainda não tem resposta, por isso pergunta a você.`,
  delegated: (workflow: string) => `Alguém da equipe delegou a você este passo do fluxo “${workflow}”.`,
  passed: (workflow: string) =>
    `O membro a quem o fluxo “${workflow}” perguntou saiu, por isso ele pergunta aos administradores.`,
} as const
const because = (organization: string): string =>
  `Você recebeu este e-mail por causa das suas configurações de notificação em ${organization}.`
const buttonOf = (button: string, more: string): string =>
  more === '' ? button : `${button} (mais ${several(more, '', '').trim()})`

export const pt: MemberMails = {
  orCopy: 'Ou copie este endereço no seu navegador:',
  invitation: ({ organization, inviter, role, days }) => ({
    subject: inviter ? `${inviter} convida você para ${organization}` : `Convite para ${organization}`,
    title: `Entre em ${organization}`,
    paragraphs: [
      `${inviter || 'Alguém da equipe'} convida você para ${organization} no Foyer, ${roles[role]}.`,
      'Abra o link para aceitar e escolher uma senha.',
    ],
    button: 'Aceitar o convite',
    footer: `O link funciona uma vez e expira após ${several(days, 'dia', 'dias')}. Se você não esperava este e-mail, pode ignorá-lo.`,
  }),
  'set-password': ({ organization, hours }) => ({
    subject: `Boas-vindas a ${organization}`,
    title: `Boas-vindas a ${organization}`,
    paragraphs: [
      `Agora você é membro de ${organization} no Foyer.`,
      'Abra o link para escolher uma senha. Se você já tem uma conta com este e-mail, use a senha dela.',
    ],
    button: 'Abrir o Foyer',
    footer: `O link funciona uma vez e expira após ${several(hours, 'hora', 'horas')}. Se expirou, peça um novo ao seu administrador. Se você não esperava este e-mail, pode ignorá-lo.`,
  }),
  'reset-password': ({ hours }) => ({
    subject: 'Escolha uma nova senha',
    title: 'Escolha uma nova senha',
    paragraphs: ['Recebemos um pedido para redefinir a senha da sua conta do Foyer. Se foi você, abra o link.'],
    button: 'Escolher uma nova senha',
    footer: `O link funciona uma vez e expira após ${several(hours, 'hora', 'horas')}. Se você não fez esse pedido, pode ignorar este e-mail: sua senha continua a mesma.`,
  }),
  'security-notice': ({ what, at, where }) => ({
    subject: `Sua conta: ${changes[what]}`,
    title: changes[what],
    paragraphs: [`Foi em ${instant(at)}${where ? `, de ${where}` : ''}.`, 'Se foi você, não é preciso fazer nada.'],
    button: 'Revisar sua conta',
    footer: 'Se não foi você, altere sua senha agora e encerre todas as outras sessões.',
  }),
  notices: ({ organization, only, isTest, count, more }) => {
    const title = only || several(count, 'notificação', 'notificações')
    return {
      subject: titleOf(title, organization),
      title,
      paragraphs: isTest ? [`${only}, como você pediu nas suas configurações.`] : [],
      button: buttonOf(only ? 'Abrir no Foyer' : 'Ver notificações', more),
      footer: because(organization),
      settings: 'Escolher o que você recebe por e-mail',
    }
  },
  'notice-summary': ({ organization, count, more }) => {
    const title = `Seu resumo da manhã: ${several(count, 'notificação', 'notificações')}`
    return {
      subject: titleOf(title, organization),
      title,
      paragraphs: ['O que chegou desde seu último resumo e ainda não foi lido.'],
      button: buttonOf('Ver notificações', more),
      footer: because(organization),
      settings: 'Escolher o que vem no seu resumo',
    }
  },
  'webhook-disabled': ({ url, reason, days, organization }) => ({
    subject: `Um webhook de ${organization} foi desativado`,
    title: 'Um webhook foi desativado',
    paragraphs: [
      `O Foyer não envia mais eventos de ${organization} para ${url}: ${
        reason === 'gone'
          ? 'o destino respondeu com 410 (Gone), ou seja, cancelou a inscrição'
          : `todas as entregas falharam por ${several(days, 'dia', 'dias')}`
      }.`,
      'Os eventos perdidos estão guardados. Quando o receptor voltar a funcionar, ative o webhook e recupere-os.',
    ],
    button: 'Abrir o webhook',
    footer: `Você recebeu este e-mail porque é proprietário ou administrador de ${organization}.`,
  }),
  'proposal-answered': ({ title, client, organization, answer, name, amount, reason }) => ({
    subject: `${client} ${answer === 'accepted' ? 'aceitou' : 'recusou'} “${title}”`,
    title: `${client} ${answer === 'accepted' ? 'aceitou' : 'recusou'} sua proposta`,
    paragraphs: [
      `“${title}”${amount ? `, ${amount} no total` : ''}.`,
      name ? `Aceita como: ${name}. O que foi aceito está anexado em PDF.` : '',
      reason ? `Nas palavras do cliente: “${reason}”` : '',
    ],
    button: 'Abrir a proposta',
    footer: `Você recebeu este e-mail porque fez esta proposta em ${organization}. O nome e o texto citado foram escritos pelo cliente.`,
  }),
  'human-step': ({ because: reason, heading, workflow, text, about, until, organization }) => ({
    subject: `${reason === 'reminded' ? 'Lembrete' : 'A fazer'}: ${heading}`,
    title: heading,
    paragraphs: [asks[reason](workflow), text, about && `Sobre: ${about}`, until && `Você pode responder até ${until}.`],
    button: 'Abrir o passo',
    footer: `Você recebeu este e-mail porque um fluxo de ${organization} precisa de uma resposta. Abrir o link não responde nada: você responde na página. Nomes e textos podem ser de clientes.`,
  }),
  'booking-host': ({ news, when, who, place, where, said, organization }) => ({
    subject: `${meetings[news]}: ${who}, ${when}`,
    title: meetings[news],
    paragraphs: [
      who,
      when,
      place === 'phone' ? 'Por telefone' : place === 'other_host' ? `Agora com ${where}` : where,
      said && `“${said}”`,
    ],
    button: 'Abrir o agendamento',
    footer: `Você recebeu este e-mail porque é o anfitrião desta reunião em ${organization}. O nome e o texto citado foram escritos por quem agendou.`,
  }),
}
