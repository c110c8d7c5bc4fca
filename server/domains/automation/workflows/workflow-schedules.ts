import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { never } from '#core/held.ts'
import type { Tables } from '#db/tables.ts'
import type { Trigger } from './definition.ts'
import { nextTimes } from './schedule-times.ts'
import { Missed, Schedule } from './schedules.ts'
import { isStopped } from './stopped-workflows.ts'

/** A schedule as it is looked at: with what of it was looked at before. */
export interface HeldSchedule {
  readonly workflowId: string
  readonly version: number
  readonly schedule: Schedule
  readonly missed: Missed
  readonly lastInstant: Date
}

/** Of one workspace in one transaction: others come in the next. */
const mostOfOrg = 200

type Row = Selectable<Tables['workflow_schedules']>

/** Null: it cannot be read. */
const heldOf = (row: Pick<Row, 'workflow_id' | 'version' | 'schedule' | 'missed' | 'last_instant'>): HeldSchedule | null => {
  const [schedule, missed] = [Schedule.safeParse(row.schedule), Missed.safeParse(row.missed)]
  if (!schedule.success || !missed.success) return null
  const { workflow_id: workflowId, version, last_instant: lastInstant } = row
  return { workflowId, version, schedule: schedule.data, missed: missed.data, lastInstant }
}

/**
 * Takes schedules of a workspace that are due, and keeps them and their workflows until the transaction ends: what another has, it leaves. Those of
 * what is stopped are put aside as they are, so that their times come when it goes on; so is one that cannot be read, and `unread` names its workflow.
 */
export const takeDueSchedules = async (
  db: Db,
  orgId: string,
): Promise<{ held: HeldSchedule[]; unread: readonly { readonly workflowId: string }[]; now: Date }> => {
  const { rows } = await sql<Row & { is_stopped: boolean }>`
    select s.*, ${isStopped} as is_stopped
    from workflow_schedules s join workflows w on w.org_id = s.org_id and w.id = s.workflow_id
    where s.org_id = ${orgId} and s.next_at <= now() order by s.next_at limit ${mostOfOrg} for update of s, w skip locked`.execute(
    db,
  )
  const going = rows.filter(({ is_stopped }) => !is_stopped)
  const held = going.flatMap((row) => heldOf(row) ?? [])
  const read = new Set(held.map(({ workflowId }) => workflowId))
  const aside = rows.filter(({ workflow_id }) => !read.has(workflow_id)).map(({ workflow_id }) => workflow_id)
  if (aside.length > 0)
    await sql`
      update workflow_schedules set parked_at = next_at, next_at = null
      where org_id = ${orgId} and workflow_id = any (${aside}::uuid[])`.execute(db)
  const unread = going
    .filter(({ workflow_id }) => !read.has(workflow_id))
    .map(({ workflow_id }) => ({ workflowId: workflow_id }))
  return { held, unread, now: await databaseNow(db) }
}

/** Of all workers and servers alike, whatever the clock of their machine says. */
export const databaseNow = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  return rows[0]?.now ?? new Date()
}

/** Up to where schedules were looked at, and when they are looked at again. */
export const moveSchedules = async (
  db: Db,
  orgId: string,
  moves: readonly { readonly workflowId: string; readonly last: Date; readonly next: Date | null }[],
): Promise<void> => {
  await sql`
    update workflow_schedules s set last_instant = g.last, next_at = g.next
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as g ("workflowId" uuid, last timestamptz, next timestamptz)
    where s.org_id = ${orgId} and s.workflow_id = g."workflowId"`.execute(db)
}

/** The schedule of a workflow, if it is due, can be read, and nothing stops it; kept until the transaction ends. */
export const takeScheduleOf = async (db: Db, orgId: string, workflowId: string): Promise<HeldSchedule | null> => {
  const { rows } = await sql<Row>`
    select s.* from workflow_schedules s join workflows w on w.org_id = s.org_id and w.id = s.workflow_id
    where s.org_id = ${orgId} and s.workflow_id = ${workflowId} and s.next_at <= now() and not ${isStopped}
    for update of s`.execute(db)
  return rows[0] ? heldOf(rows[0]) : null
}

/**
 * The schedule of the version that is published from now on. One that stays as it was goes on from where it was looked at: what came while the
 * workflow was stopped is not lost with a new version. One that a restore holds begins now.
 */
export const keepSchedule = async (
  db: Db,
  orgId: string,
  { workflowId, version, trigger }: { readonly workflowId: string; readonly version: number; readonly trigger: Trigger },
): Promise<void> => {
  if (trigger.kind !== 'schedule') return removeSchedule(db, orgId, workflowId)
  const { schedule, missed } = trigger
  const { rows } = await sql<{ last_instant: Date | null; now: Date }>`
    select now(), (select last_instant from workflow_schedules where org_id = ${orgId} and workflow_id = ${workflowId}
      and schedule = ${JSON.stringify(schedule)}::jsonb and coalesce(next_at, parked_at) < ${never})`.execute(db)
  const last = rows[0]?.last_instant ?? rows[0]?.now ?? new Date()
  const next = nextTimes(schedule, last, 1)[0] ?? null
  await sql`
    insert into workflow_schedules (org_id, workflow_id, version, schedule, missed, last_instant, next_at)
    values (${orgId}, ${workflowId}, ${version}, ${JSON.stringify(schedule)}, ${missed}, ${last}, ${next})
    on conflict (org_id, workflow_id) do update set version = excluded.version, schedule = excluded.schedule, missed = excluded.missed,
      last_instant = excluded.last_instant, next_at = excluded.next_at, parked_at = null`.execute(db)
}

export const removeSchedule = async (db: Db, orgId: string, workflowId: string): Promise<void> => {
  await db.deleteFrom('workflow_schedules').where('org_id', '=', orgId).where('workflow_id', '=', workflowId).execute()
}

/** Those that were put aside while a switch was on are looked at again; not what another switch holds still. */
export const unparkSchedules = async (db: Db, orgId: string, workflowId: string | null): Promise<void> => {
  await sql`
    update workflow_schedules s set next_at = s.parked_at, parked_at = null
    from workflows w
    where s.org_id = ${orgId} and w.org_id = s.org_id and w.id = s.workflow_id and s.parked_at is not null
      and (${workflowId}::uuid is null or s.workflow_id = ${workflowId}) and not ${isStopped}`.execute(db)
}
