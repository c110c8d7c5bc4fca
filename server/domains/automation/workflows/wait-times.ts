import type { Duration } from './definition.ts'

export const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 }
export const durationMs = ({ amount, unit }: Duration): number => amount * unitMs[unit]

/** Decisions, "Waits". */
export const longestWaitMs = 400 * unitMs.days
