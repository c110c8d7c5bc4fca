import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { isWithheld } from '#domains/conversations/voice/numbers.ts'
import { showTasks, Task } from '#domains/crm/deals/tasks.ts'
import { extension } from '#shapes'
import { mostCounted, ofMember, shownRows } from './scopes.ts'

export const DueTasks = z.object({
  count: z.int().describe('Counted up to 100'),
  late: z.int().describe('Of those counted, past their time'),
  rows: z.array(Task),
})

export const CallToReturn = extension('CallToReturn', Task, {
  phone: z
    .string()
    .nullable()
    .describe('The number that called; null where it was withheld, and for a task that no missed call made'),
  called_at: z.iso.datetime().nullable(),
})

export const CallsToReturn = DueTasks.extend({ rows: z.array(CallToReturn) })

/** Tasks of closed deals rest: so many are looked at for those that do not. */
const dueRead = 300

/** What is due before a moment, the most urgent first; calls to return and first answers stand in lists of their own. */
export const findDueTasks = (
  db: Db,
  orgId: string,
  memberId: string | null,
  { now, before }: { now: Date; before: Date },
): Promise<z.output<typeof DueTasks>> =>
  showDue(db, orgId, {
    now,
    ids: ofMember(
      memberId,
      sql`assigned_to`,
      (which, first) => sql`
        select id, deal_id, due_at from tasks
        where org_id = ${orgId} and done_at is null and deleted_at is null and ${which} and due_at < ${before}
          and kind <> 'call_back' and coalesce(cause_key, '') not like 'first_answer:%'
        order by ${first} due_at, id limit ${dueRead}`,
    ),
  })

/** Missed calls that were not returned, the oldest first. One that is put off to another day is not to be returned before. */
export const findCallsToReturn = async (
  db: Db,
  orgId: string,
  memberId: string | null,
  { now, before }: { now: Date; before: Date },
): Promise<z.output<typeof CallsToReturn>> => {
  const due = await showDue(db, orgId, {
    now,
    ids: sql`
      select id, deal_id, due_at from tasks
      where org_id = ${orgId} and done_at is null and deleted_at is null and kind = 'call_back'
        and coalesce(due_at, '-infinity') < ${before}
        and (${memberId}::uuid is null or coalesce(assigned_to, ${memberId}) = ${memberId})
      order by due_at, id limit ${dueRead}`,
  })
  const calls = await findCallsOf(
    db,
    orgId,
    due.rows.flatMap(({ cause }) => (typeof cause.call_id === 'string' ? cause.call_id : [])),
  )
  return {
    ...due,
    rows: due.rows.map((task) => {
      const call = calls.find(({ id }) => id === task.cause.call_id)
      return {
        ...task,
        phone: call && !isWithheld(call.from_number) ? call.from_number : null,
        called_at: call?.started_at.toISOString() ?? null,
      }
    }),
  }
}

const findCallsOf = async (db: Db, orgId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('calls')
        .select(['id', 'from_number', 'started_at'])
        .where('org_id', '=', orgId)
        .where('id', 'in', ids)
        .execute()

const showDue = async (
  db: Db,
  orgId: string,
  { now, ids }: { now: Date; ids: ReturnType<typeof ofMember> },
): Promise<z.output<typeof DueTasks>> => {
  const { rows } = await sql<{ id: string; due_at: Date | null }>`
    select t.id, t.due_at from (${ids}) t
    where t.deal_id is null
      or (select d.state = 'open' and d.deleted_at is null from deals d where d.org_id = ${orgId} and d.id = t.deal_id)
    order by t.due_at, t.id limit ${mostCounted}`.execute(db)
  return {
    count: rows.length,
    late: rows.filter(({ due_at: at }) => at !== null && at < now).length,
    rows: await showTasks(
      db,
      orgId,
      rows.slice(0, shownRows).map(({ id }) => id),
    ),
  }
}
