import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { addTask } from '#domains/crm/deals/tasks.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import { findWorkspaceLanguage } from '#domains/platform/organizations/organizations.ts'
import { findMember } from '#domains/platform/users/users.ts'
import { finishHostLeft, hostLeftKey } from './meeting-tasks.ts'
import { bookingNotices } from './notices.ts'
import { stepReasons } from './step-reasons.ts'
import { taskTitles } from './task-titles.ts'

interface Standing {
  readonly id: string
  readonly name: string | null
  readonly contact_id: string | null
  readonly deal_id: string | null
}

/** The meetings of a person that are ahead, or run. */
const findStandingOf = async (db: Db, orgId: string, personId: string): Promise<Standing[]> => {
  const { rows } = await sql<Standing>`
    select b.id, b.name, b.contact_id, b.deal_id from booking_spans s join bookings b on b.org_id = s.org_id and b.id = s.booking_id
    where s.org_id = ${orgId} and s.person_id = ${personId} and s.state in ('pending', 'confirmed') and b.ends_at > now()
    order by b.starts_at, b.id`.execute(db)
  return rows
}

/** People who host meetings that are ahead and are no members, of any workspace. */
export const findFormerHosts = async (
  db: Db,
  most: number,
): Promise<{ readonly org_id: string; readonly person_id: string }[]> =>
  (await sql<{ org_id: string; person_id: string }>`select org_id, person_id from former_hosts(${most})`.execute(db)).rows

/**
 * Meetings of a person who left stand: whether they are given to another host or cancelled is for admins to decide, one by one. Answers
 * those meetings. A person who is a member again by now keeps theirs. `onlyUnasked`: what was asked once is not asked again, whatever became of
 * it.
 */
export const askAboutMeetingsOf = async (
  db: Db,
  orgId: string,
  person: { readonly id: string; readonly name: string },
  { onlyUnasked = false } = {},
): Promise<string[]> => {
  if (await findMember(db, orgId, person.id)) return []
  const meetings = await findStandingOf(db, orgId, person.id)
  const titles = taskTitles[await findWorkspaceLanguage(db, orgId)]
  const asked: string[] = []
  for (const { id, name, contact_id, deal_id } of meetings) {
    const { isNew } = await addTask(db, orgId, {
      ...{ contactId: contact_id, dealId: deal_id, kind: 'next_action' },
      title: titles.hostLeft(person.name, name),
      cause: { rule: 'meeting_host_left' },
      causeKey: `${hostLeftKey(id)}${person.id}`,
    })
    if (onlyUnasked && !isNew) continue
    asked.push(id)
    await raiseNotice(db, orgId, {
      ...{ notice: bookingNotices.meeting_host_left, subjectId: id },
      facts: { host: person.name, name },
    })
  }
  return asked
}

/** A person who is a member again hosts what they hosted. Answers those meetings. */
export const settleMeetingsOf = async (db: Db, orgId: string, personId: string): Promise<string[]> => {
  const meetings = await findStandingOf(db, orgId, personId)
  for (const { id } of meetings) await finishHostLeft(db, orgId, id, { doneBy: null, outcome: stepReasons.hostBack })
  return meetings.map(({ id }) => id)
}
