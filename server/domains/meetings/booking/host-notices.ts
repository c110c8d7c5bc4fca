import type { Db } from '#core/context.ts'
import type { NoticeDefinition } from '#core/declared.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import { bookingNotices } from './notices.ts'
import { findMemberHostIds } from './spans.ts'

/** Raises a notice about a booking for its hosts, or for `only` one of them; for admins where they are no members. */
export const notifyHosts = async (
  db: Db,
  orgId: string,
  bookingId: string,
  {
    notice,
    facts,
    only,
  }: {
    readonly notice: NoticeDefinition
    readonly facts: Readonly<Record<string, string | null>>
    readonly only?: readonly string[]
  },
): Promise<void> => {
  const members = await findMemberHostIds(db, orgId, bookingId)
  const hosts = only ? members.filter((id) => only.includes(id)) : members
  const about = { notice, subjectId: bookingId, facts }
  for (const personId of hosts) await raiseNotice(db, orgId, { ...about, personId })
  if (hosts.length === 0) await raiseNotice(db, orgId, { ...about, least: 'admin' })
}

/** A step after a booking failed, and is not tried again. */
export const notifyOfFailedStep = async (
  db: Db,
  orgId: string,
  booking: { readonly id: string; readonly name: string | null },
  failed: { readonly kind: string; readonly reason: string | null },
): Promise<void> => {
  await notifyHosts(db, orgId, booking.id, {
    notice: bookingNotices.meeting_step_failed,
    facts: { name: booking.name, step: failed.kind, reason: failed.reason },
  })
}
