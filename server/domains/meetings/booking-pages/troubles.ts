import type { Failure } from '#core/errors.ts'
import type { PageStrings } from './page-strings.ts'

/** A start that another booker has by now, or that is no longer offered. */
export const isLostStart = ({ code }: Pick<Failure, 'code'>): boolean => code === 'slot_taken' || code === 'slot_not_offered'

const tooMany: ReadonlySet<string> = new Set(['rate_limited', 'too_much_at_once'])

/**
 * What a booker can do about a failure, in the language of the page: the messages of the API are in English, and for programs. `typed` is
 * what stands in the field that is to blame.
 */
export const sayTrouble = (
  { code, field }: Pick<Failure, 'code' | 'field'>,
  strings: PageStrings,
  typed: string | undefined,
): string => {
  if (code === 'slot_not_offered') return strings.notBookable
  if (code === 'slot_taken') return strings.lost
  if (tooMany.has(code)) return strings.tooMany
  if (code === 'too_many_bookings') return strings.tooManyBookings
  if (code === 'answer_missing') return strings.required
  if (field === undefined || field === null || typed === undefined) return strings.failed
  if (typed.trim() === '') return strings.required
  if (field === 'email') return strings.badEmail
  return field === 'phone' ? strings.badPhone : strings.badValue
}

/** What stands on the page after a try to move or cancel a booking was refused. */
export const sayChangeTrouble = (
  failure: Pick<Failure, 'code'>,
  strings: PageStrings,
  otherwise: 'notMoved' | 'notCancelled',
): string => {
  if (failure.code === 'slot_not_offered') return strings.notBookableMove
  if (failure.code === 'slot_taken') return strings.lostMove
  if (failure.code === 'too_many_bookings') return strings.tooManyBookings
  return tooMany.has(failure.code) ? strings.tooMany : strings[otherwise]
}
