import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import type { Cause } from '#db/connect.ts'
import { type Happening, isOfItsMoment } from '#domains/connections/webhooks/payloads.ts'
import { findMerged } from '#domains/crm/identities/merged-ids.ts'
import type { Definition } from '../workflows/definition.ts'
import { type EventTrigger, idsNamed, subjectOf, triggersOf } from '../workflows/event-triggers.ts'
import { mostDepth } from '../workflows/guards.ts'
import type { Program } from '../workflows/program.ts'
import type { Cause as RunCause, SubjectKind } from '../workflows/runs.ts'
import { timesAfter } from '../workflows/schedule-times.ts'
import type { RecordedStart } from './stage.ts'

/** Of one rehearsal; of more, the newest. */
export const mostRecorded = 20_000
const pageRows = 500

/** What is asked one short transaction after the other: a rehearsal holds none open. */
export type Reading = <T>(work: (db: Db) => Promise<T>) => Promise<T>

export interface Span {
  readonly from: Date
  readonly to: Date
  readonly now: Date
}

/** What was recorded in a time: events that start the workflow, events that its waits hear, what started it by hand or over a webhook. */
export interface Recorded {
  readonly starts: readonly RecordedStart[]
  readonly heard: readonly EventTrigger[]
  /** Records that what is heard names and that were merged, by those that stand for them. */
  readonly merged: ReadonlyMap<string, string>
  /** From when on: later than was asked for, where there was too much. */
  readonly since: Date
  /** Events that cannot be told of any more. */
  readonly gone: number
}

interface EventRow {
  readonly id: string
  readonly type: string
  readonly subject_id: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly at: Date
  readonly cause: Cause | null
}

export const readRecorded = async (
  read: Reading,
  orgId: string,
  about: { readonly workflowId: string; readonly versions: readonly Program[] } & Span,
): Promise<Recorded> => {
  const definitions = about.versions.map(({ definition }) => definition)
  const [{ trigger }] = definitions as [Definition]
  const own = trigger.kind === 'event' ? trigger.event : null
  const awaited = new Set(definitions.flatMap(awaitedBy))
  const rows = await findEvents(read, orgId, { ...about, own, awaited: [...awaited] })
  const { triggers, today } = await readTriggers(read, orgId, rows)
  const heard = rows.flatMap(({ id, type }) => (awaited.has(type) ? (triggers.get(id) ?? []) : []))
  const started = rows.filter(({ type, at }) => type === own && at < about.to)
  const chains = await chainsOf(
    read,
    orgId,
    started.flatMap(({ cause }) => cause ?? []),
  )
  const ofEvents = started.flatMap(({ id, cause }) => {
    const event = triggers.get(id)
    return event ? [{ ...startOf(event, cause, today.has(id)), causes: (cause && chains.get(cause.run)) ?? [] }] : []
  })
  const starts = own === null ? await otherStarts(read, orgId, about, definitions[0] as Definition) : ofEvents
  const isFull = rows.length >= mostRecorded || starts.length >= mostRecorded
  const since = isFull
    ? new Date(Math.max(+(rows[0]?.at ?? 0), rows.length >= mostRecorded ? 0 : +(starts[0]?.at ?? 0)))
    : about.from
  const named = [...new Set(heard.flatMap(idsNamed))]
  const merged = await read((db) => findMerged(db, orgId, named))
  return { starts, heard, merged, since, gone: rows.length - triggers.size }
}

const awaitedBy = ({ nodes }: Definition): string[] =>
  nodes.flatMap((node) => (node.kind === 'wait' && node.for.kind === 'event' ? node.for.event : []))

const startOf = (event: EventTrigger, cause: Cause | null, isOfToday: boolean): RecordedStart => ({
  ...{ key: `event:${event.id}`, at: new Date(event.at), trigger: { ...event }, event, subject: subjectOf(event) },
  ...{ depth: cause ? cause.depth + 1 : 0, isOfToday },
})

/**
 * The workflows that led to events, of chains that are long: by the run that brought an event about, newest first. Of a run that is not kept any more
 * one knows its own workflow alone, and that there were others.
 */
