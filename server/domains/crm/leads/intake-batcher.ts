import { Failure } from '#core/errors.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import { isDatabaseAway, type Target } from '#db/connect.ts'
import { isRace } from '#db/races.ts'
import { openIntakeConnection } from './intake-connection.ts'
import { makeLeadHints } from './lead-hints.ts'
import { type AnswerRow, Batch, type LeadResult, type LeadRow, readAnswer } from './take-leads.ts'
import { type Departure, makeWaitingLeads, maxTries, type WaitingLead } from './waiting-leads.ts'

/**
 * The line in which leads wait for the database. All that arrive while a batch is being committed go into the next one:
 * one statement, one transaction, one fsync, every caller answered after the commit. No timer: a lead that comes alone
 * leaves alone. Two batches are on the wire at once, on one connection, so that PostgreSQL never waits for us
 * (two connections were slower: their commits wait for each other's). The second leaves once it is as large as the first: a batch costs
 * PostgreSQL 0.6 ms whatever is in it, as much as eight leads, and it would only stand behind the first.
 */
export interface IntakeLine {
  /** Resolves after the commit. Throws `unavailable` when the database is away; then nothing is promised. */
  take(row: LeadRow): Promise<LeadResult>
  ready(): boolean
  /** Processes all queued leads, then closes. */
  close(): Promise<void>
}

const maxOnTheWire = 2
/** About four seconds' worth at full speed: beyond that a fast no is kinder than a slow yes. */
const maxInLine = 50_000

export const openIntakeLine = (
  target: Target,
  options: { log: Log; metrics: Metrics; application: string; now?: () => Date },
): IntakeLine => {
  const { log, metrics, application, now = () => new Date() } = options
  const queue = makeWaitingLeads()
  const drained: (() => void)[] = []
  let onTheWire = 0
  let rowsOnTheWire = 0
  let scheduled = false

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
    while (connection.isUp() && onTheWire < maxOnTheWire && queue.count() >= rowsOnTheWire) {
      const departure = queue.depart()
      if (!departure) return
      send(departure)
    }
  }

  const send = ({ batch, waiting }: Departure): void => {
    onTheWire++
    rowsOnTheWire += waiting.length
    connection.send(batch, (error, rows) => {
      onTheWire--
      rowsOnTheWire -= waiting.length
      if (error) {
        settleError(error, waiting)
        leave()
      } else {
        // Next batch first: every microsecond here is one in which the database would have nothing to do.
        leave()
        handOut(rows, waiting, hints)
        metrics.batchRows.observe(waiting.length)
      }
      resolveWhenDrained()
    })
  }

  const settleError = (error: Error, waiting: readonly WaitingLead[]): void => {
    if (!connection.isUp() || isDatabaseAway(error)) return fail(waiting, away(error))
    if (isRace(error) && waiting.every(({ tries }) => tries < maxTries)) return queue.putBack(waiting)
    const [only] = waiting
    if (waiting.length > 1 || !only) return halve(waiting).forEach(send)
    log.error({ err: error, org_id: only.row.orgId, delivery_id: only.row.deliveryId }, 'the database rejected a lead')
    const passes = isRace(error) || isTimeout(error)
    fail(waiting, passes ? new Failure('unavailable', { cause: error, retryAfterSeconds: 2 }) : error)
  }

  const isEmpty = (): boolean => onTheWire === 0 && queue.count() === 0

  const resolveWhenDrained = (): void => {
    if (isEmpty()) for (const done of drained.splice(0)) done()
  }

  const connection = openIntakeConnection(target, {
    log,
    application,
    now,
    onUp: leave,
    // Queued leads get 503 now.
    onLost: (error) => {
      fail(queue.clear(), away(error))
      resolveWhenDrained()
    },
  })
  const hints = makeLeadHints(connection.notify)

  return {
    take: (row) =>
      new Promise((resolve, reject) => {
        if (!connection.isUp()) return reject(new Failure('unavailable', { retryAfterSeconds: 1 }))
        if (queue.count() >= maxInLine) return reject(new Failure('unavailable', { retryAfterSeconds: 2 }))
        queue.add({ row, resolve, reject, tries: 0 })
        schedule()
      }),
    ready: connection.isUp,
    async close() {
      if (!isEmpty()) await new Promise<void>((done) => drained.push(done))
      hints.close()
      await connection.close()
    },
  }
}

/** Every caller gets the result of its lead; live pages are notified once. */
const handOut = (
  rows: readonly AnswerRow[],
  waiting: readonly WaitingLead[],
  hints: ReturnType<typeof makeLeadHints>,
): void => {
  for (const row of rows) {
    const each = waiting[row.n]
    if (!each) continue
    each.resolve(readAnswer(row))
    hints.add(each.row.orgId)
  }
  hints.flush()
}

/** One bad row must not fail its neighbours: halve until it stands alone. */
const halve = (waiting: readonly WaitingLead[]): Departure[] => {
  const half = Math.ceil(waiting.length / 2)
  return [waiting.slice(0, half), waiting.slice(half)].map((part) => {
    const batch = new Batch()
    for (const { row } of part) batch.add(row)
    return { batch, waiting: part }
  })
}

const away = (cause: Error): Failure => new Failure('unavailable', { cause, retryAfterSeconds: 1 })

const isTimeout = (error: Error): boolean => (error as { code?: string }).code === '57014'

const fail = (waiting: readonly WaitingLead[], error: unknown): void => {
  for (const { reject } of waiting) reject(error)
}
