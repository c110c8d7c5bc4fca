import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { reaction } from '#core/events/reaction.ts'
import { newId } from '#core/ids.ts'
import type { Log } from '#core/log.ts'
import { type Cause, isDatabaseAway } from '#db/connect.ts'
import type { Place } from '#shapes/expressions/evaluation.ts'
import { concurrencyKeyOf } from './concurrency-keys.ts'
import { type EventTrigger, isOfImport, subjectOf, triggersOf } from './event-triggers.ts'
import { answerEventWaits } from './event-waits.ts'
import { guardStarts, strike } from './guards.ts'
import { makeVersions, type PublishedVersion } from './published-versions.ts'
import type { Cause as RunCause } from './runs.ts'
import { type KeyedStart, startRuns } from './starts.ts'
import { placeOf } from './surroundings.ts'

/** When a version was the published one: an event is judged by the version of its own moment. */
export interface Span {
  readonly workflow_id: string
  readonly version: number
  readonly trigger_event: string
  readonly published_at: Date
  readonly published_until: Date | null
}

/** Versions never change: what was compiled for one event serves those that follow, in this process. */
const versions = makeVersions()

/**
 * Starts runs of what happened, in the transaction that moves the cursor on, and answers steps that wait for it. One event starts one run of a
 * workflow: `workflow_runs_once` holds that, whatever dies when.
 */
export const startWorkflows = reaction({
  name: 'workflows',
  summary: 'Start workflows, and resume those that wait for an event',
  on: 'public',
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },
  async orgs(db) {
    const { rows } = await sql<{
      org_id: string
    }>`select orgs_with_workflows as org_id from foyer.orgs_with_workflows()`.execute(db)
    return rows.map(({ org_id }) => org_id)
  },

  async run(events, { db, org, log, settings }) {
    const spans = await findSpans(db, org.id, [...new Set(events.map(({ type }) => type))])
    const awaited = await awaitedTypes(db, org.id)
    const interesting = events.filter((event) => awaited.has(event.type) || spans.some((span) => isAsked(span, event)))
    if (interesting.length === 0) return
    const triggers = await triggersOf(
      db,
      org.id,
      interesting.map((event) => ({ ...event, facts: event.stored })),
    )
    const place = await placeOf(db, org.id)
    const causes = await causesOf(db, org.id, interesting)
    const readable = await readSpans(db, { orgId: org.id, log }, spans, interesting)
    const starts = interesting.flatMap((event): KeyedStart[] => {
      const trigger = triggers.get(event.id)
      if (!trigger) return []
      return readable.flatMap(({ span, found }) => {
        const start = isAsked(span, event) ? startOf(found, trigger, place) : null
        return start ? [{ ...start, causes: (event.cause && causes.get(event.cause.run)) ?? [] }] : []
      })
    })
    await startRuns(db, org.id, await guardStarts(db, org.id, starts, settings.workflows))
    await answerEventWaits(
      db,
      org.id,
      [...triggers.values()].filter(({ type }) => awaited.has(type)),
    )
  },
})

export const findSpans = async (db: Db, orgId: string, types: readonly string[]): Promise<Span[]> => {
  const rows = await db
    .selectFrom('workflow_versions')
    .select(['workflow_id', 'version', 'trigger_event', 'published_at', 'published_until'])
    .where('org_id', '=', orgId)
    .where('trigger_event', 'in', types)
    .orderBy('workflow_id')
    .execute()
  return rows as unknown as Span[]
}

export const isOfSpan = ({ published_at, published_until }: Span, at: Date): boolean =>
  published_at <= at && (published_until === null || at < published_until)

const awaitedTypes = async (db: Db, orgId: string): Promise<Set<string>> => {
  const { rows } = await sql<{ event_type: string }>`
    with recursive types (event_type) as (
      (select event_type from workflow_waits where org_id = ${orgId} and state = 'open' and event_type is not null order by event_type limit 1)
      union all
      select (select w.event_type from workflow_waits w where w.org_id = ${orgId} and w.state = 'open' and w.event_type > t.event_type
              order by w.event_type limit 1) from types t where t.event_type is not null)
    select event_type from types where event_type is not null`.execute(db)
  return new Set(rows.map(({ event_type }) => event_type))
}

/** Whether the version was the published one when the event happened, and starts with such. */
const isAsked = (span: Span, { type, at }: { readonly type: string; readonly at: Date }): boolean =>
  span.trigger_event === type && isOfSpan(span, at)

/** The versions that these events ask, each once. One that cannot be read stops its workflow, before people. */
const readSpans = async (
  db: Db,
  { orgId, log }: { readonly orgId: string; readonly log: Log },
  spans: readonly Span[],
  events: readonly { readonly type: string; readonly at: Date }[],
): Promise<{ readonly span: Span; readonly found: PublishedVersion }[]> => {
  const readable: { span: Span; found: PublishedVersion }[] = []
  for (const span of spans.filter((each) => events.some((event) => isAsked(each, event)))) {
    const { workflow_id: workflowId, version } = span
    const found = await versions
      .of((_orgId, work) => work(db), { org_id: orgId, workflow_id: workflowId, version })
      .catch((error: unknown) => {
        if (isDatabaseAway(error)) throw error
        log.error({ err: error, workflow: workflowId, version }, 'a published version cannot be read')
        return null
      })
    if (found) readable.push({ span, found })
    else await strike(db, orgId, { workflowId }, { guard: 'not_understood', times: 1 })
  }
  return readable
}

const startOf = (
  { workflowId, version, program }: PublishedVersion,
  trigger: EventTrigger,
  place: Place,
): KeyedStart | null => {
  const { trigger: wanted, settings } = program.definition
  if (wanted.kind !== 'event' || (isOfImport(trigger) && !wanted.imports)) return null
  if (!passes(() => program.isWanted(trigger, place))) return null
  return {
    id: newId(),
    ...{ workflowId, version, startKey: `event:${trigger.id}`, eventId: trigger.id, trigger: { ...trigger } },
    subject: subjectOf(trigger),
    concurrencyKey: concurrencyKeyOf(program, trigger, place),
    others: settings.concurrency?.others ?? 'queue',
  }
}

/** Why not, `explain-run` says: it judges the same event by the same version. */
const passes = (isWanted: () => boolean): boolean => {
  try {
    return isWanted()
  } catch {
    return false
  }
}

/** The chains of runs that led to events, by the run that brought an event about. */
const causesOf = async (
  db: Db,
  orgId: string,
  events: readonly { readonly cause: Cause | null }[],
): Promise<Map<string, RunCause[]>> => {
  const runs = new Map(events.flatMap(({ cause }) => (cause ? [[cause.run, cause.workflow] as const] : [])))
  if (runs.size === 0) return new Map()
  const rows = await db
    .selectFrom('workflow_runs')
    .select(['id', 'causes'])
    .where('org_id', '=', orgId)
    .where('id', 'in', [...runs.keys()])
    .execute()
  const before = new Map(rows.map(({ id, causes }) => [id, causes as unknown as RunCause[]]))
  return new Map([...runs].map(([run, workflow]) => [run, [{ run, workflow }, ...(before.get(run) ?? [])]]))
}
