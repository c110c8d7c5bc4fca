import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import { seenBy } from './advance.ts'
import { type EventTrigger, idsNamed, triggersOf } from './event-triggers.ts'
import type { Program } from './program.ts'
import { outputsOf, type Progress } from './progress.ts'
import { makeVersions } from './published-versions.ts'
import { goOnFromSettled } from './run-endings.ts'
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

/** Waits whose runs are read together: of each, what its steps gave is in memory. */
const waitsTogether = 100

const answerMatching = async (
  db: Db,
  orgId: string,
  waits: readonly OpenWait[],
  triggers: readonly EventTrigger[],
): Promise<void> => {
  const concerned = waits.flatMap((wait) => {
    const candidates = triggers.filter(
      (trigger) =>
        trigger.type === wait.event_type &&
        Date.parse(trigger.at) >= wait.since.getTime() &&
        (wait.about === null || idsNamed(trigger).includes(wait.about)),
    )
    return candidates.length === 0 ? [] : [{ wait, candidates }]
  })
  const answers: { id: string; event_id: string; answer: unknown }[] = []
  for (let from = 0; from < concerned.length; from += waitsTogether) {
    const together = concerned.slice(from, from + waitsTogether)
    const matcherOf = await matchersOf(
      db,
      orgId,
      together.map(({ wait }) => wait.run_id),
    )
    for (const { wait, candidates } of together) {
      const match = candidates.find(matcherOf(wait))
      if (match) answers.push({ id: wait.id, event_id: match.id, answer: { outlet: 'done', output: { event: match } } })
    }
  }
  if (answers.length === 0) return
  await sql`
    with settled as (
      update workflow_waits w set state = 'answered', answer = g.answer, event_id = g.event_id, answered_via = 'event', settled_at = now()
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as g (id uuid, event_id uuid, answer jsonb)
      where w.org_id = ${orgId} and w.id = g.id and w.state = 'open' returning w.run_id)
    ${goOnFromSettled(orgId)}`.execute(db)
}

/** Versions never change: what was compiled for one wait serves all others of its version, in this process. */
const versions = makeVersions()

/** The condition of each wait of some runs, with what its run knows. */
const matchersOf = async (db: Db, orgId: string, runIds: readonly string[]) => {
  const runs = await db
    .selectFrom('workflow_runs')
    .select(['id', 'workflow_id', 'version', 'trigger', 'progress', 'created_at'])
    .where('org_id', '=', orgId)
    .where('id', 'in', [...new Set(runIds)])
    .execute()
  const programs = new Map<string, Program>()
  for (const run of runs) {
    const { program } = await versions.of((_orgId, work) => work(db), { org_id: orgId, ...run })
    programs.set(run.id, program)
  }
  const { rows } = await sql<{ run_id: string; node: string; path: string; output: unknown }>`
    select run_id, node, path, output from workflow_steps
    where org_id = ${orgId} and run_id = any (${[...programs.keys()]}::uuid[]) and state = 'done' and output is not null`.execute(
    db,
  )
  const steps = Map.groupBy(rows, ({ run_id }) => run_id)
  const found = new Map(runs.map((run) => [run.id, run]))
  const place = await placeOf(db, orgId)
  return (wait: OpenWait): ((trigger: EventTrigger) => boolean) => {
    const [run, program] = [found.get(wait.run_id), programs.get(wait.run_id)]
    if (!run || !program) return () => false
    const node = program.node(wait.node)
    if (node.kind !== 'wait' || node.for.kind !== 'event' || node.for.where === undefined) return () => true
    const outputs = outputsOf((steps.get(run.id) ?? []).map((row) => [row.node, row.path, row.output] as const))
    const seen = seenBy(
      {
        ...{ program, progress: run.progress as unknown as Progress, trigger: run.trigger, stepCount: 0, now: new Date() },
        ...{ place, outputs, run: { id: run.id, createdAt: new Date(run.created_at) } },
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
}
