import { setTimeout as sleep } from 'node:timers/promises'
import type { JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { makePollTimer, restMs } from '#core/jobs/poll-timer.ts'
import type { Metrics } from '#core/metrics.ts'
import { isDatabaseAway } from '#db/connect.ts'
import { isHeld } from '#domains/platform/background-jobs/holds.ts'
import type { Mailboxes } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { openMailbox } from './accounts.ts'
import { readMailboxJob } from './job-references.ts'
import {
  beginListening,
  endListening,
  findHeard,
  findUnheard,
  keepHeard,
  postponeListening,
  type Unheard,
} from './listener-leases.ts'

/** Of one worker: each is a connection. The mailboxes beyond are read by the clock alone, or by another worker. */
export const mostListeners = 200
/** So many are begun together: each signs in somewhere. */
const begunAtOnce = 20
const betweenBeginsMs = 1_000
/** A worker says once a minute that it listens. One that is silent for so long is dead, and others begin. */
const leaseMs = 150_000
/** What is written elsewhere wakes it no more often. */
const breathMs = 3_000
/** Mails that arrive together are read together. */
const gatherMs = 1_000

const minuteMs = 60_000
/** A refused password locks an account when it is tried each minute; a typed one begins anew at once. */
const refusedMs = 60 * minuteMs
/** A server that cannot announce may learn it. */
const unableMs = 24 * 60 * minuteMs
const firstBackoffMs = 5_000
const longestBackoffMs = 15 * minuteMs

interface Parts extends Pick<JobContext, 'log'> {
  readonly makeContext: (name: string, signal: AbortSignal) => JobContext
  readonly metrics: Metrics
  readonly chance?: () => number
  readonly most?: number
}

/**
 * Listens to mailboxes whose servers announce what arrives, until `stop`: each by one worker, of however many. What is heard has the
 * mailbox read, and is only a hint: reading by the clock stays behind it.
 */
export const openListener = ({ makeContext, log, metrics, chance = Math.random, most = mostListeners }: Parts) => {
  const stopping = new AbortController()
  const context = makeContext('mail-listener', stopping.signal)
  const { db, inOrg, now } = context
  const listener = context.newId()
  const running = new Map<string, { readonly ending: AbortController; readonly ended: Promise<void> }>()
  const timer = makePollTimer(restMs)
  const listen = makeListen(context, { listener, chance, wake: timer.wake })
  let keptAtMs = Number.NEGATIVE_INFINITY
  const inMs = (ms: number): Date => new Date(now().getTime() + ms)

  /** Ends those that are another's now, or whose mailbox was disconnected or has another password. */
  const checkOwn = async (): Promise<void> => {
    if (running.size === 0) return
    const isDue = performance.now() - keptAtMs >= restMs - breathMs
    const own = isDue ? await keepHeard(db, listener, inMs(leaseMs)) : await findHeard(db, listener)
    if (isDue) keptAtMs = performance.now()
    for (const [mailboxId, { ending }] of running) if (!own.has(mailboxId)) ending.abort()
  }

  const begin = async (mailbox: Unheard): Promise<void> => {
    const isBegun = await inOrg(mailbox.orgId, async (org) => {
      // After a restore: until an owner of the workspace releases it, no server is asked by itself.
      if (!(await isHeld(org, mailbox.orgId, 'syncs')))
        return beginListening(org, mailbox, { listener, now: now(), until: inMs(leaseMs) })
      await postponeListening(org, mailbox, inMs(minuteMs))
      return false
    })
    if (!isBegun) return
    const ending = new AbortController()
    const ended = listen(mailbox, AbortSignal.any([stopping.signal, ending.signal]))
      // The lease runs out, and another begins.
      .catch((error: unknown) => log.warn({ err: error, mailbox_id: mailbox.mailboxId }, 'listening to a mailbox ended'))
      .finally(() => {
        running.delete(mailbox.mailboxId)
        metrics.mailListeners.set(running.size)
        timer.wake()
      })
    running.set(mailbox.mailboxId, { ending, ended })
    metrics.mailListeners.set(running.size)
  }

  /** Answers whether more may wait. */
  const beginNew = async (): Promise<boolean> => {
    const free = Math.min(begunAtOnce, most - running.size)
    if (free <= 0) return false
    const unheard = await findUnheard(db, now(), free)
    for (const each of unheard) if (!running.has(each.mailboxId) && !stopping.signal.aborted) await begin(each)
    return unheard.length === begunAtOnce
  }

  const run = async (): Promise<void> => {
    const { signal } = stopping
    while (!signal.aborted) {
      let areMore = false
      try {
        await checkOwn()
        areMore = await beginNew()
      } catch (error) {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'mailboxes to listen to could not be looked up')
      }
      if (signal.aborted) return
      await timer.take(areMore ? betweenBeginsMs : restMs)
      if (!areMore) await sleep(breathMs, undefined, { signal }).catch(() => {})
    }
  }
  const looking = run()

  return {
    /** Something was written: a mailbox may be new, or gone. */
    wake: timer.wake,
    /** Ends the connections; other workers may begin at once. */
    async stop(): Promise<void> {
      stopping.abort()
      timer.wake()
      await looking
      await Promise.all([...running.values()].map(({ ended }) => ended))
      await keepHeard(db, listener, now()).catch((error: unknown) => {
        if (!isDatabaseAway(error)) throw error
      })
    },
  }
}

