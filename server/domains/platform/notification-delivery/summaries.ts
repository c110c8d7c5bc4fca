import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { nextSummaries } from '../notifications/quiet-hours.ts'
import type { Recipient } from './recipients.ts'

/**
 * A day on which a summary went out already may lie ahead: its time was moved to a later one, or its reader to the west, by a day at most.
 */
const daysAhead = 4

/** Each gets a summary on the next day that had none; one who has one waiting, that one. */
export const enterSummaries = async (db: Db, orgId: string, of: readonly Recipient[], now: Date): Promise<void> => {
  if (of.length === 0) return
  const rows = of.flatMap(({ id, zone, settings }) =>
    nextSummaries(settings.summaryAt, zone, { now, days: daysAhead }).map(({ day, at }) => ({
      ...{ person_id: id, day, due_at: at.toISOString() },
    })),
  )
  await sql`
    insert into notice_summaries (org_id, person_id, day, due_at)
    select distinct on (g.person_id) ${orgId}::uuid, g.person_id, g.day, g.due_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (person_id uuid, day date, due_at timestamptz)
    where not exists (
      select from notice_summaries s where s.org_id = ${orgId} and s.person_id = g.person_id and (s.state = 'waiting' or s.day = g.day))
    order by g.person_id, g.day
    on conflict (org_id, person_id, day) do nothing`.execute(db)
}

/**
 * The person chose another time: what waits moves there. A day that had its summary gets no second one. Who only moves to another zone has the
 * one that waits at its time in the old zone, and the next ones in the new.
 */
export const moveSummary = async (db: Db, orgId: string, person: Recipient, now: Date): Promise<void> => {
  const { numAffectedRows } = await sql`
    delete from notice_summaries where org_id = ${orgId} and person_id = ${person.id} and state = 'waiting'`.execute(db)
  if (Number(numAffectedRows ?? 0) > 0) await enterSummaries(db, orgId, [person], now)
}

export interface DueSummary {
  readonly day: string
  /** Up to where an earlier one went; null where there was none. */
  readonly since: Date | null
}

/** The summary of a person that is due, locked; undefined where none is, or another worker has it. */
export const lockDueSummary = async (db: Db, orgId: string, personId: string, now: Date): Promise<DueSummary | undefined> => {
  const { rows } = await sql<DueSummary>`
    select day::text as day, (
      select max(b.up_to) from notice_summaries b where b.org_id = ${orgId} and b.person_id = ${personId}) as since
    from notice_summaries
    where org_id = ${orgId} and person_id = ${personId} and state = 'waiting' and due_at <= ${now}
    order by day limit 1 for update skip locked`.execute(db)
  return rows[0]
}

export const putOffSummary = (db: Db, orgId: string, personId: string, { day, until }: { day: string; until: Date }) =>
  sql`update notice_summaries set due_at = ${until}
    where org_id = ${orgId} and person_id = ${personId} and day = ${day}::date and state = 'waiting'`.execute(db)

export const settleSummary = (
  db: Db,
  orgId: string,
  personId: string,
  { day, upTo, mailId }: { readonly day: string; readonly upTo: Date; readonly mailId: string | null },
) =>
  sql`update notice_summaries set state = ${mailId === null ? 'empty' : 'mailed'}, up_to = ${upTo}, mail_id = ${mailId}
    where org_id = ${orgId} and person_id = ${personId} and day = ${day}::date and state = 'waiting'`.execute(db)
