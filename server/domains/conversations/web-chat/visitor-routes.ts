import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressBlock } from '#core/address-blocks.ts'
import { Failure } from '#core/errors.ts'
import { pack, sendPacked } from '#core/http/packed.ts'
import { eventStreamHead, sendFailure } from '#core/http/replies.ts'
import { routes } from '#core/http/routes.ts'

const heartbeatMs = 15_000
const longestMs = 15 * 60_000
/** Pages of one visitor that are looked at at once. */
const mostOfSession = 8
/** Of several things at once in one chat, the page is told once. */
const gatherMs = 100

/**
 * What the pages of other people's websites load and hear: `GET /chat/widget.js`, the script behind the tag, and
 * `GET /chat/events`, server-sent events that say that there is something new in the visitor's chat. What it is, the page reads with
 * `read-web-chat`, which looks at who asks and from where.
 */
export const visitorRoutes = routes({
  name: 'web-chat',
  add: (app, context) => {
    if (context.webFolder !== null) serveScript(app, path.join(context.webFolder, 'chat', 'widget.js'))
    const streams = new Map<string, Set<Stream>>()

    context.live.onVisitorNews((sessionId) => {
      const told = sessionId === '*' ? streams.values().toArray() : [streams.get(sessionId) ?? []]
      for (const some of told) for (const stream of some) stream.news()
    })

    app.options('/chat/events', async (_request, reply) =>
      reply
        .headers({
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Methods': 'GET',
          'Access-Control-Allow-Headers': 'Authorization',
          'Access-Control-Max-Age': '86400',
        })
        .code(204)
        .send(),
    )

    app.get('/chat/events', async (request, reply) => {
      // Cookies are ignored, and the stream says only that there is news: any page may open it.
      reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
      const caller = await context.callers.ofHeader(request)
      if (caller.kind !== 'visitor') return sendFailure(request, reply, new Failure('not_signed_in'))
      const leave = context.crowd.place('website chats', addressBlock(request.ip), context.most.streamsOfAddress)
      const own = streams.get(caller.sessionId) ?? new Set()
      streams.set(caller.sessionId, own)
      if (own.size >= mostOfSession) own.values().next().value?.end('renew')
      context.metrics.liveStreams.inc()
      const stream = openStream(request, reply, () => {
        own.delete(stream)
        if (own.size === 0 && streams.get(caller.sessionId) === own) streams.delete(caller.sessionId)
        leave()
        context.metrics.liveStreams.dec()
      })
      own.add(stream)
      streams.set(caller.sessionId, own)
    })

    return {
      /** Ends every stream with an event, so that the page reconnects to the next server. */
      end: () => {
        for (const some of [...streams.values()]) for (const stream of [...some]) stream.end('restart')
      },
    }
  },
})

interface Stream {
  news(): void
  end(why: string): void
}

const openStream = (request: FastifyRequest, reply: FastifyReply, onEnd: () => void): Stream => {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...eventStreamHead(request.id),
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  let isOpen = true
  let waiting: NodeJS.Timeout | undefined
  const write = (text: string): void => {
    if (isOpen && !raw.writableEnded) raw.write(text)
  }
  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
  const ending = setTimeout(() => stream.end('renew'), longestMs)
  const stream: Stream = {
    news() {
      waiting ??= setTimeout(() => {
        waiting = undefined
        write('event: news\ndata: {}\n\n')
      }, gatherMs)
    },
    end(why) {
      if (!isOpen) return
      write(`event: ${why}\ndata: {}\n\n`)
      isOpen = false
      clearInterval(heartbeat)
      clearTimeout(ending)
      clearTimeout(waiting)
      raw.end()
      onEnd()
    },
  }
  raw.on('close', () => stream.end('closed'))
  write('event: open\ndata: {}\n\n')
  return stream
}

/** The script under its one name: kept for an hour, then asked for by its fingerprint. */
const serveScript = (app: FastifyInstance, file: string): void => {
  const script = pack(readFileSync(file))
  app.get('/chat/widget.js', async (request, reply) => {
    reply.headers({
      'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
      // Any page may name it, those too that want to know its fingerprint (`integrity`) or that isolate themselves.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    return sendPacked(request, reply.type('text/javascript; charset=utf-8'), script)
  })
}
