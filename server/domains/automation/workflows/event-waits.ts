import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import { seenBy } from './advance.ts'
import { type EventTrigger, idsNamed, triggersOf } from './event-triggers.ts'
import { outputsOf, type Progress } from './progress.ts'
import { readVersion } from './published-versions.ts'
import { dueByNews } from './run-endings.ts'
import type { ClaimedRun } from './runs.ts'
import { placeOf } from './surroundings.ts'

/** Of the past of one wait; a wait that begins after more than these is for what is to come. */
const mostPast = 500

interface OpenWait {
  readonly id: string
  readonly run_id: string
  readonly node: string
  readonly path: string
  readonly event_type: string
  readonly about: string | null
  readonly since: Date
}

/** Steps that wait for an event go on with the first that matches: which they are is asked where the log is read. */
export const answerEventWaits = async (db: Db, orgId: string, triggers: readonly EventTrigger[]): Promise<void> => {
  if (triggers.length === 0) return
  const types = [...new Set(triggers.map(({ type }) => type))]
  const ids = [...new Set(triggers.flatMap(idsNamed))]
  const { rows } = await sql<OpenWait>`
    select id, run_id, node, path, event_type, about, since from workflow_waits
    where org_id = ${orgId} and state = 'open' and event_type = any (${types}::text[]) and (about is null or about = any (${ids}::text[]))
    order by id`.execute(db)
  await answerMatching(db, orgId, rows, triggers)
}

/** What happened between the step before a wait and the moment at which the wait was there for all to see. */
export const hearPast = async (db: Db, run: ClaimedRun, waitIds: readonly string[]): Promise<void> => {
  const orgId = run.org_id
  const { rows: waits } = await sql<OpenWait>`
    select id, run_id, node, path, event_type, about, since from workflow_waits
    where org_id = ${orgId} and id = any (${waitIds}::uuid[]) and state = 'open'`.execute(db)
  for (const wait of waits) {
    const { rows } = await sql<{
      id: string
      type: string
      subject_id: string
      payload: Readonly<Record<string, unknown>>
      at: Date
    }>`
      select id, type, subject_id, payload, at from events
      where org_id = ${orgId} and id >= ${idFloor(wait.since)} and type = ${wait.event_type} order by id limit ${mostPast}`.execute(
      db,
    )
    const triggers = await triggersOf(
      db,
      orgId,
      rows.map(({ subject_id, payload, ...event }) => ({ ...event, subjectId: subject_id, facts: payload })),
    )
    await answerMatching(db, orgId, [wait], [...triggers.values()])
  }
}

const answerMatching = async (
  db: Db,
  orgId: string,
  waits: readonly OpenWait[],
  triggers: readonly EventTrigger[],
): Promise<void> => {
  const answers: { id: string; event_id: string; answer: unknown }[] = []
  for (const wait of waits) {
    const candidates = triggers.filter(
      (trigger) =>
        trigger.type === wait.event_type &&
        Date.parse(trigger.at) >= wait.since.getTime() &&
        (wait.about === null || idsNamed(trigger).includes(wait.about)),
    )
    if (candidates.length === 0) continue
    const isMatch = await matcherOf(db, orgId, wait)
    const match = candidates.find(isMatch)
    if (match) answers.push({ id: wait.id, event_id: match.id, answer: { outlet: 'done', output: { event: match } } })
  }
  if (answers.length === 0) return
  await sql`
    with settled as (
      update workflow_waits w set state = 'answered', answer = g.answer, event_id = g.event_id, answered_via = 'event', settled_at = now()
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as g (id uuid, event_id uuid, answer jsonb)
      where w.org_id = ${orgId} and w.id = g.id and w.state = 'open' returning w.run_id)
    update workflow_runs r set news = r.news + 1, due_at = ${dueByNews}
    from settled s where r.org_id = ${orgId} and r.id = s.run_id and r.ended_at is null`.execute(db)
}

/** The condition of a wait, with what its run knows. */
const matcherOf = async (db: Db, orgId: string, wait: OpenWait): Promise<(trigger: EventTrigger) => boolean> => {
  const run = await db
    .selectFrom('workflow_runs')
    .select(['id', 'workflow_id', 'version', 'trigger', 'progress', 'created_at'])
    .where('org_id', '=', orgId)
    .where('id', '=', wait.run_id)
    .executeTakeFirst()
  if (!run) return () => false
  const { program } = await readVersion(db, orgId, run.workflow_id, run.version)
  const node = program.node(wait.node)
  if (node.kind !== 'wait' || node.for.kind !== 'event' || node.for.where === undefined) return () => true
  const { rows } = await sql<{ node: string; path: string; output: unknown }>`
    select node, path, output from workflow_steps
    where org_id = ${orgId} and run_id = ${run.id} and state = 'done' and output is not null`.execute(db)
  const seen = seenBy(
    {
      ...{ program, progress: run.progress as unknown as Progress, trigger: run.trigger, stepCount: 0, now: new Date() },
      place: await placeOf(db, orgId),
      outputs: outputsOf(rows.map((row) => [row.node, row.path, row.output] as const)),
      run: { id: run.id, createdAt: new Date(run.created_at) },
    },
    wait.path,
  )
  return (trigger) => {
    try {
      return program.isTrue(wait.node, 'where', { ...seen, values: { ...seen.values, event: trigger } })
    } catch {
      // An event of another kind of data than the condition is about.
      return false
    }
  }
}
