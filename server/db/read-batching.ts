import type { Kysely } from 'kysely'
import pg from 'pg'
import type { Opening } from './opening-statements.ts'
import type { Tables } from './tables.ts'
import { type Handover, type OpenRead, sendTogether, sharedMs } from './transaction-reuse.ts'

/**
 * So many reads go on one connection at once at the most. Each further one saves a packet there and one back, which is half of
 * what a small read costs, and waits for all before it: with eight that is some 0.3 ms.
 */
const mostTogether = 8

/**
 * Half of the connections are for single reads. When they are busy, reads gather for this long before another connection
 * is used: a read of one row takes a third of it, so one is nearly always free in time, and slow reads delay no others.
 */
const gatherMs = 2

/** Reads of one organization that share a connection and its transaction. */
interface Gathering {
  /** How many are in it: those whose work is not done. */
  count: number
  readonly reading: Promise<Reading>
}

interface Reading {
  readonly client: pg.PoolClient
  readonly db: Kysely<Tables>
  readonly open: OpenRead
  /** What BEGIN failed of: the cause of everything that failed behind it. */
  failed?: Error
  /** Why the transaction must not go on. */
  over?: unknown
}

/**
 * Runs read-only work. While half of all connections are reading, or every one is busy, new reads of the same
 * organization gather, and go together on the first free connection: their statements leave in one packet, as leads do while the
 * batch before them commits. Otherwise each read has its own connection, soon also beyond the half, so that a slow read delays
 * no others.
 *
 * A failing statement ends the transaction for all reads in it: they are repeated one by one. Reads are safe to repeat.
 */
export const makeReadBatching = (reuse: Handover, boundOf: (client: pg.PoolClient) => Kysely<Tables>, connections: number) => {
  const gatherings = new Map<string | undefined, Gathering>()
  const queue = makeFairQueue(Math.ceil(connections / 2))

  const begin = async (opening: Opening<unknown>): Promise<Reading> => {
    if (queue.areTaken()) await queue.wait()
    else queue.take()
    const { client, open } = await reuse.acquire().catch((error: unknown) => {
      queue.leave()
      throw error
    })
    const db = boundOf(client)
    sendTogether(client)
    if (open && open.orgId === opening.orgId && performance.now() < open.untilMs) return { client, db, open }
    const reading: Reading = { client, db, open: { orgId: opening.orgId, untilMs: performance.now() + sharedMs } }
    client.query(beginning(opening, open)).catch((error: Error) => {
      reading.failed = error
    })
    return reading
  }

  const alone = (opening: Opening<unknown>): Gathering => ({ count: 0, reading: begin(opening) })

  const gatheringFor = (opening: Opening<unknown>): Gathering => {
    if (!queue.areTaken() && !reuse.isBusy()) return alone(opening)
    const known = gatherings.get(opening.orgId)
    if (known && known.count < mostTogether) return known
    const gathering = alone(opening)
    gatherings.set(opening.orgId, gathering)
    const close = (): void => {
      if (gatherings.get(opening.orgId) === gathering) gatherings.delete(opening.orgId)
    }
    gathering.reading.then(close, close)
    return gathering
  }

  const readIn = async <T>(gathering: Gathering, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> => {
    gathering.count++
    const reading = await gathering.reading
    try {
      const result = await work(reading.db)
      if (reading.failed) throw reading.failed
      return result
    } catch (error) {
      reading.over ??= reading.failed ?? error
      throw reading.failed ?? error
    } finally {
      if (--gathering.count === 0) leave(reading)
    }
  }

  const leave = (reading: Reading): void => {
    if (reading.over === undefined) reuse.giveBack(reading.client, reading.open)
    else void undo(reuse, reading.client, reading.over)
    queue.leave()
  }

  return async <T>(opening: Opening<unknown>, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> => {
    try {
      return await readIn(gatheringFor(opening), work)
    } catch (error) {
      if (!isOfAborted(error)) throw error
      return await readIn(alone(opening), work)
    }
  }
}

/** Limited concurrency, plus every caller that has waited `gatherMs`. */
const makeFairQueue = (most: number) => {
  const waiting: (() => void)[] = []
  let taken = 0
  return {
    areTaken: () => taken >= most,
    take: () => {
      taken++
    },
    wait: () =>
      new Promise<void>((go) => {
        const patience = setTimeout(() => {
          waiting.splice(waiting.indexOf(begin), 1)
          begin()
        }, gatherMs)
        const begin = (): void => {
          clearTimeout(patience)
          taken++
          go()
        }
        waiting.push(begin)
      }),
    /** The longest waiting caller goes next, on the connection that was just released, if it is free. */
    leave: () => {
      taken--
      if (taken < most) waiting.shift()?.()
    },
  }
}

/** What begins a transaction, in one message; before it the end of one that was handed over open. */
export const beginning = ({ statement, isRead }: Opening<unknown>, open: OpenRead | null): string => {
  const begin = `${open ? 'commit; ' : ''}${isRead ? 'begin read only' : 'begin'}`
  return statement === null ? begin : `${begin}; ${statement}`
}

/** Undoes a transaction and gives its connection back, or throws it away when it can be of no use any more. */
export const undo = async (reuse: Handover, client: pg.PoolClient, cause: unknown): Promise<void> => {
  let broken = isStalePlan(cause) ? (cause as Error) : undefined
  await client.query('rollback').catch((failed: Error) => {
    broken = failed
  })
  if (broken) reuse.throwAway(client, broken)
  else reuse.giveBack(client, null)
}

/** An upgrade changed a table under a statement that was kept ready: its connection would fail for ever. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '0A000' && error.message.startsWith('cached plan')

/** "current transaction is aborted": another caller's statement failed. */
const isOfAborted = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25P02'