const chainsOf = async (read: Reading, orgId: string, causes: readonly Cause[]): Promise<Map<string, string[]>> => {
  const long = new Map(causes.flatMap((cause) => (cause.depth + 1 >= mostDepth ? [[cause.run, cause] as const] : [])))
  if (long.size === 0) return new Map()
  const rows = await read((db) =>
    db
      .selectFrom('workflow_runs')
      .select(['id', 'causes'])
      .where('org_id', '=', orgId)
      .where('id', 'in', [...long.keys()])
      .execute(),
  )
  const before = new Map(rows.map(({ id, causes: earlier }) => [id, earlier as unknown as RunCause[]]))
  return new Map(
    [...long].map(([run, { workflow, depth }]) => {
      const earlier = before.get(run)?.map((each) => each.workflow) ?? Array.from({ length: depth }, () => '')
      return [run, [workflow, ...earlier]]
    }),
  )
}

/** In the order of the log. */
const findEvents = async (
  read: Reading,
  orgId: string,
  { own, awaited, from, to, now }: Span & { readonly own: string | null; readonly awaited: readonly string[] },
): Promise<EventRow[]> => {
  if (own === null && awaited.length === 0) return []
  const rows = await read(async (db) => {
    const found = await sql<Omit<EventRow, 'payload'>>`
      select id, type, subject_id, at, cause from events
      where org_id = ${orgId} and id >= ${idFloor(from)} and at >= ${from} and at < ${now}
        and ((type = ${own} and at < ${to}) or type = any (${awaited}::text[]))
      order by id desc limit ${mostRecorded}`.execute(db)
    return found.rows
  })
  return rows.toReversed().toSorted((a, b) => +a.at - +b.at) as EventRow[]
}

/** Facts in pages: a month of them would be too much for one answer. */
const readTriggers = async (read: Reading, orgId: string, rows: readonly EventRow[]) => {
  const triggers = new Map<string, EventTrigger>()
  const today = new Set<string>()
  for (let at = 0; at < rows.length; at += pageRows) {
    const page = rows.slice(at, at + pageRows)
    await read(async (db) => {
      const { rows: facts } = await sql<{ id: string; payload: Readonly<Record<string, unknown>> }>`
        select id, payload from events where org_id = ${orgId} and id = any (${page.map(({ id }) => id)}::uuid[])`.execute(db)
      const payloads = new Map(facts.map(({ id, payload }) => [id, payload]))
      const happenings: Happening[] = page.flatMap(({ id, type, subject_id, at: when }) => {
        const payload = payloads.get(id)
        return payload ? [{ id, type, subjectId: subject_id, at: when, facts: payload }] : []
      })
      for (const [id, trigger] of await triggersOf(db, orgId, happenings)) triggers.set(id, JSON.parse(JSON.stringify(trigger)))
      for (const event of happenings) if (!isOfItsMoment(event)) today.add(event.id)
    })
  }
  return { triggers, today }
}

/** Times of a schedule; of requests and webhooks, those that came. */
const otherStarts = async (
  read: Reading,
  orgId: string,
  { workflowId, from, to }: Span & { readonly workflowId: string },
  { trigger }: Definition,
): Promise<RecordedStart[]> => {
  if (trigger.kind === 'schedule') {
    const times: Date[] = []
    for (const ms of timesAfter(trigger.schedule, from.getTime() - 1)) {
      if (ms >= to.getTime() || times.length >= mostRecorded) break
      times.push(new Date(ms))
    }
    return times.map((at) => ({
      ...{
        key: `time:${at.toISOString()}`,
        at,
        trigger: { kind: 'schedule', at: at.toISOString() },
        event: null,
        subject: null,
      },
      ...{ depth: 0, isOfToday: false },
    }))
  }
  return read(async (db) => {
    const { rows } = await sql<{
      id: string
      at: Date
      trigger: Readonly<Record<string, unknown>>
      subject_kind: SubjectKind | null
      subject_id: string | null
      depth: number
    }>`
      select id, created_at as at, trigger, subject_kind, subject_id, depth from workflow_runs
      where org_id = ${orgId} and workflow_id = ${workflowId} and id >= ${idFloor(from)} and created_at >= ${from} and created_at < ${to}
        and forgotten_at is null and replay_of is null and trigger->>'kind' = ${trigger.kind}
      order by id desc limit ${mostRecorded}`.execute(db)
    return rows.toReversed().map((row) => ({
      ...{ key: `run:${row.id}`, at: row.at, trigger: row.trigger, event: null, depth: row.depth, isOfToday: false },
      subject: row.subject_kind && row.subject_id ? { kind: row.subject_kind, id: row.subject_id } : null,
    }))
  })
}
