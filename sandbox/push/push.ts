import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { faultOf } from '../faults.ts'
import { forPeople, type Simulator, type SimulatorContext } from '../simulators.ts'
import { type Browser, decrypt, doubtOf, newBrowser } from './browser.ts'

/** As push services take it (RFC 8030, 7.2). */
const mostBytes = 4_096
/** Of one browser in a minute. */
const mostAMinute = 60

/** A push that came, as the browser shows it. */
interface Pushed {
  readonly id: string
  readonly browserId: string
  readonly topic: string | null
  readonly ttlSeconds: number
  /** Null where the browser could not read it. */
  readonly payload: string | null
  readonly at: string
}

/** A push service (RFC 8030) with the browsers that subscribe at it. */
export const push: Simulator = {
  slug: 'push',
  title: 'Browser push',
  instead: 'the push services of browsers (Web Push)',
  about:
    'POST /browsers with {"applicationServerKey"} is a browser that subscribes, and answers its subscription; GET /browsers/{id}/messages shows what it received, decrypted; DELETE /browsers/{id} ends its subscription.',
  ownFaults: {
    gone: '410: the browser is no longer subscribed.',
    unknown: '404: there is no such subscription.',
    too_large: '413: the message is too large.',
    busy: '429 with Retry-After: 30.',
  },
  counts: (context) => ({ messages: tablesOf(context).messages.count }),

  register(app, context) {
    serveBrowsers(app, context)
    app.register(async (service) => servePushes(service, context))
  },
}

const tablesOf = (context: SimulatorContext) => ({
  browsers: context.table<Browser>('browsers'),
  messages: context.table<Pushed>('messages'),
})

const Wish = z.object({ applicationServerKey: z.string().min(80).max(100) })

const serveBrowsers = (app: FastifyInstance, context: SimulatorContext): void => {
  const { browsers, messages } = tablesOf(context)
  app.post('/browsers', forPeople, async (request, reply) => {
    const wish = Wish.safeParse(request.body)
    if (!wish.success) return reply.code(400).send({ error: 'applicationServerKey is missing' })
    const browser = browsers.put(newBrowser(context.newId('browser_'), wish.data.applicationServerKey))
    return {
      id: browser.id,
      endpoint: `${context.address()}/send/${browser.id}`,
      keys: { p256dh: browser.publicKey, auth: browser.auth },
    }
  })
  app.get<{ Params: { id: string } }>('/browsers/:id/messages', forPeople, async (request) => ({
    messages: messages
      .list()
      .filter(({ browserId }) => browserId === request.params.id)
      .toReversed(),
  }))
  app.delete<{ Params: { id: string } }>('/browsers/:id', forPeople, async (request, reply) => {
    const browser = browsers.find(request.params.id)
    if (browser) browsers.put({ ...browser, isGone: true })
    return reply.code(204).send()
  })
}

const servePushes = (app: FastifyInstance, context: SimulatorContext): void => {
  app.addContentTypeParser(
    'application/octet-stream',
    // A body that is too long is answered, not cut off.
    { parseAs: 'buffer', bodyLimit: 16 * mostBytes },
    async (_request: unknown, body: Buffer) => body,
  )
  app.post<{ Params: { id: string } }>('/send/:id', async (request, reply) => take(request, reply, context))
}

const take = (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply, context: SimulatorContext) => {
  const { browsers, messages } = tablesOf(context)
  const refuse = (status: number, reason: string) => reply.code(status).send({ code: status, error: reason })
  const browser = browsers.find(request.params.id)
  const fault = faultOf(request)
  if (!browser || fault === 'unknown') return refuse(404, 'No such subscription')
  if (browser.isGone || fault === 'gone') return refuse(410, 'The subscription has expired')
  if (fault === 'too_large') return refuse(413, 'Payload too large')
  const now = context.now()
  const { authorization = '', ttl, topic, 'content-encoding': encoding } = request.headers
  const origin = new URL(context.address()).origin
  const doubt = doubtOf(authorization, { origin, key: browser.applicationServerKey, now })
  if (doubt !== null) return refuse(doubt, 'The sender is not the one that was subscribed to')
  if (typeof ttl !== 'string' || !/^\d+$/.test(ttl)) return refuse(400, 'TTL is missing')
  if (encoding !== 'aes128gcm' || !Buffer.isBuffer(request.body)) return refuse(400, 'Content-Encoding must be aes128gcm')
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) return refuse(400, 'Invalid topic')
  if (request.body.length > mostBytes) return refuse(413, 'Payload too large')
  const own = messages.list().filter(({ browserId }) => browserId === browser.id)
  const lately = own.filter(({ at }) => now.getTime() - Date.parse(at) < 60_000)
  if (lately.length >= mostAMinute || fault === 'busy') {
    void reply.header('retry-after', '30')
    return refuse(429, 'Too many messages')
  }
  const message = messages.put({
    ...{ id: context.newId('push_'), browserId: browser.id, topic: topic === undefined ? null : String(topic) },
    ...{ ttlSeconds: Number(ttl), payload: decrypt(browser, request.body), at: now.toISOString() },
  })
  return reply.code(201).header('location', `${context.address()}/message/${message.id}`).send()
}
