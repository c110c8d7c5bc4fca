import { dayAndMinute } from '#web/i18n/format.ts'
import type { Delivery, Webhook } from './api.ts'
import { words } from './strings.ts'

/** How it stands with a webhook, in a word and a sentence. */
export interface Health {
  readonly word: string
  readonly tone: 'good' | 'warn' | 'bad' | undefined
  readonly text: string
}

export const healthOf = (webhook: Webhook): Health => {
  if (webhook.state === 'disabled') {
    if (webhook.disabled_reason === 'gone') return { word: words.pill.disabled, tone: 'bad', text: words.goneText }
    if (webhook.disabled_reason === 'failing') return { word: words.pill.disabled, tone: 'bad', text: words.failingText }
    return { word: words.pill.paused, tone: undefined, text: words.pausedText }
  }
  if (webhook.failing_since)
    return { word: words.pill.failing, tone: 'warn', text: words.failingSince(dayAndMinute(webhook.failing_since)) }
  return { word: words.pill.active, tone: 'good', text: lastOf(webhook.last_delivery) }
}

const lastOf = (last: Webhook['last_delivery']): string => {
  if (!last) return words.nothingSent
  if (last.state === 'delivered') return words.allWell
  if (last.state === 'waiting') return words.onItsWay
  return words.lastFailed(last.status === null ? words.noAnswer : String(last.status))
}

export const deliveryTones = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const

/** Why a delivery was not taken, in a few words. */
export const whyNot = (delivery: Pick<Delivery, 'last_error' | 'last_status'>): string =>
  delivery.last_error ?? (delivery.last_status === null ? words.noAnswer : words.answered(delivery.last_status))
