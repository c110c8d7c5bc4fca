import { choice } from '#shapes'

/** How reading a mailbox goes on, as far as that can be seen from here. */
export const MailboxProgress = choice('MailboxProgress', ['current', 'reading', 'waiting', 'behind'])
export type MailboxProgress = (typeof MailboxProgress.options)[number]

const minuteMs = 60_000
/** The job that finds what is due runs each minute: what is due for longer stands still. */
const dueMs = 3 * minuteMs
/** A copy may be this old, or three polls where they are seldom. */
const oldestMs = 10 * minuteMs

interface Read {
  readonly syncedAt: Date | null
  readonly behindSince: Date | null
  readonly nextPollAt: Date | null
  readonly pollMs: number
  readonly now: Date
}

const isOlder = (than: Date | null, ageMs: number, now: Date): boolean =>
  than !== null && than.getTime() < now.getTime() - ageMs

/** Of what is read again and again: `waiting` was never read, and `behind` should have been. */
const progressOf = ({ syncedAt, behindSince, nextPollAt, pollMs, now }: Read): MailboxProgress => {
  if (behindSince !== null || isOlder(nextPollAt, dueMs, now)) return 'behind'
  if (syncedAt === null) return 'waiting'
  return isOlder(syncedAt, Math.max(oldestMs, 3 * pollMs), now) ? 'behind' : 'current'
}

/** Of mail, where `isReading` says that a reader has said so within the last half minute. */
export const mailProgress = (read: Read & { readonly isReading: boolean; readonly listed: number | null }): MailboxProgress => {
  const progress = progressOf(read)
  if (!read.isReading || read.behindSince !== null) return progress
  return read.syncedAt === null || read.listed !== null ? 'reading' : 'current'
}

/** Of the calendars that are ticked together: the oldest reading counts. */
export const calendarProgress = (read: Read & { readonly known: number; readonly unread: number }): MailboxProgress => {
  const progress = progressOf({ ...read, syncedAt: read.unread > 0 ? null : read.syncedAt })
  // None is ticked, so none is read.
  return progress === 'waiting' && read.known > 0 && read.unread === 0 ? 'current' : progress
}

const worstFirst = ['behind', 'reading', 'waiting', 'current'] as const

export const worstOf = (all: readonly MailboxProgress[]): MailboxProgress =>
  worstFirst.find((each) => all.includes(each)) ?? 'waiting'
