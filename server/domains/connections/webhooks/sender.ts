import type pg from 'pg'
import type { JobContext } from '#core/context.ts'
import { liveChannel } from '#core/events/events.ts'
import { makePollTimer } from '#core/jobs/poll-timer.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import type { Http } from '#core/outbound/http.ts'
import type { Vault } from '#core/vault.ts'
import { type Database, isDatabaseAway } from '#db/connect.ts'
import type { Ports } from '#ports/ports.ts'
import { attemptDelivery } from './attempts.ts'
import { anyWaits, type Claimed, claimDeliveries, extendLeases, handBack } from './leases.ts'
import { settle } from './outcomes.ts'
import { performTask } from './perform-task.ts'

/** Places of one worker. Those that are slow or failing share half of them, so that the others always find one. */
const places = 64
const strainedPlaces = places / 2
/** Of one endpoint at once, over all workers. */
const share = 4
const strainedShare = 2

export interface SenderTiming {
  readonly timeoutMs: number
  /** After so long without a sign of life the worker counts as dead and another sends. */
  readonly leaseSeconds: number
  /** How soon something due is seen when nothing wakes the sender. */
  readonly idleMs: number
}
export const usualTiming: SenderTiming = { timeoutMs: 15_000, leaseSeconds: 10, idleMs: 2_000 }
/** Live pages hear of deliveries no more often. */
const hintsMs = 300
/** Between two looks at what is due: answers that come together are followed by one. */
const breathMs = 10
/** How long a stopping worker waits for answers. Within the 10 s of a stop. */
const drainMs = 4_000

export interface SenderParts {
  readonly database: Database
  readonly http: Http
  readonly vault: Vault
  readonly log: Log
  readonly metrics: Metrics
  readonly now: () => Date
  readonly publicUrl: string
  /** By which services are asked to do something. */
  readonly ports: Pick<Ports, 'oauth'>
  readonly enqueueIn: JobContext['enqueueIn']
  readonly chance?: () => number
  readonly timing?: SenderTiming
  /** How long it rests where no delivery waits. Only where `wake` is called after everything that is written. */
  readonly restMs?: number
}

/** Sends what is due until `stop`. Any number of workers can: the database says who sends what. */
export const openSender = (parts: SenderParts) => {
  const { database, log } = parts
  const timing = parts.timing ?? usualTiming
  const leaseMs = timing.leaseSeconds * 1_000
  const chance = parts.chance ?? Math.random
  const stopping = new AbortController()
  const inFlight = new Map<Promise<void>, Claimed>()
  const changes = makeChangeHints(database.pool, hintsMs)
  const pollTimer = makePollTimer(timing.idleMs)
  let isBusy = false
  let waits = true
  let isStopping = false

  const begin = (delivery: Claimed): void => {
    const done = deliver(delivery)
      .catch((error: unknown) => {
        // The lease runs out, and it is sent again with the same webhook-id.
        if (!isDatabaseAway(error))
          log.error({ err: error, delivery: delivery.id }, 'the result of a webhook delivery could not be recorded')
      })
      .finally(() => {
        inFlight.delete(done)
        if (isBusy) pollTimer.wake()
      })
    inFlight.set(done, delivery)
  }

  const deliver = async (delivery: Claimed): Promise<void> => {
    const { http, vault } = parts
    // A service that was asked is not left in the middle: it might do it, and again for another worker.
    const attempt =
      delivery.connection_id === null
        ? await attemptDelivery(delivery, { http, vault, timeoutMs: timing.timeoutMs, signal: stopping.signal })
        : await performTask(delivery, { ...parts, inOrg: database.inOrg })
    if (attempt === null) return handBack(database, delivery)
    await database.inOrg(delivery.org_id, (db) => settle(db, delivery, attempt, { ...parts, chance }))
    changes.add(delivery.org_id)
  }

  const run = async (): Promise<void> => {
    let extendedAt = 0
    while (!isStopping) {
      try {
        if (performance.now() - extendedAt > leaseMs / 4) {
          extendedAt = performance.now()
          await extendLeases(database.pool, [...inFlight.values()], timing.leaseSeconds)
        }
        const askedAt = performance.now()
        const claimed = await claimWithin(database.pool, [...inFlight.values()], timing.leaseSeconds)
        isBusy = claimed.length > 0
        waits = parts.restMs === undefined || isBusy || inFlight.size > 0 || (await anyWaits(database.pool))
        // Frozen meanwhile: by now they may be another's.
        if (performance.now() - askedAt < leaseMs / 2) for (const delivery of claimed) begin(delivery)
        await changes.tell()
      } catch (error) {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'webhooks could not be claimed')
        isBusy = false
        waits = true
      }
      if (isStopping) return
      await pollTimer.take(waits ? undefined : parts.restMs)
      await breath()
    }
  }
  const ended = run()

  return {
    /** Something may be due. */
    wake(): void {
      pollTimer.wake()
    },
    /** Waits a little for answers, hands back the rest. */
    async stop(): Promise<void> {
      isStopping = true
      pollTimer.wake()
      await ended
      const timer = setTimeout(() => stopping.abort(), drainMs)
      await Promise.all(inFlight.keys())
      clearTimeout(timer)
    },
  }
}

/** As much as there are free places for. */
const claimWithin = (pool: pg.Pool, inFlight: readonly Claimed[], leaseSeconds: number): Promise<Claimed[]> => {
  const free = places - inFlight.length
  if (free === 0) return Promise.resolve([])
  const freeStrained = Math.max(0, strainedPlaces - inFlight.filter(({ strained }) => strained).length)
  return claimDeliveries(pool, { leaseSeconds, free, freeStrained, share, strainedShare })
}

/** Live pages hear of deliveries once in `everyMs`, however many were sent. */
const makeChangeHints = (pool: pg.Pool, everyMs: number) => {
  const orgs = new Set<string>()
  let toldAt = 0
  return {
    add: (orgId: string): void => void orgs.add(orgId),
    async tell(): Promise<void> {
      if (performance.now() - toldAt <= everyMs) return
      toldAt = performance.now()
      if (orgs.size === 0) return
      const named = orgs.size > 100 ? '*' : [...orgs].join(',')
      orgs.clear()
      await pool.query('select pg_notify($1, $2)', [liveChannel, `webhook.changed ${named}`])
    },
  }
}

const breath = (): Promise<void> => new Promise((done) => setTimeout(done, breathMs))
