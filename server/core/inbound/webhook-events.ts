import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { isDatabaseAway } from '#db/connect.ts'
import type { Db, JobContext } from '../context.ts'
import { recordEvent } from '../events/events.ts'
import { idsOfParts, newId } from '../ids.ts'
import { job } from '../jobs/job.ts'
import type { JobReference } from '../jobs/job-reference.ts'
import {
  type AnyInboundWebhook,
  type RawRequest,
  type ReadOutcome,
  type ReadTogetherContext,
  type Sender,
  type ToRead,
  Unreadable,
} from './inbound-webhook.ts'

/** Asks for a stored request to be read. */
export const readInboxJob = {
  name: 'read-inbox',
  data: z.object({ orgId: z.uuid(), inboxId: z.uuid() }),
} as const satisfies JobReference

/** Kept for diagnosis; credentials are removed. */
const keptHeaders = ['content-type', 'user-agent', 'x-forwarded-for', 'date']

/**
 * Stores a request that was proven, in the organization that `db` is in. Answers its id, or null when the same message is
 * here already: a provider that repeats itself is answered the same and changes nothing.
 */
export const storeRequest = async (
  db: Db,
  hook: AnyInboundWebhook,
  request: RawRequest,
  sender: Sender & { readonly key: string | null },
): Promise<string | null> => (await storeRequests(db, sender.orgId, [{ ...sender, hook, request }]))[0] ?? null

/** A request that was proven, with the provider's own id of it. */
export interface Proven {
  readonly hook: AnyInboundWebhook
  readonly request: RawRequest
  readonly connectionId: string | null
  readonly key: string | null
}

