import type { Db } from '#core/context.ts'
import type { NoticeDefinition } from '#core/declared.ts'
import { finishTasksOf } from '#domains/crm/deals/tasks.ts'
import { clearNotice, clearNoticeOf } from '#domains/platform/notifications/notices.ts'
import { bookingNotices } from './notices.ts'
import { hasFormerHost } from './spans.ts'

/**
 * By what the tasks about a meeting are found: what a host did in their calendar, another event over it, what its booker answered, a host
 * who is no member any more.
 */
export const changedKey = (bookingId: string, personId?: string): string =>
  `meeting_changed:${bookingId}:${personId === undefined ? '' : `${personId}:`}`
export const conflictKey = (bookingId: string, personId?: string): string =>
  `meeting_conflict:${bookingId}:${personId === undefined ? '' : `${personId}:`}`
export const answerKey = (bookingId: string): string => `meeting_answer:${bookingId}:`
export const hostLeftKey = (bookingId: string): string => `meeting_host_left:${bookingId}:`

/** A meeting has another time or another host, or is over: what was asked about it is settled. */
export const finishMeetingTasks = async (
  db: Db,
  orgId: string,
  bookingId: string,
  {
    isMoved,
    isOver = false,
    ...done
  }: {
    readonly doneBy: string | null
    readonly outcome: string
    /** What its booker answered is about its time. */
    readonly isMoved: boolean
    readonly isOver?: boolean
  },
): Promise<void> => {
  await finishChanged(db, orgId, bookingId, done)
  await finishConflicts(db, orgId, bookingId, done)
  if (isMoved) await finishTasksOf(db, orgId, answerKey(bookingId), done)
  if (isOver || !(await hasFormerHost(db, orgId, bookingId))) await finishHostLeft(db, orgId, bookingId, done)
}

interface Done {
  readonly doneBy: string | null
  readonly outcome: string
}

const finishing =
  (keyOf: (bookingId: string) => string, notice: NoticeDefinition) =>
  async (db: Db, orgId: string, bookingId: string, done: Done): Promise<void> => {
    await finishTasksOf(db, orgId, keyOf(bookingId), done)
    await clearNotice(db, orgId, notice, bookingId)
  }

const finishingOf =
  (keyOf: (bookingId: string, personId: string) => string, notice: NoticeDefinition) =>
  async (db: Db, orgId: string, bookingId: string, personId: string, done: Done): Promise<void> => {
    await finishTasksOf(db, orgId, keyOf(bookingId, personId), done)
    await clearNoticeOf(db, orgId, notice, { subjectId: bookingId, personId })
  }

/** What hosts did with a meeting in their calendars is decided. */
export const finishChanged = finishing((bookingId) => changedKey(bookingId), bookingNotices.meeting_changed)
/** The same of one of them: the others stay asked. */
export const finishChangedOf = finishingOf(changedKey, bookingNotices.meeting_changed)
/** The conflicts of a meeting are settled. */
export const finishConflicts = finishing((bookingId) => conflictKey(bookingId), bookingNotices.meeting_conflict)
/** The same of one of its hosts. */
export const finishConflictsOf = finishingOf(conflictKey, bookingNotices.meeting_conflict)
/** All hosts of a meeting are members. */
export const finishHostLeft = finishing(hostLeftKey, bookingNotices.meeting_host_left)
