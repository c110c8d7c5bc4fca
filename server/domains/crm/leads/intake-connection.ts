import pg from 'pg'
import { Failure } from '#core/errors.ts'
import { liveChannel } from '#core/events/events.ts'
import type { Log } from '#core/log.ts'
import { connectionOptions, type Target } from '#db/connect.ts'
import { type AnswerRow, Batch, takeLeadsText } from './take-leads.ts'

/** A statement that takes longer than this is ended by the server; the watchdog ends what no longer answers at all. */
const statementTimeoutMs = 8_000
const watchdogMs = 10_000
const firstReconnectMs = 50
const longestReconnectMs = 1_000

/** The one connection on which batches of leads travel. It reconnects until it is closed. */
export interface IntakeConnection {
  isUp(): boolean
  /** `done` is called exactly once, after the commit or with the error. */
  send(batch: Batch, done: (error: Error | null, rows: readonly AnswerRow[]) => void): void
  /** Behind everything sent before, and without an answer. */
  notify(payload: string): void
  close(): Promise<void>
}

export const openIntakeConnection = (
  target: Target,
  options: {
    readonly log: Log
    readonly application: string
    readonly now: () => Date
    /** Connected, for the first time or again. */
    readonly onUp: () => void
    /** What was sent gets its own error when the driver reports it. */
    readonly onLost: (error: Error) => void
  },
): IntakeConnection => {
  let client: pg.Client | undefined
  let connected = false
  let closing = false
  let reconnectMs = firstReconnectMs

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
      await next.query({ name: 'take_leads', text: takeLeadsText, values: new Batch().values(options.now()) })
      reconnectMs = firstReconnectMs
      connected = true
      options.onUp()
    } catch (error) {
      lose(next, error as Error)
    }
  }

  const lose = (lost: pg.Client, error: Error): void => {
    if (client !== lost) return
    client = undefined
    const was = connected
    connected = false
    if (!closing) {
      if (was) options.log.warn({ err: error }, 'the intake lost its database connection')
      setTimeout(connect, reconnectMs)
      reconnectMs = Math.min(reconnectMs * 2, longestReconnectMs)
    }
    options.onLost(error)
    // Ending the socket makes the driver fail what was on the wire.
    ;(lost as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }

  void connect()
  return {
    isUp: () => connected && !closing,
    send(batch, done) {
      const sentOn = client
      if (!sentOn) return done(new Failure('unavailable'), [])
      const watchdog = setTimeout(() => lose(sentOn, new Error('the database does not respond')), watchdogMs)
      sentOn.query(
        { name: 'take_leads', text: takeLeadsText, values: batch.values(options.now()) },
        (error: Error | null, result: pg.QueryResult<AnswerRow>) => {
          clearTimeout(watchdog)
          done(error, error ? [] : result.rows)
        },
      )
    },
    notify(payload) {
      if (connected) client?.query({ name: 'wake', text: 'select pg_notify($1, $2)', values: [liveChannel, payload] }, () => {})
    },
    async close() {
      closing = true
      connected = false
      await client?.end().catch(() => {})
    },
  }
}
