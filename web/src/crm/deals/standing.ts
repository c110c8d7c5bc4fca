import { relativeTime } from '#web/i18n/format.ts'
import type { Deal } from '#web/wire.ts'
import { strings } from './strings.ts'

/** How long: the largest unit that says enough. */
export const lasting = (ms: number): string => {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 60) return strings.minutes(minutes)
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return strings.hours(hours, minutes % 60)
  return strings.days(Math.floor(hours / 24))
}

/** Amber from a week, red from two. */
const [soonMs, lateMs] = [7 * 86_400_000, 14 * 86_400_000]

/** How an open deal stands that has not moved for so long. */
export const standingTone = (ms: number): 'late' | 'soon' | undefined =>
  ms >= lateMs ? 'late' : ms >= soonMs ? 'soon' : undefined

export interface Waiting {
  readonly tone: 'bad' | 'warn'
  readonly isLate: boolean
  readonly word: string
}

/** Whether the contact waits for a first reply, and since when it is late. Null: no. */
export const waitingOf = ({ state, response }: Pick<Deal, 'state' | 'response'>, nowMs: number): Waiting | null => {
  if (state !== 'open' || response.responded_at !== null || response.due_at === null) return null
  const lateMs = nowMs - Date.parse(response.due_at)
  if (lateMs >= 0) return { tone: 'bad', isLate: true, word: strings.replyLate(lasting(lateMs)) }
  return { tone: 'warn', isLate: false, word: strings.answerWithin(lasting(-lateMs)) }
}

/** When a task is due, in words. */
export const dueWord = (dueAt: string | null, nowMs: number): { word: string; isLate: boolean } | null => {
  if (dueAt === null) return null
  const isLate = Date.parse(dueAt) < nowMs
  return { isLate, word: isLate ? strings.wasDue(relativeTime(dueAt, nowMs)) : strings.isDue(relativeTime(dueAt, nowMs)) }
}

type WithClient = Pick<Deal, 'contact' | 'company' | 'business_name'>

interface Reached {
  readonly name: string | null
  readonly email: string | null
  readonly phone?: string | null
}

/** What a contact of a deal is called. */
export const nameOfContact = ({ name, email, phone = null }: Reached): string => name ?? email ?? phone ?? strings.unnamed

/** Whom a deal is with: its contact, or without one its company. */
export const clientOf = ({ contact, company, business_name }: WithClient): string =>
  contact ? nameOfContact(contact) : (company?.name ?? business_name ?? strings.noContact)

/** Contact and company of a deal, but what is read beside it. */
export const clientLine = (deal: WithClient, beside = ''): string =>
  [...new Set([clientOf(deal), deal.company?.name ?? deal.business_name])].filter((part) => part && part !== beside).join(' · ')

/** What a prospect wrote into the form: whatever of it is there, and of the kind that it should be. */
export const askedOf = (
  asked: Readonly<Record<string, unknown>> | null,
): { problem: string | null; users: string | null; features: string[] } => {
  const text = (name: string): string | null => {
    const value = asked?.[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const features = Array.isArray(asked?.features) ? asked.features : []
  return {
    problem: text('problem'),
    users: text('users'),
    features: features.filter((feature) => typeof feature === 'string' && feature !== ''),
  }
}
