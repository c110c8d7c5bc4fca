import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { publicEvents } from '#core/events/public-events.ts'
import { idFloor } from '#core/ids.ts'
import { joinedOrg } from '#core/joined-org.ts'
import type { Happening } from '#domains/connections/webhooks/payloads.ts'
import { findMerged } from '#domains/crm/identities/merged-ids.ts'
import { seenBy } from './advance.ts'
import { type EventTrigger, idsNamed, isNamed, triggersOf } from './event-triggers.ts'
import { findOpenWaits, type OpenWait, readWaitsFor } from './open-waits.ts'
import type { Program } from './program.ts'
import { outputsOf, type Progress } from './progress.ts'
import { makeVersions } from './published-versions.ts'
import { mostBytesAtOnce } from './run-bytes.ts'
import { goOnFromSettled, settledRun } from './run-endings.ts'
import type { ClaimedRun } from './runs.ts'
import { placeOf } from './surroundings.ts'

/** Events that are read at once, and of the past of one wait in all; a wait that begins after more than these is for what is to come. */
const [pageOfPast, mostPast] = [500, 10_000]
/** Ids have the clock of the server that made them, and times that of the database. */
const clocksApartMs = 15 * 60_000

/** Steps that wait for an event go on with the first that matches: which they are is asked where the log is read. */
export const answerEventWaits = async (db: Db, orgId: string, triggers: readonly EventTrigger[]): Promise<void> => {
  if (triggers.length === 0) return
  const ids = new Set(triggers.flatMap(idsNamed))
  // A wait may name a record that was merged since, or the event may.
  const merged = await findMerged(db, orgId, [...ids])
  for (const [id, root] of merged) ids.add(id).add(root)
  const matches: Match[] = []
  for await (const waits of readWaitsFor(db, orgId, triggers, [...ids]))
    matches.push(...(await findMatches(db, orgId, waits, triggers, merged)))
  // All waits before any run, in the order in which a writer of runs locks them.
  await answer(db, orgId, matches, triggers)
}

/** What happened between the step before a wait and the moment at which the wait was there for all to see. */
export const hearPast = async (db: Db, run: ClaimedRun, waitIds: readonly string[]): Promise<void> => {
  const orgId = run.org_id
  for (const wait of await findOpenWaits(db, orgId, waitIds)) {
    const merged = wait.about === null ? new Map<string, string>() : await findMerged(db, orgId, [wait.about])
    let after = idFloor(new Date(wait.since.getTime() - clocksApartMs))
    for (let read = 0; read < mostPast; read += pageOfPast) {
      const page = await readPast(db, orgId, wait, { after, merged })
      const triggers = [...(await triggersOf(db, orgId, page)).values()]
      const matches = await findMatches(db, orgId, [wait], triggers, merged)
      await answer(db, orgId, matches, triggers)
      if (matches.length > 0) break
      const last = page.at(-1)
      if (!last || page.length < pageOfPast) break
      after = last.id
    }
  }
}

