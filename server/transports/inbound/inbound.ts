import type { IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type {
  AnswerContext,
  AnyInboundWebhook,
  InboundAnswer,
  InboundClaims,
  InboundContext,
  RawRequest,
  Sender,
} from '#core/inbound/inbound-webhook.ts'
import { makeInboxLine } from '#core/inbound/webhook-event-batcher.ts'
import { readInboxJob, storeRequest } from '#core/inbound/webhook-events.ts'
import type { Queue } from '#core/jobs/queue.ts'
import type { Log } from '#core/log.ts'
import type { Vault } from '#core/vault.ts'
import { type Database, enterOrg, outside } from '#db/connect.ts'

/** A request that is a hook's, and the hook. */
interface InboundRequest {
  readonly hook: AnyInboundWebhook
  readonly raw: RawRequest
}

/**
 * What providers tell us. A request that is proven is stored with its job in one transaction, and only then answered; when
 * it cannot be stored the answer is 503, so that the provider tries again. One that speaks to several organizations is stored by
 * each; what one of them has, a repeat finds there.
 */
export const makeInboundTransport = (parts: {
  inbound: readonly AnyInboundWebhook[]
  database: Database
  queue: Queue
  vault: Vault
  log: Log
  now: () => Date
  settings: InboundContext['settings']
  ports: InboundContext['ports']
}) => {
  const line = makeInboxLine(parts)
  const byPath = new Map<string, AnyInboundWebhook[]>()
  for (const hook of parts.inbound) for (const path of [hook.path].flat()) byPath.set(path, [...(byPath.get(path) ?? []), hook])

  /** The hook whose request this is, by its form alone, and the request as the hook sees it. Without a body: as far as its head tells. */
  const find = (request: IncomingMessage, path: string, body: Buffer = Buffer.alloc(0)): InboundRequest | undefined => {
    const here = byPath.get(path)?.filter((hook) => (hook.methods as readonly string[]).includes(request.method ?? ''))
    if (!here || here.length === 0) return undefined
    const raw = rawOf(request, body)
    const hook = here.find((each) => each.matches(raw, parts.ports))
    return hook && { hook, raw }
  }

  const take = async ({ hook, raw }: InboundRequest, requestId: string): Promise<InboundAnswer> => {
    if (raw.body.length > hook.bodyLimitBytes) throw new Failure('body_too_large', { message: 'The body is too large.' })
    const log = parts.log.child({ request_id: requestId, hook: hook.name })
    const claims = (await hook.authenticate?.(raw, { ports: parts.ports, log })) ?? {}
    if (!hook.answer) return store({ hook, raw }, claims, log)
    return parts.database.transact(outside, async (db) => {
      const proven = await prove({ hook, raw }, { db, claims, log })
      if ('answer' in proven) return proven.answer
      for (const sender of proven.senders) {
        await enterOrg(db, sender.orgId)
        const key = keyOf({ hook, raw }, sender, parts)
        const inboxId = await storeRequest(db, hook, raw, { ...sender, key })
        if (inboxId) await parts.queue.send(db, readInboxJob, { orgId: sender.orgId, inboxId })
      }
      const sender = proven.senders.at(-1)
      if (!sender) throw new Error('an inbound webhook returned no organization')
      const { vault, now, settings, ports } = parts
      const org = { id: sender.orgId }
      const emit: AnswerContext['emit'] = (event, subjectId, facts) => recordEvent(db, org.id, event, subjectId, facts)
      return answerTo({ hook, raw }, sender, {
        db,
        org,
        connectionId: sender.connectionId,
        emit,
        vault,
        now,
        log,
        newId,
        settings,
        ports,
      })
    })
  }

  /** Where nothing but its being stored is answered, those of one organization are stored together. */
  const store = async ({ hook, raw }: InboundRequest, claims: InboundClaims, log: Log): Promise<InboundAnswer> => {
    const proven = await parts.database.transact(outside, (db) => prove({ hook, raw }, { db, claims, log }))
    if ('answer' in proven) return proven.answer
    await Promise.all(
      proven.senders.map((sender) =>
        line.store(sender.orgId, {
          ...{ hook, request: raw },
          ...{ connectionId: sender.connectionId, key: keyOf({ hook, raw }, sender, parts) },
        }),
      ),
    )
    return taken
  }

  const prove = async (
    { hook, raw }: InboundRequest,
    { db, claims, log }: { readonly db: Db; readonly claims: InboundClaims; readonly log: Log },
  ): Promise<{ readonly answer: InboundAnswer } | { readonly senders: readonly Sender[] }> => {
    const { vault, now, settings, ports } = parts
    const proven = await hook.verify(raw, {
      ...{ db, vault, now, log, settings, ports, claims },
      enterOrg: (orgId) => enterOrg(db, orgId),
    })
    if ('answer' in proven) return proven
    if (raw.method === 'GET') throw new Failure('method_not_allowed')
    return { senders: [proven].flat() }
  }

  return { find, take, listensAt: (path: string): boolean => byPath.has(path) }
}

/** What cannot be read has no id of its own: it is known by its bytes, and said to be unreadable once it is read. */
const keyOf = ({ hook, raw }: InboundRequest, sender: Sender, context: Pick<InboundContext, 'ports'>): string | null => {
  try {
    return hook.keyOf?.(raw, sender, context) ?? null
  } catch {
    return null
  }
}

const taken: InboundAnswer = { status: 200, type: 'application/json', body: '{"success":true}' }

/** What a stored request is answered. Trouble in this does not undo that it is stored. */
const answerTo = async ({ hook, raw }: InboundRequest, sender: Sender, context: AnswerContext): Promise<InboundAnswer> => {
  if (!hook.answer) return taken
  await sql`savepoint answering`.execute(context.db)
  try {
    return await hook.answer(raw, context, sender)
  } catch (error) {
    await sql`rollback to savepoint answering`.execute(context.db)
    context.log.error({ err: error }, 'a request is stored, but its processing failed')
    return hook.sorry?.(context.ports) ?? taken
  }
}

export type InboundTransport = ReturnType<typeof makeInboundTransport>

/** A request as a hook sees it. */
const rawOf = (request: IncomingMessage, body: Buffer): RawRequest => ({
  method: request.method ?? '',
  url: request.url ?? '',
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  ),
  body,
})