/** Listens to one mailbox until the signal, or until its connection breaks: then it is due again after a while. */
const makeListen = (
  context: JobContext,
  { listener, chance, wake }: { readonly listener: string; readonly chance: () => number; readonly wake: () => void },
) => {
  const { inOrg, now, log } = context
  const waitMs = (error: unknown, failures: number): number => {
    if (error instanceof Failure || (error instanceof ProviderError && error.kind === 'credentials')) return refusedMs
    if (error instanceof ProviderError && error.code === 'no_idle') return unableMs
    return Math.min(longestBackoffMs, firstBackoffMs * 2 ** Math.min(failures, 20)) * (0.5 + chance())
  }
  const endAfter = (mailbox: Unheard, afterMs: (failures: number) => number | null): Promise<void> =>
    inOrg(mailbox.orgId, (db) =>
      endListening(db, mailbox, {
        listener,
        dueOf(failures) {
          const ms = afterMs(failures)
          // Nothing is written when it is due. What is due later is found by a look at rest.
          if (ms !== null && ms < restMs) void sleep(ms, undefined, { signal: context.signal }).then(wake, () => {})
          return ms === null ? null : new Date(now().getTime() + ms)
        },
      }),
    )
  return async (mailbox: Unheard, signal: AbortSignal): Promise<void> => {
    const ids = { mailbox_id: mailbox.mailboxId }
    let box: Mailboxes | null = null
    try {
      box = await openMailbox(context, mailbox.orgId, mailbox.mailboxId)
      if (!box?.listen) {
        const isWithout = box !== null
        await endAfter(mailbox, () => (isWithout ? null : refusedMs))
        return
      }
      await box.listen(makeHints(context, mailbox, signal), signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ProviderError || error instanceof Failure)
        log.info({ ...ids, code: error.code }, 'a mailbox is not listened to')
      else if (!isDatabaseAway(error)) log.error({ ...ids, err: error }, 'listening to a mailbox failed')
      await endAfter(mailbox, (failures) => waitMs(error, failures))
    } finally {
      await box?.close()
    }
  }
}

/** What is to be called with each announcement: the first has the mailbox read at once, those that follow it together. */
const makeHints = ({ inOrg, enqueueIn, log }: JobContext, { orgId, mailboxId }: Unheard, signal: AbortSignal): (() => void) => {
  let isWanted = false
  let isAsking = false
  const ask = async (): Promise<void> => {
    isAsking = true
    while (isWanted && !signal.aborted) {
      isWanted = false
      await inOrg(orgId, (db) => enqueueIn(db, readMailboxJob, { orgId, mailboxId })).catch((error: unknown) =>
        // The clock has it read in time.
        log.warn({ err: error, mailbox_id: mailboxId }, 'what a mailbox announced could not be stored'),
      )
      await sleep(gatherMs, undefined, { signal }).catch(() => {})
    }
    isAsking = false
  }
  return () => {
    isWanted = true
    if (!isAsking) void ask()
  }
}
