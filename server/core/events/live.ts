import { EventEmitter } from 'node:events'
import pg from 'pg'
import { connectionOptions, type Target } from '#db/connect.ts'
import type { Log } from '../log.ts'
import { liveChannel, visitorChannel } from './events.ts'

/**
 * One connection a process that listens. What it hears are hints (something of this kind changed in this organization);
 * each receiver reads the rows again, so a hint that is lost while the connection is away costs a refresh, no data:
 * after each reconnect all pages are told to reload.
 */
export const listenLive = (target: Target, options: { log: Log; application: string }) => {
  const hints = new EventEmitter().setMaxListeners(0)
  let client: pg.Client | undefined
  let closed = false
  let delayMs = 100

  const connect = async (): Promise<void> => {
    if (closed) return
    const next = new pg.Client(connectionOptions(target, { application: `${options.application} live` }))
    const again = (): void => {
      if (client !== next || closed) return
      client = undefined
      setTimeout(connect, delayMs).unref()
      delayMs = Math.min(delayMs * 2, 2_000)
    }
    client = next
    next.on('error', again)
    next.on('end', again)
    next.on('notification', ({ channel, payload = '' }) => hear(channel, payload))
    try {
      await next.connect()
      await next.query(`listen ${liveChannel}; listen foyer_keys; listen ${visitorChannel}`)
      delayMs = 100
      hints.emit('keys', '*')
      hints.emit('live', '*', '*', null)
      hints.emit('visitors', '*')
    } catch (error) {
      if (!closed) options.log.warn({ err: error }, 'live connection')
      again()
      next.end().catch(() => {})
    }
  }

  const hear = (channel: string, payload: string): void => {
    if (channel === 'foyer_keys') {
      hints.emit('keys', payload)
      return
    }
    if (channel === visitorChannel) {
      hints.emit('visitors', payload)
      return
    }
    const [type, orgIds = '', circleId = null] = payload.split(' ')
    for (const orgId of orgIds.split(',')) hints.emit('live', type, orgId, circleId)
  }

  void connect()
  return {
    /** `watch` hears (event type, organization id), each possibly `*`, and the circle in which it happened, if any. Answers how to stop. */
    onChange(watch: (type: string, orgId: string, circleId: string | null) => void): () => void {
      hints.on('live', watch)
      return () => hints.off('live', watch)
    },
    /** `watch` hears the id of a changed API key, or `*`. */
    onKeyChange(watch: (keyId: string) => void): () => void {
      hints.on('keys', watch)
      return () => hints.off('keys', watch)
    },
    /** `watch` hears the id of the session of a website's chat in which there is something new, or `*`. */
    onVisitorNews(watch: (sessionId: string) => void): () => void {
      hints.on('visitors', watch)
      return () => hints.off('visitors', watch)
    },
    async close(): Promise<void> {
      closed = true
      await client?.end().catch(() => {})
    },
  }
}

export type Live = ReturnType<typeof listenLive>
