import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

const many = (one: string, more: string) => (n: number) => (n === 1 ? `1 ${one}` : `${counted(n)} ${more}`)

/** What is said of what a restore holds. */
export const heldStrings = messages({
  title: 'Held after a restore',
  loadFailed: 'What is held could not be loaded',
  since: 'This workspace was restored from a backup of',
  lead: 'What was to leave at that time may have left since. It is held until you release it; what is new leaves as always.',
  owners: 'Only an owner can release it.',
  oldest: 'The oldest is from',
  release: 'Release',
  released: 'It is on its way.',
  confirmTitle: 'Release these now?',
  confirmText: 'This cannot be taken back.',
  cancel: 'Cancel',
  kinds: {
    mails: many('mail', 'mails'),
    messages: many('WhatsApp message', 'WhatsApp messages'),
    webhooks: many('webhook delivery', 'webhook deliveries'),
    payments: many('look at a payment', 'looks at payments'),
    syncs: many('call, template or file to fetch', 'calls, templates and files to fetch'),
    ai: many('text for a model to write', 'texts for models to write'),
  },
  repeats: {
    mails: 'A mail that has left before arrives a second time.',
    messages: 'A message that has left before arrives a second time.',
    webhooks: 'Receivers know a repeat by its webhook-id.',
    payments: 'Providers are asked and nothing is charged twice.',
    syncs: 'What is read again is known.',
    ai: 'A text that was written before is paid for again.',
  },
})
