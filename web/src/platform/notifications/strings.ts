import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

/** What the notifications say. */
export const strings = messages({
  title: 'Notifications',
  list: 'Notifications, newest first',
  emptyTitle: 'Nothing to look at',
  emptyText:
    'When a mail cannot be delivered, work fails for good, a webhook is switched off or somebody joins, it stands here.',
  loadFailed: 'The notifications could not be loaded',
  markAll: 'Mark all as read',
  markFailed: 'They could not be marked as read',
  unread: 'Unread',
  seeAll: 'See all',
  bell: (n: number) => (n === 0 ? 'Notifications' : `Notifications, ${counted(n)} unread`),

  mailFailed: (to: string) => `A mail to ${to} could not be delivered`,
  connectionFailed: (provider: string) => `The connection to ${provider} needs somebody`,
  modelGone: (provider: string, model: string) => `${provider} has no model ${model} any more`,
  modelGoneText: (setting: string) =>
    `Nothing is written with it. Name a newer one in ${setting} and start Foyer again, or ask whoever runs it. What waits is written within six hours, or at once when you ask for it again.`,
  numberUnconnected: (number: string) => `The WhatsApp number ${number} is not connected`,
  numberUnconnectedText: (n: number) =>
    n === 1
      ? '1 message to it is waiting. Connect the number to read it.'
      : `${counted(n)} messages to it are waiting. Connect the number to read them.`,
  webhookDisabled: (host: string) => `The webhook to ${host} was switched off`,
  webhookGone: 'Its receiver wants no more events (410).',
  webhookFailing: 'Nothing could be delivered to it for days. Mend the receiver, switch it on, and recover what it missed.',
  dealIdle: (name: string) => `Nothing is planned for ${name}`,
  dealIdleText: 'Put down what is next, or what is waited for.',
  dealUnassigned: (name: string) => `Nobody could be given ${name}`,
  nobodyHere: 'There is no admin or owner. Give it to somebody yourself.',
  everybodyAway: 'All admins and owners are away. Give it to somebody yourself.',
  mentioned: (by: string) => (by === '' ? 'You were mentioned in a note' : `${by} mentioned you in a note`),
  responseLate: (name: string) => `${name} waits for a first answer`,
  responseLateText: 'Longer than was promised. Answer, or call.',
  conflict: 'The same external id came with another person',
  conflictText: 'Two tools may be giving out the same ids. The first lead stands.',
  joined: (name: string) => `${name} joined the workspace`,
  joinedAs: { owner: 'As an owner.', admin: 'As an admin.', member: 'As a member.' },
  paymentOdd: 'A payment does not add up',
  paymentOddText: {
    wrong_invoice: 'It was made for another invoice, and was not counted.',
    wrong_amount: 'It has another amount than its invoice, and was not counted.',
    wrong_currency: 'It has another currency than its invoice, and was not counted.',
    wrong_mode: 'Test money came for a live invoice, or the other way round. It was not counted.',
    double_payment: 'The invoice was paid already: this money is owed to the client.',
    paid_after_void: 'The invoice was void when the money came: it is owed to the client.',
    disputed: 'The client disputes it with the bank.',
    dispute_lost: 'The client won a dispute: the bank took the money back.',
    missing_here: 'The provider has it, and it is not recorded here.',
    missing_at_provider: 'It is recorded here, and the provider does not know it.',
    different_amount: 'The provider has another amount, or other refunds, than are recorded here.',
  },
  jobFailed: (name: string) => `Work in the background failed for good: ${name}`,
  heldAfterRestore: (n: number) =>
    n === 1
      ? 'A backup was restored: 1 thing that was to leave is held'
      : `A backup was restored: ${n} things that were to leave are held`,
  heldAfterRestoreText: 'They may have left before. Look at them, and release what is to leave.',
  jobText: 'Look at it: it can be done again or given up.',
  other: 'Something happened',
})
