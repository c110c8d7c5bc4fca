import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

const many = (one: string, more: string) => (n: number) => (n === 1 ? `1 ${one}` : `${counted(n)} ${more}`)

export const heldStrings = messages('platform/background-jobs/held-strings', {
  title: 'Held after a restore',
  loadFailed: 'The held jobs could not be loaded',
  since: 'This workspace was restored from a backup of',
  lead: 'Jobs queued then may have run since, so they are held until you release them. New jobs run as usual.',
  owners: 'Only an owner can release them.',
  oldest: 'Oldest:',
  release: 'Release',
  released: 'Released.',
  confirmTitle: 'Release these jobs?',
  confirmText: 'This can’t be undone.',
  kinds: {
    mails: many('email', 'emails'),
    messages: many('WhatsApp message', 'WhatsApp messages'),
    webhooks: many('webhook delivery', 'webhook deliveries'),
    payments: many('payment check', 'payment checks'),
    syncs: many('call, template or file to fetch', 'calls, templates and files to fetch'),
    ai: many('AI text to write', 'AI texts to write'),
    workflows: many('workflow run', 'workflow runs'),
  },
  repeats: {
    mails: 'Emails already sent arrive a second time.',
    messages: 'Messages already sent arrive a second time.',
    webhooks: 'Endpoints recognize a repeat by its webhook-id.',
    payments: 'Providers are asked; nothing is charged twice.',
    syncs: 'Fetching again changes nothing.',
    ai: 'Texts already written are paid for again.',
    workflows: 'Runs continue where the backup left them. A step done since then is done again.',
  },
})