/** Of what a wait may hear, in the order of the log. Where events tell nothing but their facts, those that do not name what it is about are left out. */
const readPast = async (
  db: Db,
  orgId: string,
  { event_type, about, since }: OpenWait,
  { after, merged }: { readonly after: string; readonly merged: ReadonlyMap<string, string> },
): Promise<Happening[]> => {
  const isToldByFacts = publicEvents().some(({ type, webhook }) => type === event_type && webhook.tell !== undefined)
  const names = about === null || !isToldByFacts ? null : [about, ...merged.keys(), ...merged.values()].map(inJson)
  const { rows } = await sql<{
    id: string
    type: string
    subject_id: string
    payload: Readonly<Record<string, unknown>>
    at: Date
  }>`
    select id, type, subject_id, payload, at from events
    where org_id = ${orgId} and id > ${after} and type = ${event_type} and at >= ${since}
      and (${names}::text[] is null or subject_id::text = any (${names}::text[])
        or exists (select from unnest(${names}::text[]) as name where strpos(payload::text, name) > 0))
    order by id limit ${pageOfPast}`.execute(db)
  return rows.map(({ subject_id, payload, ...event }) => ({ ...event, subjectId: subject_id, facts: payload }))
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Waits whose runs are read together, as far as their bytes go: of each, what its steps gave is in memory. */
const waitsTogether = 100

/** A wait, and the first event that ends it. */
interface Match {
  readonly id: string
  readonly event_id: string
}

const findMatches = async (
  db: Db,
  orgId: string,
  waits: readonly OpenWait[],
  triggers: readonly EventTrigger[],
  merged: ReadonlyMap<string, string>,
): Promise<Match[]> => {
  const concerned = waits.flatMap((wait) => {
    const candidates = triggers.filter(
      (trigger) =>
        trigger.type === wait.event_type &&
        Date.parse(trigger.at) >= wait.since.getTime() &&
        (wait.about === null || isNamed(wait.about, trigger, merged)),
    )
    return candidates.length === 0 ? [] : [{ wait, candidates }]
  })
  const matches: Match[] = []
  for (const together of inParts(concerned)) {
    const matcherOf = await matchersOf(
      db,
      orgId,
      together.map(({ wait }) => wait.run_id),
    )
    for (const { wait, candidates } of together) {
      const match = candidates.find(matcherOf(wait))
      if (match) matches.push({ id: wait.id, event_id: match.id })
    }
  }
  return matches
}

const inParts = <Each extends { readonly wait: OpenWait }>(all: readonly Each[]): Each[][] => {
  const parts: Each[][] = []
  let bytes = 0
  for (const each of all) {
    const part = parts.at(-1)
    bytes += each.wait.bytes
    if (part && part.length < waitsTogether && bytes <= mostBytesAtOnce) part.push(each)
    else {
      parts.push([each])
      bytes = each.wait.bytes
    }
  }
  return parts
}

const answer = async (db: Db, orgId: string, matches: readonly Match[], triggers: readonly EventTrigger[]): Promise<void> => {
  if (matches.length === 0) return
  const wanted = new Set(matches.map(({ event_id }) => event_id))
  const events = triggers.flatMap((event) => (wanted.has(event.id) ? [{ id: event.id, event }] : []))
  await sql`
    with settled as (
      update workflow_waits w set state = 'answered', event_id = g.event_id, answered_via = 'event', settled_at = now(),
        answer = jsonb_build_object('outlet', 'done', 'output', jsonb_build_object('event', e.event))
      from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as g (id uuid, event_id uuid)
      join jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (id uuid, event jsonb) on e.id = g.event_id
      where w.org_id = ${joinedOrg(orgId)} and w.id = g.id and w.state = 'open' returning ${settledRun})
    ${goOnFromSettled(orgId)}`.execute(db)
}

/** Versions never change: what was compiled for one wait serves all others of its version, in this process. */
const versions = makeVersions()

/** The condition of each wait of some runs, with what its run knows. */
const matchersOf = async (db: Db, orgId: string, runIds: readonly string[]) => {
  const runs = await db
    .selectFrom('workflow_runs')
    .select(['id', 'workflow_id', 'version', 'trigger', 'progress', 'created_at', 'event_id'])
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
  const usedBefore = await findUsed(db, orgId, [...programs.keys()])
  const place = await placeOf(db, orgId)
  return (wait: OpenWait): ((trigger: EventTrigger) => boolean) => {
    const [run, program] = [found.get(wait.run_id), programs.get(wait.run_id)]
    if (!run || !program) return () => false
    const used = usedBefore(wait)
    const isUsed = ({ id }: EventTrigger): boolean => id === run.event_id || used.has(id)
    const node = program.node(wait.node)
    if (node.kind !== 'wait' || node.for.kind !== 'event' || node.for.where === undefined) return (trigger) => !isUsed(trigger)
    const outputs = outputsOf((steps.get(run.id) ?? []).map((row) => [row.node, row.path, row.output] as const))
    const seen = seenBy(
      {
        ...{ program, progress: run.progress as unknown as Progress, trigger: run.trigger, stepCount: 0, now: new Date() },
        ...{ place, outputs, run: { id: run.id, createdAt: new Date(run.created_at) } },
      },
      wait.path,
    )
    return (trigger) => {
      if (isUsed(trigger)) return false
      try {
        return program.isTrue(wait.node, 'where', { ...seen, values: { ...seen.values, event: trigger } })
      } catch {
        // An event of another kind of data than the condition is about.
        return false
      }
    }
  }
}

/** Events that had answered another wait of the run before a wait was opened: one message answers one question. Steps that wait at once hear the same. */
const findUsed = async (db: Db, orgId: string, runIds: readonly string[]) => {
  const { rows } = await sql<{ run_id: string; event_id: string; settled_at: Date }>`
    select run_id, event_id, settled_at from workflow_waits
    where org_id = ${orgId} and run_id = any (${runIds}::uuid[]) and event_id is not null and state = 'answered'`.execute(db)
  const ofRun = Map.groupBy(rows, ({ run_id }) => run_id)
  return ({ run_id, opened_at }: OpenWait): ReadonlySet<string> =>
    new Set((ofRun.get(run_id) ?? []).flatMap(({ event_id, settled_at }) => (settled_at <= opened_at ? event_id : [])))
}