/** The same for several of one organization, in the order in which they came: the ids of those that were not here. */
export const storeRequests = async (db: Db, orgId: string, requests: readonly Proven[]): Promise<string[]> => {
  const keys = requests.map(({ request, key }) => storable(key) ?? digestOf(request.body))
  const headers = requests.map(({ request }) =>
    JSON.stringify(
      Object.fromEntries(keptHeaders.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : []))),
    ),
  )
  const { rows } = await sql<{ id: string }>`
    insert into inbox (org_id, id, hook, connection_id, dedup_key, headers, body)
    select ${orgId}, r.id, r.hook, r.connection_id, r.dedup_key, r.headers::jsonb, r.body
    from unnest(${requests.map(() => newId())}::uuid[], ${requests.map(({ hook }) => hook.name)}::text[],
      ${requests.map(({ connectionId }) => connectionId)}::uuid[], ${keys}::text[], ${headers}::text[], ${requests.map(({ request }) => request.body)}::bytea[]) as r (id, hook, connection_id, dedup_key, headers, body)
    on conflict (org_id, hook, dedup_key) do nothing
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A stranger's text as a key: the database takes neither a NUL nor what is longer than a page. */
const storable = (key: string | null): string | null =>
  key === null || /^[\x20-\x7e]{1,255}$/.test(key) ? key : digestOf(Buffer.from(key))

/** Words about a stranger's text may repeat some of it, and the database takes no NUL. */
const asError = (text: string): string => text.replaceAll('\0', '�').slice(0, 1_000)

type OnUnreadable = (db: Db, orgId: string, request: { inboxId: string; hook: string; reason: string }) => Promise<void>

/** As many requests are read in one transaction, about a tenth of a second. */
const mostTogether = 200

/**
 * The job that reads what was stored: acting on it and the mark that it was read are one transaction, so that a crash
 * between them means that it is read again from the start. Requests of one organization are read together where their hook can;
 * where one fails, ever fewer are, until it fails alone. What cannot be understood is marked and left for a person, who is told by
 * `onUnreadable`.
 */
export const readInbox = (hooks: readonly AnyInboundWebhook[], onUnreadable: OnUnreadable = async () => {}) => {
  const reader = makeReader(new Map(hooks.map((hook) => [hook.name, hook])), onUnreadable)
  return job({
    ...readInboxJob,
    summary: 'Process the webhook events of providers',
    retry: { times: 12, delaySeconds: 5 },
    run: ({ orgId, inboxId }, context) => reader.readOne(context, orgId, inboxId),
    together: {
      most: mostTogether,
      async run(batch, context) {
        const errors = new Map<string, unknown>()
        for (const [orgId, theirs] of Map.groupBy(batch, (each) => each.orgId)) {
          const ids = [...new Set(theirs.map(({ inboxId }) => inboxId))].sort()
          for (const [id, error] of await reader.readSeveral(context, orgId, ids)) errors.set(id, error)
        }
        return new Map(
          [...batch.entries()].flatMap(([at, { inboxId }]) =>
            errors.has(inboxId) ? [[at, errors.get(inboxId)] as const] : [],
          ),
        )
      },
    },
  })
}

const makeReader = (byName: ReadonlyMap<string, AnyInboundWebhook>, onUnreadable: OnUnreadable) => {
  /** Answers the errors of those that failed, by id. */
  const readSeveral = async (context: JobContext, orgId: string, ids: readonly string[]): Promise<Map<string, unknown>> => {
    const [first] = ids
    if (first === undefined) return new Map()
    if (ids.length > 1) {
      try {
        const alone = await context.inOrg(orgId, (db) => readTogether(contextOf(context, db, orgId), orgId, ids))
        const errors = new Map<string, unknown>()
        for (const id of alone) for (const [at, error] of await readSeveral(context, orgId, [id])) errors.set(at, error)
        return errors
      } catch (error) {
        if (isDatabaseAway(error)) return new Map(ids.map((id) => [id, error]))
        context.log.warn({ err: error, requests: ids.length }, 'webhook events could not be processed as a batch')
        const half = Math.ceil(ids.length / 2)
        const errors = await readSeveral(context, orgId, ids.slice(0, half))
        return new Map([...errors, ...(await readSeveral(context, orgId, ids.slice(half)))])
      }
    }
    try {
      await readOne(context, orgId, first)
      return new Map()
    } catch (error) {
      return new Map([[first, error]])
    }
  }

  /** Answers those that have to be read alone. */
  const readTogether = async (context: ReadTogetherContext, orgId: string, ids: readonly string[]): Promise<string[]> => {
    const { db } = context
    const rows = await db
      .selectFrom('inbox')
      .select(['id', 'hook', 'connection_id', 'body'])
      .where('org_id', '=', orgId)
      .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .where('state', '!=', 'read')
      .orderBy('id')
      .forUpdate()
      .execute()
    const outcomes = await readByHooks(byName, rows, context)
    await markRead(
      db,
      orgId,
      [...outcomes].flatMap(([id, outcome]) => (outcome === 'read' ? id : [])),
    )
    for (const { id, hook } of rows) {
      const outcome = outcomes.get(id)
      if (!(outcome instanceof Unreadable)) continue
      await mark(db, orgId, id, { state: 'unreadable', error: outcome.message })
      await onUnreadable(db, orgId, { inboxId: id, hook, reason: asError(outcome.message) })
    }
    return [...outcomes].flatMap(([id, outcome]) => (outcome === 'alone' ? id : []))
  }

  const readOne = async (context: JobContext, orgId: string, inboxId: string): Promise<void> => {
    const fault = await context
      .inOrg(orgId, async (db) => {
        const row = await db
          .selectFrom('inbox')
          .selectAll()
          .where('org_id', '=', orgId)
          .where('id', '=', inboxId)
          .forUpdate()
          .executeTakeFirst()
        if (!row || row.state === 'read') return null
        const hook = byName.get(row.hook)
        const data = hook ? readData(hook, row.body) : { fault: 'This version has no such inbound webhook.' }
        if ('fault' in data || !hook) {
          const reason = 'fault' in data ? data.fault : 'This version has no such inbound webhook.'
          await mark(db, orgId, inboxId, { state: 'unreadable', error: reason })
          await onUnreadable(db, orgId, { inboxId, hook: row.hook, reason: asError(reason) })
          return null
        }
        await hook.read(data.value as never, {
          ...contextOf(context, db, orgId),
          connectionId: row.connection_id,
          newPartId: idsOfParts(inboxId),
        })
        await mark(db, orgId, inboxId, { state: 'read', error: null })
        return null
      })
      .catch((error: unknown) => error)
    if (!fault) return
    if (fault instanceof Unreadable) {
      await context.inOrg(orgId, async (db) => {
        const hook = await mark(db, orgId, inboxId, { state: 'unreadable', error: fault.message })
        if (hook !== null) await onUnreadable(db, orgId, { inboxId, hook, reason: asError(fault.message) })
      })
      return
    }
    const error = fault instanceof Error ? fault.name : 'unknown'
    await context.inOrg(orgId, (db) => mark(db, orgId, inboxId, { state: 'failed', error }))
    throw fault
  }

  return { readOne, readSeveral }
}

const contextOf = (context: JobContext, db: Db, orgId: string): ReadTogetherContext => ({
  ...context,
  db,
  org: { id: orgId },
  emit: (event, subjectId, facts) => recordEvent(db, orgId, event, subjectId, facts),
  enqueue: (order, wanted) => context.enqueueIn(db, order, wanted),
})

/** Reads several requests, each hook its own together: what became of each, by id. */
const readByHooks = async (
  byName: ReadonlyMap<string, AnyInboundWebhook>,
  rows: readonly { readonly id: string; readonly hook: string; readonly connection_id: string | null; readonly body: Buffer }[],
  context: ReadTogetherContext,
): Promise<Map<string, ReadOutcome>> => {
  const outcomes = new Map<string, ReadOutcome>()
  for (const [name, theirs] of Map.groupBy(rows, (row) => row.hook)) {
    const hook = byName.get(name)
    if (!hook?.readTogether) {
      for (const { id } of theirs) outcomes.set(id, 'alone')
      continue
    }
    const requests: (ToRead<unknown> & { readonly id: string })[] = []
    for (const { id, connection_id: connectionId, body } of theirs) {
      const data = readData(hook, body)
      if ('fault' in data) outcomes.set(id, new Unreadable(data.fault))
      else requests.push({ id, data: data.value, connectionId, newPartId: idsOfParts(id) })
    }
    const read = await hook.readTogether(requests as never, context)
    for (const [at, { id }] of requests.entries()) outcomes.set(id, read[at] ?? 'read')
  }
  return outcomes
}

const markRead = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await db
    .updateTable('inbox')
    .set((set) => ({ state: 'read', error: null, tries: set('tries', '+', 1), read_at: new Date() }))
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** Answers its hook; null where another has read it meanwhile: what a run says that lost its job changes nothing. */
const mark = async (
  db: Db,
  orgId: string,
  id: string,
  { state, error }: { state: 'read' | 'unreadable' | 'failed'; error: string | null },
): Promise<string | null> => {
  const marked = await db
    .updateTable('inbox')
    .set((set) => ({
      state,
      error: error && asError(error),
      tries: set('tries', '+', 1),
      read_at: state === 'read' ? new Date() : null,
    }))
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '!=', 'read')
    .returning('hook')
    .executeTakeFirst()
  return marked?.hook ?? null
}

const readData = (hook: AnyInboundWebhook, body: Buffer): { value: unknown } | { fault: string } => {
  let given: unknown
  try {
    given = hook.parse ? hook.parse(body) : JSON.parse(body.toString('utf8'))
  } catch {
    return { fault: 'The body does not have the form that this webhook expects.' }
  }
  const parsed = hook.data.safeParse(given)
  if (parsed.success) return { value: parsed.data }
  const [issue] = parsed.error.issues
  return { fault: issue ? `${issue.path.join('.')}: ${issue.message}` : 'The body does not match.' }
}
