import type { CallOutcome } from '#web/wire.ts'

export const outcomes: readonly CallOutcome[] = ['reached', 'left_message', 'no_answer', 'busy', 'wrong_number']

/** A call that was made, as it is typed. */
export interface TypedCall {
  readonly direction: 'in' | 'out'
  readonly outcome: CallOutcome
  /** As a field of a browser has it, in the reader's own zone; empty: it has just ended. */
  readonly at: string
  readonly minutes: string
}

export const emptyCall: TypedCall = { direction: 'out', outcome: 'reached', at: '', minutes: '' }

const mostMinutes = 1_440

/** Null: none, or what is no length. */
export const secondsIn = (minutes: string): number | null => {
  const length = Number(minutes.replace(',', '.'))
  return minutes.trim() === '' || !(length >= 0 && length <= mostMinutes) ? null : Math.round(length * 60)
}

export const isLength = (minutes: string): boolean => minutes.trim() === '' || secondsIn(minutes) !== null
