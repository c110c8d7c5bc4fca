import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('connections/webhooks/sentences#audit', {
  'create-webhook': { done: 'created a webhook', tried: 'tried to create a webhook' },
  'recover-webhook': { done: 'resent missed events to a webhook', tried: 'tried to resend missed events to a webhook' },
  'remove-webhook': { done: 'removed a webhook', tried: 'tried to remove a webhook' },
  'replay-webhook-delivery': { done: 'resent a webhook delivery', tried: 'tried to resend a webhook delivery' },
  'roll-webhook-secret': {
    done: 'rolled the signing secret of a webhook',
    tried: 'tried to roll the signing secret of a webhook',
  },
  'save-service-rule': { done: 'saved a rule for a connected service', tried: 'tried to save a rule for a connected service' },
  'test-webhook': { done: 'sent a test event to a webhook', tried: 'tried to send a test event to a webhook' },
  'update-webhook': { done: 'edited a webhook', tried: 'tried to edit a webhook' },
})

const strings = messages('connections/webhooks/sentences', {
  disabled: (host: string) => `The webhook to ${host} was turned off`,
  gone: 'The endpoint unsubscribed (410).',
  failing: 'Deliveries have failed for days. Fix the endpoint, turn the webhook on, and resend the events it missed.',
})

export const notices: NoticeSentences = {
  webhook_disabled: ({ facts, subject_id: webhookId }) => ({
    title: strings.disabled(text(facts.host)),
    text: facts.reason === 'gone' ? strings.gone : strings.failing,
    tone: 'bad',
    link: { to: '/settings/webhooks/$webhookId', params: { webhookId } },
  }),
}
