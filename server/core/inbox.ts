import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Db, Order } from './context.ts'
import { recordEvent } from './events.ts'
import { type AnyHook, type RawRequest, type Sender, Unreadable } from './hook.ts'
import { idsOfParts, newId } from './ids.ts'
import { job } from './job.ts'

/** Asks for a stored request to be read. */
export const readInboxOrder = {
  name: 'read-inbox',
  data: z.object({ orgId: z.uuid(), inboxId: z.uuid() }),
} as const satisfies Order

/** Kept for the one who looks into trouble; whatever proves who somebody is stays out. */
const keptHeaders = ['content-type', 'user-agent', 'x-forwarded-for', 'date']

/**
 * Stores a request that was proven, in the organization that `db` is in. Answers its id, or null when the same message is
 * here already: a provider that repeats itself is answered the same and changes nothing.
 */
export const storeRequest = async (
  db: Db,
  hook: AnyHook,
  request: RawRequest,
  sender: Sender & { readonly key: string | null },
): Promise<string | null> => {
  const stored = await db
    .insertInto('inbox')
    .values({
      org_id: sender.orgId,
      id: newId(),
      hook: hook.name,
      connection_id: sender.connectionId,
      dedup_key: storable(sender.key) ?? digestOf(request.body),
      headers: JSON.stringify(
        Object.fromEntries(keptHeaders.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : []))),
      ),
      body: request.body,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'hook', 'dedup_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored?.id ?? null
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A stranger's text as a key: the database takes neither a NUL nor what is longer than a page. */
const storable = (key: string | null): string | null =>
  key === null || /^[\x20-\x7e]{1,255}$/.test(key) ? key : digestOf(Buffer.from(key))

/** Words about a stranger's text may repeat some of it, and the database takes no NUL. */
const asError = (text: string): string => text.replaceAll('\0', '�').slice(0, 1_000)

/**
 * The job that reads what was stored: acting on it and the mark that it was read are one transaction, so that a crash
 * between them means that it is read again from the start. What cannot be understood is marked and left for a person, who
 * is told by `onUnreadable`.
 */
export const readInbox = (
  hooks: readonly AnyHook[],
  onUnreadable: (
    db: Db,
    orgId: string,
    request: { inboxId: string; hook: string; reason: string },
  ) => Promise<void> = async () => {},
) => {
  const byName = new Map(hooks.map((hook) => [hook.name, hook]))
  return job({
    ...readInboxOrder,
    summary: 'Act on what a provider told us',
    retry: { times: 12, delaySeconds: 5 },
    atOnce: 3,

    async run({ orgId, inboxId }, context) {
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
          const data = hook ? readData(hook, row.body) : { fault: 'This version knows no such hook.' }
          if ('fault' in data || !hook) {
            const reason = 'fault' in data ? data.fault : 'This version knows no such hook.'
            await mark(db, orgId, inboxId, { state: 'unreadable', error: reason })
            await onUnreadable(db, orgId, { inboxId, hook: row.hook, reason: asError(reason) })
            return null
          }
          await hook.read(data.value as never, {
            ...context,
            db,
            org: { id: orgId },
            connectionId: row.connection_id,
            newPartId: idsOfParts(inboxId),
            emit: (...event) => recordEvent(db, orgId, ...event),
            enqueue: (order, wanted) => context.enqueueIn(db, order, wanted),
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
    },
  })
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

const readData = (hook: AnyHook, body: Buffer): { value: unknown } | { fault: string } => {
  let given: unknown
  try {
    given = hook.parse ? hook.parse(body) : JSON.parse(body.toString('utf8'))
  } catch {
    return { fault: 'The body is not what this hook reads.' }
  }
  const parsed = hook.data.safeParse(given)
  if (parsed.success) return { value: parsed.data }
  const [issue] = parsed.error.issues
  return { fault: issue ? `${issue.path.join('.')}: ${issue.message}` : 'The body does not fit.' }
}
