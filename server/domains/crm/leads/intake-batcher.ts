import pg from 'pg'
import { Failure } from '#core/errors.ts'
import { liveChannel } from '#core/events/events.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import { connectionOptions, isDatabaseAway, type Target } from '#db/connect.ts'
import { isRace } from '#db/races.ts'
import { makeLeadHints } from './lead-hints.ts'
import { type AnswerRow, Batch, type LeadResult, type LeadRow, readAnswer, takeLeadsText } from './take-leads.ts'

/**
 * The line in which leads wait for the database. All that arrive while a batch is being committed go into the next one:
 * one statement, one transaction, one fsync, every caller answered after the commit. No timer: a lead that comes alone
 * leaves alone. Two batches are on the wire at once, on one connection, so that PostgreSQL never waits for us
 * (two connections were slower: their commits wait for each other's).
 */
export interface IntakeLine {
  /** Resolves after the commit. Throws `unavailable` when the database is away; then nothing is promised. */
  take(row: LeadRow): Promise<LeadResult>
  ready(): boolean
  /** Processes all queued leads, then closes. */
  close(): Promise<void>
}

interface Waiting {
  readonly row: LeadRow
  readonly resolve: (result: LeadResult) => void
  readonly reject: (error: unknown) => void
  tries: number
}

const maxOnTheWire = 2
/** About four seconds' worth at full speed: beyond that a fast no is kinder than a slow yes. */
const maxInLine = 50_000
/** A statement that takes longer than this is ended by the server; the watchdog ends what no longer answers at all. */
const statementTimeoutMs = 8_000
const watchdogMs = 10_000
const maxTries = 8

