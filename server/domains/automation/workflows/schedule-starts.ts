import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Log } from '#core/log.ts'
import { type Database, isDatabaseAway } from '#db/connect.ts'
import type { WorkflowCaps } from '#shapes/workflow-caps.ts'
import { concurrencyKeyOf } from './concurrency-keys.ts'
import { guardStarts, strike } from './guards.ts'
import { makeVersions } from './published-versions.ts'
import { dueInstants } from './schedule-times.ts'
import { type KeyedStart, startRuns } from './starts.ts'
import { placeOf } from './surroundings.ts'
import { databaseNow, type HeldSchedule, moveSchedules, takeDueSchedules, takeScheduleOf } from './workflow-schedules.ts'

/** After so long one whose start could not be written is tried again; its times are not lost. */
const retryMs = 60_000

const versions = makeVersions()

/**
 * Starts what is due by the clock, in all workspaces. Any number of workers can: a schedule is one worker's at a time, and an instant starts one
 * run of a workflow by the key of its start. Answers of how many workspaces something was looked at.
 */
export const startDueSchedules = async ({
  database,
  log,
  settings,
}: {
  readonly database: Pick<Database, 'inOrg' | 'pool'>
  readonly log: Log
  readonly settings: { readonly workflows: WorkflowCaps }
}): Promise<number> => {
  const { rows } = await database.pool.query<{ id: string }>({
    name: 'orgs_with_due_schedules',
    text: 'select orgs_with_due_schedules as id from foyer.orgs_with_due_schedules()',
  })
  let looked = 0
  for (const { id: orgId } of rows)
    try {
      if ((await database.inOrg(orgId, (db) => startDueOf(db, orgId, settings.workflows))) > 0) looked++
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      log.error({ err: error, org: orgId }, 'schedules of workflows could not be started together')
      // One workspace holds up no other, and no run.
      await startOneByOne({ database, log, settings }, orgId).catch((alone: unknown) => {
        if (isDatabaseAway(alone)) throw alone
        log.error({ err: alone, org: orgId }, 'schedules of a workspace could not be looked at')
      })
    }
  return looked
}

const startDueOf = async (db: Db, orgId: string, caps: WorkflowCaps): Promise<number> => {
  const { held, unread, now } = await takeDueSchedules(db, orgId)
  for (const each of unread) await strike(db, orgId, each, { guard: 'not_understood', times: 1 })
  if (held.length > 0) await startInstants(db, orgId, held, now, caps)
  return held.length + unread.length
}

/** So that one that cannot be started stands alone: it is tried again in a minute, with the times that have come by then. */
const startOneByOne = async (
  {
    database,
    log,
    settings,
  }: Omit<Parameters<typeof startDueSchedules>[0], 'database'> & { readonly database: Pick<Database, 'inOrg'> },
  orgId: string,
): Promise<void> => {
  const held = await database.inOrg(orgId, async (db) => {
    const { held: taken, unread } = await takeDueSchedules(db, orgId)
    for (const each of unread) await strike(db, orgId, each, { guard: 'not_understood', times: 1 })
    return taken
  })
  for (const { workflowId, lastInstant } of held)
    try {
      await database.inOrg(orgId, (db) => startDueOfWorkflow(db, orgId, workflowId, settings.workflows))
    } catch (error) {
      log.error({ err: error, workflow: workflowId }, 'the schedule of a workflow could not be started')
      const next = new Date(Date.now() + retryMs)
      await database.inOrg(orgId, (db) => moveSchedules(db, orgId, [{ workflowId, last: lastInstant, next }]))
    }
}

/** What has come of a schedule up to now is of the version that is published until now. */
export const startDueOfWorkflow = async (db: Db, orgId: string, workflowId: string, caps: WorkflowCaps): Promise<void> => {
  const held = await takeScheduleOf(db, orgId, workflowId)
  if (held) await startInstants(db, orgId, [held], await databaseNow(db), caps)
}

/** Starts the instants of schedules that are due at `now`, and says when they are looked at again. */
export const startInstants = async (
  db: Db,
  orgId: string,
  held: readonly HeldSchedule[],
  now: Date,
  caps: WorkflowCaps,
): Promise<void> => {
  const place = await placeOf(db, orgId)
  const starts: KeyedStart[] = []
  const moves: Parameters<typeof moveSchedules>[2][number][] = []
  for (const { workflowId, version, schedule, missed, lastInstant } of held) {
    const due = dueInstants(schedule, lastInstant, now, missed)
    moves.push({ workflowId, last: due.last, next: due.next })
    if (due.starts.length === 0) continue
    const { program } = await versions.of((_orgId, work) => work(db), { org_id: orgId, workflow_id: workflowId, version })
    for (const instant of due.starts) {
      const trigger = { kind: 'schedule' as const, at: now.toISOString(), planned_at: instant.toISOString() }
      starts.push({
        id: newId(),
        ...{ workflowId, version, startKey: `time:${trigger.planned_at}`, trigger },
        concurrencyKey: concurrencyKeyOf(program, trigger, place),
        others: program.definition.settings.concurrency?.others ?? 'queue',
      })
    }
  }
  await startRuns(db, orgId, await guardStarts(db, orgId, starts, caps))
  await moveSchedules(db, orgId, moves)
}
