import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#core/errors.ts'
import type { AnyHook, HookContext, RawRequest } from '#core/hook.ts'
import { readInboxOrder, storeRequest } from '#core/inbox.ts'
import type { Log } from '#core/log.ts'
import type { Queue } from '#core/queue.ts'
import type { Vault } from '#core/vault.ts'
import { type Database, enterOrg, outside } from '#db/connect.ts'

/**
 * What providers tell us. A request that is proven is stored with its job in one transaction, and only then answered; when
 * it cannot be stored the answer is 503, so that the provider tries again.
 */
export const makeHookDoor = (parts: {
  hooks: readonly AnyHook[]
  database: Database
  queue: Queue
  vault: Vault
  log: Log
  now: () => Date
  settings: HookContext['settings']
}) => {
  /** The hook whose request this is, by its form alone, and the request as the hook sees it. */
  const find = (request: FastifyRequest): { hook: AnyHook; raw: RawRequest } | undefined => {
    const [path = ''] = request.url.split('?')
    const here = parts.hooks.filter(
      (hook) => hook.path === path && (hook.methods as readonly string[]).includes(request.method),
    )
    if (here.length === 0) return undefined
    const raw = rawOf(request)
    const hook = here.find((each) => each.matches(raw))
    return hook && { hook, raw }
  }

  const take = async (
    { hook, raw }: { hook: AnyHook; raw: RawRequest },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    if (raw.body.length > hook.bodyLimitBytes) throw new Failure('body_too_large', { message: 'The body is too large.' })
    const log = parts.log.child({ request_id: request.id, hook: hook.name })
    const answered = await parts.database.transact(outside, async (db) => {
      const { vault, now, settings } = parts
      const sender = await hook.verify(raw, { db, vault, now, log, settings, enterOrg: (orgId) => enterOrg(db, orgId) })
      if ('answer' in sender) return sender.answer
      if (raw.method === 'GET') throw new Failure('method_not_allowed')
      await enterOrg(db, sender.orgId)
      const inboxId = await storeRequest(db, hook, raw, sender)
      if (inboxId) await parts.queue.send(db, readInboxOrder, { orgId: sender.orgId, inboxId })
      return hook.answer?.(raw) ?? { status: 200, type: 'application/json' as const, body: '{"success":true}' }
    })
    return reply
      .code(answered.status)
      .headers({ 'Content-Type': `${answered.type}; charset=utf-8`, 'X-Content-Type-Options': 'nosniff' })
      .send(answered.body)
  }

  return { find, take }
}

export type HookDoor = ReturnType<typeof makeHookDoor>

/** A request as a hook sees it. */
const rawOf = (request: FastifyRequest): RawRequest => ({
  method: request.method,
  url: request.url,
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  ),
  body: bytesOf(request),
})

/** The bytes of a body on a path whose parser leaves them as they are. */
export const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
