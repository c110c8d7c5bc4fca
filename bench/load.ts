import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A load generator that costs as little as it can: HTTP/1.1 keep-alive on bare sockets, one request at a time on each,
 * every request one string of a fixed length, every answer found by its Content-Length. Runs in a process of its own.
 */
export interface LoadOrder {
  readonly port: number
  /** What is asked for: a lead a request, each another, by the API or as a source sends it; or the gateway's cheap action, always the same. */
  readonly what: 'lead' | 'gateway' | SourceLeads
  /** The API key, the token, or what a source is proven with. */
  readonly key: string
  /** The address of a source. */
  readonly path?: string
  readonly connections: number
  readonly warmUpMs: number
  readonly measureMs: number
  /** Leads a second, sent when they are due whether or not the ones before are answered; null for as many as possible. */
  readonly rate: number | null
  /** Number of the first lead: no two orders on one database may share any. */
  readonly from: number
}

export interface LoadReport {
  readonly answered: number
  readonly failed: number
  readonly perSecond: number
  /** Milliseconds; with a rate they count from the moment at which the lead was due. */
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** Processor seconds of this generator per second. */
  readonly ownCpu: number
  /** Number of the first lead that was not sent. */
  readonly next: number
}

/** Leads that differ in everything that identifies one. 120 million numbers before one comes again. */
const mobile = ['1511', '1512', '1514', '1515', '1516', '1517', '1520', '1522', '1523', '1525', '1573', '1590']
export const leadBody = (n: number): string => {
  const at = String(n).padStart(9, '0')
  const phone = `+49${mobile[Math.floor(n / 1e7) % mobile.length]}${at.slice(-7)}`
  return `{"email":"maya.${at}@example.com","phone":"${phone}","name":"Maya Example ${at}","company":"Example Works GmbH","source":"website","external_id":"bench-${at}"}`
}

/** The action of `candidates/gateway.ts`. */
const gatewayBody = '{"type":"show-bench"}'

/** Kinds of lead sources that are measured (`bench/lead-sources.ts`). */
export type SourceLeads = 'form' | 'google_ads'

const sourceBodies: Readonly<Record<SourceLeads, (at: string, key: string) => string>> = {
  form: (at) =>
    `name=Maya+Example+${at}&email=maya.${at}%40example.com&note=Four+by+three+metres&service=Kitchen&consent=1&_shown_ms=9000`,
  google_ads: (at, key) =>
    `{"lead_id":"bench-${at}","user_column_data":[{"column_name":"User Email","string_value":"maya.${at}@example.com","column_id":"EMAIL"},{"string_value":"Maya Example","column_id":"FULL_NAME"},{"string_value":"Kitchen","column_id":"SERVICE"}],"api_version":"1.0","form_id":9223372036854775807,"campaign_id":23729418209,"google_key":"${key}"}`,
}

/** The whole of request n, as a string of bytes. A form comes from another visitor each time, behind a proxy. */
const requestOf = ({ what, port, key, path = '' }: LoadOrder): ((n: number) => string) => {
  const begin = (to: string): string => `POST ${to} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`
  if (what === 'lead' || what === 'gateway') {
    const bodyOf = what === 'lead' ? leadBody : () => gatewayBody
    const head = `${begin(what === 'lead' ? '/v1/leads' : '/gateway')}Authorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${bodyOf(0).length}\r\n\r\n`
    return (n) => head + bodyOf(n)
  }
  const type = what === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  const head = `${begin(path)}Accept: application/json\r\nContent-Type: ${type}\r\n`
  return (n) => {
    const body = sourceBodies[what](String(n).padStart(9, '0'), key)
    const from = what === 'form' ? `X-Forwarded-For: 10.${n >> 16}.${(n >> 8) & 255}.${n & 255}\r\n` : ''
    return `${head}${from}Content-Length: ${body.length}\r\n\r\n${body}`
  }
}

/** Answer times in buckets of 0.1 ms, up to 20 s. */
class Times {
  readonly #buckets = new Uint32Array(200_001)
  count = 0
  max = 0

