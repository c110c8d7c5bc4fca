import { randomUUID } from 'node:crypto'
import type { Faults } from './faults.ts'
import type { Table } from './folder.ts'

/** Where a webhook goes. */
export interface Endpoint {
  /** `we_…`, for the log. */
  readonly id: string
  readonly url: string
  /** What its deliveries are signed with. */
  readonly secret: string
}

export interface Message {
  /** The provider's own id of the event: the same on every try and every copy. */
  readonly id: string
  readonly type: string
  /** Sent byte for byte. */
  readonly body: string
}

export interface Try {
  readonly at: string
  readonly ms: number
  /** Null when no answer came. */
  readonly status: number | null
  /** The beginning of the answer, or why there was none. */
  readonly said: string
}

/** One message on its way to one address. */
export interface Delivery extends Message {
  readonly messageId: string
  readonly endpointId: string
  readonly url: string
  readonly secret: string
  readonly state: 'waiting' | 'delivered' | 'failed' | 'dropped'
  readonly tries: readonly Try[]
  readonly nextTryAt: string | null
  readonly createdAt: string
}

/** The headers that prove where a delivery comes from, by the provider's own rules. */
export type Sign = (delivery: {
  readonly messageId: string
  readonly type: string
  readonly url: string
  readonly body: string
  readonly secret: string
  readonly at: Date
}) => Readonly<Record<string, string>>

/** How a webhook leaves the sandbox; without a body it is a GET, by which some look whether an address is right. Throws when no answer came. */
export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | null,
) => Promise<{ readonly status: number; readonly text: string }>

export interface Webhooks {
  /** Through the fault dial: sent at once, twice, late, in another order or never. */
  deliver(endpoint: Endpoint, message: Message): void
  /** Sends one again, whatever became of it. False when there is none with this id. */
  again(deliveryId: string): boolean
  list(): readonly Delivery[]
  /** Nothing is sent any more; what waits is taken up by the next start. */
  stop(): void
}

/** What the vendors stretch over days: the second try after a second, the last after ten minutes. */
export const usualRetriesMs: readonly number[] = [1_000, 5_000, 30_000, 120_000, 600_000]
const timeoutMs = 10_000
const shownBytes = 500
/** What is read of an answer: some vendors do what it says. */
const readBytes = 65_536

interface Parts {
  readonly deliveries: Table<Delivery>
  readonly faults: Faults
  readonly sign: Sign
  readonly retriesMs: readonly number[]
  readonly post: Post
  readonly now: () => Date
}

export const openWebhooks = (parts: Parts): Webhooks => {
  const { deliveries, now } = parts
  const timers = new Map<string, NodeJS.Timeout>()
  let isStopped = false

  const sendIn = (id: string, ms: number): void => {
    clearTimeout(timers.get(id))
    timers.set(
      id,
      setTimeout(() => {
        // A full disk, say: what it could not write down it takes up with the next start.
        send(id).catch((error: Error) => process.stderr.write(`sandbox, webhooks: ${error.message}\n`))
      }, ms),
    )
  }

  const send = async (id: string): Promise<void> => {
    timers.delete(id)
    const delivery = deliveries.find(id)
    if (!delivery || isStopped) return
    note(delivery.id, await attempt(parts, delivery))
  }

  const note = (id: string, tried: Try): void => {
    const delivery = deliveries.find(id)
    // Emptied, or given to the next start, while it was on its way.
    if (!delivery || isStopped) return
    const tries = [...delivery.tries, tried]
    const isTaken = tried.status !== null && tried.status >= 200 && tried.status < 300
    const wait = isTaken ? undefined : parts.retriesMs[tries.length - 1]
    deliveries.put({
      ...delivery,
      tries,
      state: isTaken ? 'delivered' : wait === undefined ? 'failed' : 'waiting',
      nextTryAt: wait === undefined ? null : new Date(now().getTime() + wait).toISOString(),
    })
    if (wait !== undefined) sendIn(id, wait)
  }

  for (const delivery of deliveries.list())
    if (delivery.state === 'waiting')
      sendIn(delivery.id, Math.max(0, Date.parse(delivery.nextTryAt ?? delivery.createdAt) - now().getTime()))

  return {
    deliver(endpoint, message) {
      const at = now()
      const entry = {
        type: message.type,
        body: message.body,
        messageId: message.id,
        endpointId: endpoint.id,
        url: endpoint.url,
        secret: endpoint.secret,
        tries: [],
        createdAt: at.toISOString(),
      }
      const delays = parts.faults.nextWebhook()
      if (delays.length === 0) deliveries.put({ ...entry, id: randomUUID(), state: 'dropped', nextTryAt: null })
      for (const ms of delays) {
        const nextTryAt = new Date(at.getTime() + ms).toISOString()
        const { id } = deliveries.put({ ...entry, id: randomUUID(), state: 'waiting', nextTryAt })
        sendIn(id, ms)
      }
    },
    again(id) {
      const delivery = deliveries.find(id)
      if (!delivery) return false
      deliveries.put({ ...delivery, state: 'waiting', nextTryAt: now().toISOString() })
      sendIn(id, 0)
      return true
    },
    list: () => deliveries.list(),
    stop() {
      isStopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

/** One try, and what came of it. */
const attempt = async (parts: Pick<Parts, 'post' | 'sign' | 'now'>, delivery: Delivery): Promise<Try> => {
  const at = parts.now()
  const signed = parts.sign({ ...delivery, at })
  const begun = performance.now()
  const answer = await parts
    .post(
      delivery.url,
      { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Sandbox/1.0', ...signed },
      delivery.body,
    )
    .catch((error: unknown) => ({ status: null, text: reasonOf(error) }))
  return {
    at: at.toISOString(),
    ms: Math.round(performance.now() - begun),
    status: answer.status,
    said: answer.text.slice(0, shownBytes),
  }
}

/** To whatever address: for a sandbox that answers its own machine only. */
export const postAnywhere: Post = async (url, headers, body) => {
  const response = await fetch(url, {
    method: body === null ? 'GET' : 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return { status: response.status, text: await beginningOf(response) }
}

const beginningOf = async (response: Response): Promise<string> => {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length >= readBytes) break
  }
  return text
}

const reasonOf = (error: unknown): string => {
  const { name, message, cause } = error as Error & { cause?: { code?: unknown } }
  if (name === 'TimeoutError') return `No response within ${timeoutMs / 1_000} s.`
  return typeof cause?.code === 'string' ? `The connection failed (${cause.code}).` : message
}
