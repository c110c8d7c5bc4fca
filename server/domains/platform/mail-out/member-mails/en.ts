import { instantIn, type MemberMails, severalIn, titleOf } from './member-mail.ts'

const instant = instantIn('en')
const several = severalIn('en')

const roles = { owner: 'an owner', admin: 'an admin', member: 'a member' } as const
const changes = {
  password_changed: 'Your password was changed',
  totp_on: 'Two-factor codes were turned on',
  totp_off: 'Two-factor codes were turned off',
  recovery_codes_renewed: 'New recovery codes were created',
  recovery_code_used: 'A recovery code was used to sign in',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
} as const
const meetings = {
  requested: 'Meeting request',
  confirmed: 'New meeting',
  moved: 'Meeting rescheduled',
  cancelled: 'Meeting cancelled',
  declined: 'Meeting declined',
  handed: 'Meeting with a new host',
  unanswered: 'Meeting request not answered in time',
  released: 'No longer your meeting',
} as const
const asks = {
  asked: (workflow: string) => `The workflow “${workflow}” asks for your answer.`,
  reminded: (workflow: string) => `The workflow “${workflow}” still waits for your answer.`,
  escalated: (workflow: string) => `The workflow “${workflow}” has no answer yet, so it asks you.`,
  delegated: (workflow: string) => `A colleague delegated this step of the workflow “${workflow}” to you.`,
  passed: (workflow: string) => `The member whom the workflow “${workflow}” asked has left, so it asks the admins.`,
} as const
const because = (organization: string): string =>
  `You received this email because of your notification settings at ${organization}.`
const buttonOf = (button: string, more: string): string =>
  more === '' ? button : `${button} (${several(more, 'more', 'more')})`

export const en: MemberMails = {
  orCopy: 'Or copy this address into your browser:',
  invitation: ({ organization, inviter, role, days }) => ({
    subject: inviter ? `${inviter} invites you to ${organization}` : `You are invited to ${organization}`,
    title: `Join ${organization}`,
    paragraphs: [
      `${inviter || 'A teammate'} invites you to ${organization} on Foyer, as ${roles[role]}.`,
      'Open the link to accept and choose a password.',
    ],
    button: 'Accept the invitation',
    footer: `The link works once and expires after ${several(days, 'day', 'days')}. If you did not expect this email, you can ignore it.`,
  }),
  'set-password': ({ organization, hours }) => ({
    subject: `Welcome to ${organization}`,
    title: `Welcome to ${organization}`,
    paragraphs: [
      `You are now a member of ${organization} on Foyer.`,
      'Open the link to choose a password. If you already have an account with this email address, use its password.',
    ],
    button: 'Open Foyer',
    footer: `The link works once and expires after ${several(hours, 'hour', 'hours')}. If it has expired, ask your admin for a new one. If you did not expect this email, you can ignore it.`,
  }),
  'reset-password': ({ hours }) => ({
    subject: 'Choose a new password',
    title: 'Choose a new password',
    paragraphs: ['We received a request to reset the password of your Foyer account. If it was you, open the link.'],
    button: 'Choose a new password',
    footer: `The link works once and expires after ${several(hours, 'hour', 'hours')}. If you did not request this, you can ignore this email: your password stays unchanged.`,
  }),
  'security-notice': ({ what, at, where }) => ({
    subject: `Your account: ${changes[what]}`,
    title: changes[what],
    paragraphs: [`This was on ${instant(at)}${where ? `, from ${where}` : ''}.`, 'If this was you, no action is needed.'],
    button: 'Review your account',
    footer: 'If this was not you, change your password now and end all other sessions.',
  }),
  notices: ({ organization, only, isTest, count, more }) => {
    const title = only || several(count, 'notification', 'notifications')
    return {
      subject: titleOf(title, organization),
      title,
      paragraphs: isTest ? [`${only}, as you asked for it in your settings.`] : [],
      button: buttonOf(only ? 'Open in Foyer' : 'View notifications', more),
      footer: because(organization),
      settings: 'Choose what you are emailed',
    }
  },
  'notice-summary': ({ organization, count, more }) => {
    const title = `Your morning summary: ${several(count, 'notification', 'notifications')}`
    return {
      subject: titleOf(title, organization),
      title,
      paragraphs: ['What came in since your last summary, and is still unread.'],
      button: buttonOf('View notifications', more),
      footer: because(organization),
      settings: 'Choose what is in your summary',
    }
  },
  'webhook-disabled': ({ url, reason, days, organization }) => ({
    subject: `A webhook of ${organization} was turned off`,
    title: 'A webhook was turned off',
    paragraphs: [
      `Foyer no longer sends events of ${organization} to ${url}: ${
        reason === 'gone'
          ? 'The endpoint responded with 410 (Gone): it unsubscribed'
          : `All deliveries failed for ${several(days, 'day', 'days')}`
      }.`,
      'Missed events are stored. When the receiver works again, turn the webhook on and recover them.',
    ],
    button: 'Open the webhook',
    footer: `You received this email because you are an owner or admin of ${organization}.`,
  }),
  'proposal-answered': ({ title, client, organization, answer, name, amount, reason }) => ({
    subject: `${client} ${answer} “${title}”`,
    title: `${client} ${answer} your proposal`,
    paragraphs: [
      `“${title}”${amount ? `, ${amount} in total` : ''}.`,
      name ? `Accepted as: ${name}. What was accepted is attached as PDF.` : '',
      reason ? `In their words: “${reason}”` : '',
    ],
    button: 'Open the proposal',
    footer: `You received this email because you made this proposal at ${organization}. The name and the quoted text were written by the client.`,
  }),
  'human-step': ({ because: reason, heading, workflow, text, about, until, organization }) => ({
    subject: `${reason === 'reminded' ? 'Reminder' : 'To do'}: ${heading}`,
    title: heading,
    paragraphs: [asks[reason](workflow), text, about && `About: ${about}`, until && `You can answer until ${until}.`],
    button: 'Open the step',
    footer: `You received this email because a workflow of ${organization} needs an answer. Opening the link answers nothing: you answer on the page. Names and texts may have been written by customers.`,
  }),
  'booking-host': ({ news, when, who, place, where, said, organization }) => ({
    subject: `${meetings[news]}: ${who}, ${when}`,
    title: meetings[news],
    paragraphs: [
      who,
      when,
      place === 'phone' ? 'By phone' : place === 'other_host' ? `Now with ${where}` : where,
      said && `“${said}”`,
    ],
    button: 'Open the booking',
    footer: `You received this email because you host this meeting at ${organization}. The name and the quoted text were written by the booker.`,
  }),
}
