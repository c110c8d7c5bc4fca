import type { Db } from '#core/context.ts'
import { eventOf, recordAll } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import { concurrencyKeyOf, lockKeys } from './concurrency-keys.ts'
import type { Definition, Trigger } from './definition.ts'
import { runEvents } from './events.ts'
import { workflowNotices } from './notices.ts'
import { makeVersions } from './published-versions.ts'
import { insertRuns, keptForDepth, type Start } from './runs.ts'
import { cancelRuns } from './runs-to-cancel.ts'
import { placeOf } from './surroundings.ts'

/** What of a workflow can be started now. */
export interface Published {
  readonly workflowId: string
  readonly version: number
  readonly triggerKind: Trigger['kind']
  readonly definition: Definition
  readonly publisherId: string | null
}

/** The published version of each workflow that has one. */
export const findPublished = async (db: Db, orgId: string, workflowIds: readonly string[]): Promise<Map<string, Published>> => {
  if (workflowIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('workflow_versions')
    .select(['workflow_id', 'version', 'trigger_kind', 'definition', 'publisher_id'])
    .where('org_id', '=', orgId)
    .where('workflow_id', 'in', workflowIds)
    .where('published_until', 'is', null)
    .execute()
  return new Map(
    rows.map((row) => [
      row.workflow_id,
      {
        ...{ workflowId: row.workflow_id, version: row.version, triggerKind: row.trigger_kind as Trigger['kind'] },
        ...{ definition: row.definition as unknown as Definition, publisherId: row.publisher_id },
      },
    ]),
  )
}

/** A start of a workflow whose runs have a key of their own. */
export interface KeyedStart extends Start {
  readonly others: 'queue' | 'skip' | 'cancel_older'
}

const isKeyed = (start: Start | KeyedStart): start is KeyedStart & { readonly concurrencyKey: string } =>
  'others' in start && start.concurrencyKey != null

/**
 * Starts runs: a run whose key another open run has waits for its turn, is left out, or ends the other, as its workflow says. Answers the ids of those
 * that were started. One transaction at a time for each key, or two would not see each other.
 */
export const startRuns = async (db: Db, orgId: string, starts: readonly (Start | KeyedStart)[]): Promise<Set<string>> => {
  const keyed = starts.filter(isKeyed)
  await lockKeys(
    db,
    orgId,
    keyed.map(({ workflowId, concurrencyKey }) => ({ workflowId, key: concurrencyKey })),
  )
  const started = await insertRuns(
    db,
    orgId,
    starts.filter((start) => !isKeyed(start)),
  )
  for (const start of keyed) {
    const others = await db
      .selectFrom('workflow_runs')
      .select('id')
      .where('org_id', '=', orgId)
      .where('workflow_id', '=', start.workflowId)
      .where('concurrency_key', '=', start.concurrencyKey)
      .where('ended_at', 'is', null)
      .select('reason_code')
      .orderBy('id')
      .execute()
    const ahead = others.filter(({ reason_code }) => reason_code !== keptForDepth)
    if (ahead.length > 0 && start.others === 'skip') continue
    if (start.others === 'cancel_older' && !start.kept)
      await cancelRuns(
        db,
        orgId,
        others.map(({ id }) => id),
        { code: 'newer_run', reason: 'A newer run of the same key has begun.' },
      )
    const isQueued = start.others === 'queue' && ahead.length > 0
    for (const id of await insertRuns(db, orgId, [{ ...start, isQueued }])) started.add(id)
  }
  await notifyOfKept(
    db,
    orgId,
    starts.filter(({ id }) => started.has(id)),
  )
  return started
}

/** What waits for a person from its start is notified like what a worker pauses. */
const notifyOfKept = async (db: Db, orgId: string, starts: readonly Start[]): Promise<void> => {
  for (const { id, workflowId, version, subject, causes = [], kept } of starts) {
    if (!kept) continue
    const { name } = await db
      .selectFrom('workflows')
      .select('name')
      .where('org_id', '=', orgId)
      .where('id', '=', workflowId)
      .executeTakeFirstOrThrow()
    const { reason } = kept
    await raiseNotice(db, orgId, {
      notice: workflowNotices.workflow_run_failed,
      subjectId: workflowId,
      facts: { workflow: name, run: id, state: 'paused', reason },
    })
    const facts = { workflow_id: workflowId, version, subject_kind: subject?.kind ?? null, subject_id: subject?.id ?? null }
    await recordAll(db, orgId, [
      {
        ...eventOf(runEvents.paused, id, { ...facts, state: 'paused', reason }),
        cause: { run: id, workflow: workflowId, depth: causes.length },
      },
    ])
  }
}

const versions = makeVersions()

/** A start with the key of its workflow, where its runs have one: whatever starts them, there is one at a time. */
export const withKey = async (db: Db, orgId: string, start: Start): Promise<Start | KeyedStart> => {
  const { workflowId, version } = start
  const { program } = await versions.of((_orgId, work) => work(db), { org_id: orgId, workflow_id: workflowId, version })
  const { concurrency } = program.definition.settings
  if (!concurrency) return start
  // As it is stored, and as a replay sees it.
  const trigger: unknown = JSON.parse(JSON.stringify(start.trigger))
  return {
    ...start,
    concurrencyKey: concurrencyKeyOf(program, trigger, await placeOf(db, orgId)),
    others: concurrency.others,
  }
}

/** A start by request: by hand, over the API, or from a step. */
export const requestStart = (
  { workflowId, version }: Pick<Published, 'workflowId' | 'version'>,
  given: Pick<Start, 'subject' | 'personId' | 'keyId'> & { readonly input: unknown; readonly at: Date },
): Start => ({
  id: newId(),
  ...{ workflowId, version, startKey: null },
  trigger: { kind: 'request', at: given.at.toISOString(), input: given.input, subject: given.subject ?? null },
  ...{ subject: given.subject ?? null, personId: given.personId ?? null, keyId: given.keyId ?? null },
})
