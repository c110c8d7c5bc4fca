import { dayAndMinute } from '#web/i18n/format.ts'
import type { LastWebhookDelivery, Webhook, WebhookDelivery } from '#web/wire.ts'
import { strings } from './strings.ts'

/** The status of a webhook, in a word and a sentence. */
export interface Health {
  readonly word: string
  readonly tone: 'good' | 'warn' | 'bad' | undefined
  readonly text: string
}

export const healthOf = (webhook: Webhook): Health => {
  if (webhook.state === 'disabled') {
    if (webhook.disabled_reason === 'gone') return { word: strings.pill.disabled, tone: 'bad', text: strings.goneText }
    if (webhook.disabled_reason === 'failing') return { word: strings.pill.disabled, tone: 'bad', text: strings.failingText }
    return { word: strings.pill.paused, tone: undefined, text: strings.pausedText }
  }
  if (webhook.failing_since)
    return { word: strings.pill.failing, tone: 'warn', text: strings.failingSince(dayAndMinute(webhook.failing_since)) }
  return { word: strings.pill.active, tone: 'good', text: lastOf(webhook.last_delivery) }
}

const lastOf = (last: LastWebhookDelivery | null): string => {
  if (!last) return strings.nothingSent
  if (last.state === 'delivered') return strings.allWell
  if (last.state === 'waiting') return strings.onItsWay
  return strings.lastFailed(last.status === null ? strings.noResponse : String(last.status))
}

export const deliveryTones = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const

/** Why a delivery failed, in a few words. */
export const whyNot = (delivery: Pick<WebhookDelivery, 'last_error' | 'last_status'>): string =>
  delivery.last_error ?? (delivery.last_status === null ? strings.noResponse : strings.answered(delivery.last_status))