  add(ms: number): void {
    const bucket = Math.min(200_000, Math.floor(ms * 10))
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1
    this.count++
    if (ms > this.max) this.max = ms
  }

  at(share: number): number {
    let left = this.count * share
    for (let bucket = 0; bucket < this.#buckets.length; bucket++) {
      left -= this.#buckets[bucket] ?? 0
      if (left <= 0) return (bucket + 1) / 10
    }
    return this.max
  }
}

const run = async (order: LoadOrder): Promise<LoadReport> => {
  const request = requestOf(order)
  let times = new Times()
  let next = order.from
  let failed = 0
  let measuring = false
  let stopping = false
  /** The connection that has been idle longest sends next: the server closes one that is idle for 10 s. */
  const idle: Connection[] = []
  const late: number[] = []

  class Connection {
    readonly socket: Socket
    sentAt = 0
    #rest = ''

    constructor(socket: Socket) {
      this.socket = socket
      socket.setNoDelay(true)
      socket.setEncoding('latin1')
      socket.on('data', (chunk) => this.#read(chunk as unknown as string))
      socket.on('error', () => {})
      socket.on('close', () => {
        if (!stopping) failed++
      })
    }

    send(sentAt: number): void {
      this.sentAt = sentAt
      this.socket.write(request(next++), 'latin1')
    }

    #read(chunk: string): void {
      const text = this.#rest === '' ? chunk : this.#rest + chunk
      const headEnd = text.indexOf('\r\n\r\n')
      const lengthAt = headEnd < 0 ? -1 : text.search(/content-length: /i)
      const length = lengthAt < 0 ? 0 : Number.parseInt(text.slice(lengthAt + 16, lengthAt + 24), 10)
      if (headEnd < 0 || text.length < headEnd + 4 + length) {
        this.#rest = text
        return
      }
      this.#rest = ''
      const now = performance.now()
      if (measuring) {
        times.add(now - this.sentAt)
        if (!text.startsWith('HTTP/1.1 200')) failed++
      }
      if (stopping) return
      if (order.rate === null) this.send(now)
      else if (late.length > 0) this.send(late.shift() as number)
      else idle.push(this)
    }
  }

  const open = (): Promise<Connection> =>
    new Promise((resolve, reject) => {
      const socket = connect(order.port, '127.0.0.1', () => resolve(new Connection(socket)))
      socket.once('error', reject)
    })
  const connections = await Promise.all(Array.from({ length: order.connections }, open))

  const begun = performance.now()
  if (order.rate === null) for (const connection of connections) connection.send(begun)
  else {
    idle.push(...connections)
    void offer(order.rate)
  }

  async function offer(rate: number): Promise<void> {
    for (let offered = 0; !stopping; ) {
      const until = performance.now()
      for (; begun + (offered * 1_000) / rate <= until; offered++) {
        const dueAt = begun + (offered * 1_000) / rate
        const connection = idle.shift()
        if (connection) connection.send(dueAt)
        else late.push(dueAt)
      }
      await sleep(1)
    }
  }

  await sleep(order.warmUpMs)
  times = new Times()
  failed = 0
  measuring = true
  const cpuBefore = process.cpuUsage()
  const since = performance.now()
  await sleep(order.measureMs)
  const seconds = (performance.now() - since) / 1_000
  const cpu = process.cpuUsage(cpuBefore)
  measuring = false
  stopping = true
  await sleep(100)
  for (const { socket } of connections) socket.destroy()
  return {
    answered: times.count,
    failed,
    perSecond: (times.count - failed) / seconds,
    p50: times.at(0.5),
    p99: times.at(0.99),
    max: times.max,
    ownCpu: (cpu.user + cpu.system) / 1e6 / seconds,
    next,
  }
}

if (import.meta.main) {
  process.once('message', (order: LoadOrder) => {
    run(order).then(
      (report) => process.send?.(report, () => process.exit(0)),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}
