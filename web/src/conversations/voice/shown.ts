import type { Call } from '#web/wire.ts'
import { strings } from './strings.ts'

type Tone = 'good' | 'warn' | 'bad' | 'accent' | undefined

/** How a call stands, in a word. */
export const standingOf = (call: Pick<Call, 'state' | 'is_missed' | 'outcome'>): { word: string; tone: Tone } => {
  if (call.is_missed) return { word: strings.missedCall, tone: 'bad' }
  if (call.outcome === 'left_message' || call.outcome === 'wrong_number')
    return { word: strings.ends[call.outcome], tone: undefined }
  const word = strings.states[call.state]
  if (call.state === 'completed') return { word, tone: 'good' }
  if (call.state === 'refused') return { word, tone: 'bad' }
  return { word, tone: ['queued', 'ringing', 'in_progress'].includes(call.state) ? 'accent' : undefined }
}

/** Who is at the other end: their name, else their number. */
export const otherEnd = (call: Pick<Call, 'direction' | 'from_number' | 'to_number' | 'contact' | 'is_withheld'>): string => {
  const address = call.direction === 'in' ? call.from_number : call.to_number
  if (call.is_withheld) return strings.withheld
  if (call.contact?.name) return call.contact.name
  return address.startsWith('client:') ? strings.teammate : address
}

/** `40 s`, `3 min` */
export const length = (seconds: number): string =>
  seconds < 90 ? strings.seconds(seconds) : strings.minutes(Math.round(seconds / 60))

/** Whose call it is: who called, who talked, or for whom it rang. */
export const ownEnd = (call: Pick<Call, 'direction' | 'state' | 'person'>): string | null => {
  if (call.person === null) return null
  const { name } = call.person
  if (call.direction === 'out') return strings.ofPerson(name)
  return ['completed', 'in_progress'].includes(call.state) ? strings.withPerson(name) : strings.forPerson(name)
}