export const openIntakeLine = (
  target: Target,
  options: { log: Log; metrics: Metrics; application: string; now?: () => Date },
): IntakeLine => {
  const now = options.now ?? (() => new Date())
  let client: pg.Client | undefined
  let connected = false
  let closing = false
  let onTheWire = 0
  let scheduled = false
  let open = new Batch()
  let inOpen: Waiting[] = []
  /** Came too late for the open batch, or lost a race: first in the next one. */
  let later: Waiting[] = []
  let reconnectMs = 50
  const drained: (() => void)[] = []

  const take = (row: LeadRow): Promise<LeadResult> =>
    new Promise((resolve, reject) => {
      if (!connected || closing) return reject(new Failure('unavailable', { retryAfterSeconds: 1 }))
      if (inOpen.length + later.length >= maxInLine) return reject(new Failure('unavailable', { retryAfterSeconds: 2 }))
      enqueue({ row, resolve, reject, tries: 0 })
      schedule()
    })

  const enqueue = (waiting: Waiting): void => {
    if (open.fits(waiting.row)) {
      open.add(waiting.row)
      inOpen.push(waiting)
    } else {
      open.hold(waiting.row)
      later.push(waiting)
    }
  }

  /** Once a turn, after all sockets that were ready have been read. */
  const schedule = (): void => {
    if (scheduled || onTheWire >= maxOnTheWire) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      leave()
    })
  }

  const leave = (): void => {
    while (connected && onTheWire < maxOnTheWire && inOpen.length > 0) {
      const batch = open
      const waiting = inOpen
      refill()
      send(batch, waiting)
    }
  }

  const refill = (): void => {
    open = new Batch()
    inOpen = []
    const again = later
    later = []
    for (const waiting of again) enqueue(waiting)
  }

  const send = (batch: Batch, waiting: Waiting[]): void => {
    const sentOn = client
    if (!sentOn) return fail(waiting, new Failure('unavailable'))
    onTheWire++
    const watchdog = setTimeout(() => lose(sentOn, new Error('the database does not respond')), watchdogMs)
    sentOn.query(
      { name: 'take_leads', text: takeLeadsText, values: batch.values(now()) },
      (error, result: pg.QueryResult<AnswerRow>) => {
        clearTimeout(watchdog)
        onTheWire--
        if (error) {
          settleError(error, waiting)
          leave()
        } else {
          // Next batch first: every microsecond here is one in which the database would have nothing to do.
          leave()
          handOut(result.rows, waiting)
          options.metrics.batchRows.observe(waiting.length)
        }
        resolveWhenDrained()
      },
    )
  }

  const resolveWhenDrained = (): void => {
    if (onTheWire === 0 && inOpen.length === 0 && later.length === 0) for (const done of drained.splice(0)) done()
  }

  const handOut = (rows: readonly AnswerRow[], waiting: readonly Waiting[]): void => {
    for (const row of rows) {
      const each = waiting[row.n]
      if (!each) continue
      each.resolve(readAnswer(row))
      hints.add(each.row.orgId)
    }
    hints.flush()
  }

  const hints = makeLeadHints((payload) => {
    if (connected) client?.query({ name: 'wake', text: 'select pg_notify($1, $2)', values: [liveChannel, payload] }, () => {})
  })

  /** Another process took one of them a moment ago: all go again, and find it. */
  const putBack = (rows: readonly Waiting[]): void => {
    for (const waiting of rows) {
      if (++waiting.tries > maxTries) waiting.reject(new Failure('unavailable', { retryAfterSeconds: 1 }))
      else later.unshift(waiting)
    }
    if (inOpen.length === 0) refill()
  }

  const settleError = (error: Error, waiting: Waiting[]): void => {
    if (!connected || isDatabaseAway(error))
      return fail(waiting, new Failure('unavailable', { cause: error, retryAfterSeconds: 1 }))
    const only = waiting[0]
    if (isRace(error) && waiting.every(({ tries }) => tries < maxTries)) return putBack(waiting)
    if (waiting.length === 1 && only) {
      options.log.error(
        { err: error, org_id: only.row.orgId, delivery_id: only.row.deliveryId },
        'the database rejected a lead',
      )
      const passes = isRace(error) || isTimeout(error)
      return fail(waiting, passes ? new Failure('unavailable', { cause: error, retryAfterSeconds: 2 }) : error)
    }
    // One bad row must not fail its neighbours: halve until it stands alone.
    const half = Math.ceil(waiting.length / 2)
    for (const part of [waiting.slice(0, half), waiting.slice(half)]) {
      const batch = new Batch()
      for (const { row } of part) batch.add(row)
      send(batch, part)
    }
  }

  const isTimeout = (error: Error): boolean => (error as { code?: string }).code === '57014'

  const fail = (waiting: readonly Waiting[], error: unknown): void => {
    for (const { reject } of waiting) reject(error)
  }

  const connect = async (): Promise<void> => {
    if (closing) return
    const next = new pg.Client({
      ...connectionOptions(target, { application: `${options.application} intake` }),
      pipeline: true,
      statement_timeout: statementTimeoutMs,
    } as pg.ClientConfig)
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next, new Error('the database closed the connection')))
    client = next
    try {
      await next.connect()
      // Prepares the statement, so that the first lead does not pay for it; an empty batch writes nothing.
      await next.query({ name: 'take_leads', text: takeLeadsText, values: new Batch().values(now()) })
      reconnectMs = 50
      connected = true
      leave()
    } catch (error) {
      lose(next, error as Error)
    }
  }

  /** The connection is gone: queued leads get 503 now, those in flight when the driver reports it. */
  const lose = (lost: pg.Client, error: Error): void => {
    if (client !== lost) return
    client = undefined
    const was = connected
    connected = false
    if (!closing) {
      if (was) options.log.warn({ err: error }, 'the intake lost its database connection')
      setTimeout(connect, reconnectMs)
      reconnectMs = Math.min(reconnectMs * 2, 1_000)
    }
    const stranded = [...inOpen, ...later]
    open = new Batch()
    inOpen = []
    later = []
    fail(stranded, new Failure('unavailable', { cause: error, retryAfterSeconds: 1 }))
    resolveWhenDrained()
    // Ending the socket makes the driver fail what was on the wire.
    ;(lost as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }

  void connect()
  return {
    take,
    ready: () => connected,
    async close() {
      if (onTheWire > 0 || inOpen.length > 0 || later.length > 0) await new Promise<void>((done) => drained.push(done))
      hints.close()
      closing = true
      connected = false
      await client?.end().catch(() => {})
    },
  }
}
