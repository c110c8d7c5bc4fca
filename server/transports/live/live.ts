import type { FastifyInstance } from 'fastify'
import { Failure } from '#core/errors.ts'
import type { Live } from '#core/events/live.ts'
import { eventStreamHead, sendFailure } from '#core/http/replies.ts'
import type { Callers } from '#core/http/routes.ts'
import type { Crowd } from '#core/http/stream-limits.ts'
import type { Metrics } from '#core/metrics.ts'
import type { Hearers } from '#domains/connections/mailboxes/hearers.ts'

/** Hints of one kind within this time are one hint: a page that reads again four times a second is live enough. */
const gatherMs = 250
const heartbeatMs = 15_000
/** A token's life: after it, the page comes back with a new one. */
const longestMs = 15 * 60_000
/** Some thousand hints that were not read. */
const mostUnreadBytes = 64 * 1024

/**
 * `GET /live`: server-sent events that say what kind of thing changed in the caller's organization. What happens in a mailbox is told to those
 * who may see it: how much mail a colleague gets, and when, is theirs.
 */
export const liveTransport = (
  app: FastifyInstance,
  parts: { live: Live; hearers: Hearers; callers: Callers; metrics: Metrics; crowd: Crowd; mostOfMember: number },
) => {
  const streams = new Set<() => void>()

  app.get('/live', async (request, reply) => {
    const caller = await parts.callers.ofMember(request)
    if (caller.kind !== 'person')
      return sendFailure(request, reply, new Failure(caller.kind === 'key' ? 'scope_missing' : 'not_signed_in'))

    const leave = parts.crowd.place('live streams', caller.personId, parts.mostOfMember)
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, eventStreamHead(request.id))
    raw.write('retry: 1000\nevent: open\ndata: {}\n\n')
    parts.metrics.liveStreams.inc()

    let waiting: Set<string> | undefined
    const tell = (): void => {
      if (raw.writableEnded) return
      // The stream is not read: events would pile up here.
      if (raw.writableLength > mostUnreadBytes) return end('slow')
      for (const type of waiting ?? []) raw.write(`event: ${type}\ndata: {}\n\n`)
      waiting = undefined
    }
    const gather = (type: string): void => {
      if (!waiting) {
        waiting = new Set()
        setTimeout(tell, gatherMs)
      }
      waiting.add(type)
    }
    const stopWatching = parts.live.onChange((type, orgId, circleId) => {
      if (orgId !== caller.orgId && orgId !== '*') return
      if (type === 'member.left' || type === 'session.ended') void endWhoIsOut()
      if (circleId === null) return gather(type === '*' ? 'everything' : type)
      void parts.hearers(orgId, circleId).then((mayHear) => mayHear(caller.personId) && gather(type))
    })
    const endWhoIsOut = async (): Promise<void> => {
      if (!(await parts.callers.isStillIn(caller).catch(() => true))) end('ended')
    }
    const heartbeat = setInterval(() => {
      raw.write(': still here\n\n')
      // An expired session sends no event.
      void endWhoIsOut()
    }, heartbeatMs)
    const ending = setTimeout(() => end('renew'), longestMs)
    const end = (why: string): void => {
      if (!streams.delete(endForDrain)) return
      clearInterval(heartbeat)
      clearTimeout(ending)
      stopWatching()
      parts.metrics.liveStreams.dec()
      leave()
      if (!raw.writableEnded) raw.end(`event: ${why}\ndata: {}\n\n`)
      if (why === 'slow') raw.destroy()
    }
    const endForDrain = (): void => end('restart')
    streams.add(endForDrain)
    raw.on('close', () => end('closed'))
  })

  return {
    /** Ends every stream with an event, so that the page reconnects to the next server. */
    end: () => {
      for (const end of [...streams]) end()
    },
  }
}
