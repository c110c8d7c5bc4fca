import { sql } from 'kysely'
import type { Db, JobContext } from '#core/context.ts'
import { liveChannel } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { makePollTimer } from '#core/jobs/poll-timer.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import { type Answer, type Http, NoAnswer } from '#core/outbound/http.ts'
import type { Vault } from '#core/vault.ts'
import { type Database, isDatabaseAway } from '#db/connect.ts'
import { nextTrySeconds, readRetryAfter } from './retries.ts'
import { openSecret, signedHeaders } from './secrets.ts'
import type { DeliveryState } from './webhook-deliveries.ts'
import { disableAndTell, failingDays } from './webhook-states.ts'

/** Places of one worker. Those that are slow or failing share half of them, so that the others always find one. */
const places = 64
const strainedPlaces = places / 2
/** Of one endpoint at once, over all workers. */
const share = 4
const strainedShare = 2
/** An answer that takes longer counts as slow. */
const slowMs = 3_000
/** What is kept of an answer. */
const keptBytes = 4_096
/** How long everything to an endpoint waits at the most because one answer asked for it; the delivery itself waits a day. */
const longestPauseSeconds = 3_600

export interface SenderTiming {
  readonly timeoutMs: number
  /** After so long without a sign of life the worker counts as dead and another sends. */
  readonly leaseSeconds: number
  /** How soon something due is seen when nothing wakes the sender. */
  readonly idleMs: number
}
export const usualTiming: SenderTiming = { timeoutMs: 15_000, leaseSeconds: 10, idleMs: 300 }
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
  readonly enqueueIn: JobContext['enqueueIn']
  readonly chance?: () => number
  readonly timing?: SenderTiming
}

interface Claimed {
  readonly org_id: string
  readonly id: string
  readonly endpoint_id: string
  readonly event_id: string
  readonly body: string
  readonly tries: number
  readonly url: string
  readonly secret_sealed: string
  readonly old_secret_sealed: string | null
  readonly strained: boolean
  readonly at: Date
  readonly lease: string
}

interface Attempt {
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly answer: Answer | null
  readonly error: string | null
  readonly durationMs: number
}

/** Sends what is due until `stop`. Any number of workers can: the database says who sends what. */
export const openSender = (parts: SenderParts) => {
  const { database, log } = parts
  const timing = parts.timing ?? usualTiming
  const leaseMs = timing.leaseSeconds * 1_000
  const chance = parts.chance ?? Math.random
  const stopping = new AbortController()
  const inFlight = new Map<Promise<void>, Claimed>()
  const changedOrgs = new Set<string>()
  const pollTimer = makePollTimer(timing.idleMs)
  let isBusy = false
  let isStopping = false

  const claim = async (): Promise<Claimed[]> => {
    const free = places - inFlight.size
    if (free === 0) return []
    const strained = [...inFlight.values()].filter((each) => each.strained).length
    const lease = newId()
    const { rows } = await database.pool.query<Omit<Claimed, 'lease'>>({
      name: 'claim_webhook_deliveries',
      text: 'select * from foyer.claim_webhook_deliveries($1, $2, $3, $4, $5, $6)',
      values: [lease, timing.leaseSeconds, free, Math.max(0, strainedPlaces - strained), share, strainedShare],
    })
    return rows.map((row) => ({ ...row, lease }))
  }

  /** What is being sent stays ours for as long as that takes. */
  const extend = async (): Promise<void> => {
    const ours = [...inFlight.values()]
    if (ours.length === 0) return
    await database.pool.query({
      name: 'extend_webhook_leases',
      text: 'select foyer.extend_webhook_leases($1, $2, $3, $4)',
      values: [ours.map(({ org_id }) => org_id), ours.map(({ id }) => id), ours.map(({ lease }) => lease), timing.leaseSeconds],
    })
  }

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
    const attempt = await post(delivery)
    if (attempt === null) return handBack(delivery)
    await settle(delivery, attempt)
    changedOrgs.add(delivery.org_id)
  }

  /** Null when this worker was stopped meanwhile. */
  const post = async (delivery: Claimed): Promise<Attempt | null> => {
    const begun = performance.now()
    const headers: Record<string, string> = { 'content-type': 'application/json', 'user-agent': 'Foyer-Webhooks/1' }
    let answer: Answer | null = null
    let error: string | null = null
    try {
      Object.assign(headers, signedHeaders(secretsOf(parts.vault, delivery), messageOf(delivery)))
      answer = await parts.http.send({
        method: 'POST',
        url: delivery.url,
        headers,
        body: delivery.body,
        timeoutMs: timing.timeoutMs,
        maxBytes: keptBytes,
        signal: stopping.signal,
      })
      error = errorOf(answer.status)
    } catch (thrown) {
      if (thrown instanceof NoAnswer && thrown.reason === 'stopped') return null
      error = thrown instanceof NoAnswer ? thrown.message : 'The signing secret cannot be decrypted with this FOYER_KEY.'
    }
    return { requestHeaders: headers, answer, error, durationMs: Math.round(performance.now() - begun) }
  }

  const settle = (delivery: Claimed, attempt: Attempt): Promise<void> =>
    database.inOrg(delivery.org_id, async (db) => {
      const status = attempt.answer?.status ?? null
      const asked = [429, 503].includes(status ?? 0)
        ? readRetryAfter(attempt.answer?.headers['retry-after'], delivery.at)
        : null
      // The endpoint first, as everywhere.
      const failure =
        attempt.error === null ? await recordSuccess(db, delivery, attempt) : await recordFailure(db, delivery, asked)
      const isGone = status === 410
      const waitSeconds = isGone ? null : nextTrySeconds(delivery.tries, asked, chance)
      const state = attempt.error === null ? 'delivered' : waitSeconds === null ? 'failed' : 'waiting'
      await writeOutcome(db, delivery, attempt, state, waitSeconds)
      parts.metrics.webhooks.inc({ outcome: state === 'waiting' ? 'retry' : state })

      const reason = isGone ? 'gone' : failure?.isLong ? 'failing' : null
      if (failure && reason)
        await disableAndTell(
          {
            db,
            enqueue: (job, data) => parts.enqueueIn(db, job, data),
            vault: parts.vault,
            newId,
            now: parts.now,
            publicUrl: parts.publicUrl,
          },
          { org_id: delivery.org_id, id: delivery.endpoint_id, url: delivery.url },
          reason,
        )
    })

  const handBack = (delivery: Claimed): Promise<void> =>
    database.inOrg(delivery.org_id, async (db) => {
      await db
        .updateTable('webhook_deliveries')
        .set((set) => ({ lease: null, leased_until: null, tries: set('tries', '-', 1) }))
        .where('org_id', '=', delivery.org_id)
        .where('id', '=', delivery.id)
        .where('lease', '=', delivery.lease)
        .execute()
    })

  /** Live pages hear of it as often as this goes round, however much was sent. */
  const notifyLivePages = async (): Promise<void> => {
    if (changedOrgs.size === 0) return
    const orgs = changedOrgs.size > 100 ? '*' : [...changedOrgs].join(',')
    changedOrgs.clear()
    await database.pool.query('select pg_notify($1, $2)', [liveChannel, `webhook.changed ${orgs}`])
  }

  const run = async (): Promise<void> => {
    let reportedAt = 0
    let extendedAt = 0
    while (!isStopping) {
      try {
        if (performance.now() - extendedAt > leaseMs / 4) {
          extendedAt = performance.now()
          await extend()
        }
        const askedAt = performance.now()
        const claimed = await claim()
        isBusy = claimed.length > 0
        // Frozen meanwhile: by now they may be another's.
        if (performance.now() - askedAt < leaseMs / 2) for (const delivery of claimed) begin(delivery)
        if (performance.now() - reportedAt > timing.idleMs) {
          reportedAt = performance.now()
          await notifyLivePages()
        }
      } catch (error) {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'webhooks could not be claimed')
        isBusy = false
      }
      if (isStopping) return
      await pollTimer.take()
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

const breath = (): Promise<void> => new Promise((done) => setTimeout(done, breathMs))

const messageOf = (delivery: Claimed) => ({ id: delivery.event_id, at: delivery.at, body: delivery.body })

const secretsOf = (vault: Vault, delivery: Claimed): string[] =>
  [delivery.secret_sealed, delivery.old_secret_sealed].flatMap((sealed) =>
    sealed === null ? [] : [openSecret(vault, delivery.org_id, delivery.endpoint_id, sealed)],
  )

/** Why an answer is no success, in words; null when it is one. */
const errorOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `The endpoint responded with ${status}; redirects are not followed.`
  if (status === 410) return 'The endpoint responded with 410 (Gone): it unsubscribed.'
  return `The endpoint responded with ${status}.`
}

const recordSuccess = async (db: Db, delivery: Claimed, attempt: Attempt): Promise<null> => {
  const isSlow = attempt.durationMs > slowMs
  // Nothing is written when nothing changed: a thousand successes hold no lock of the endpoint. What failed is strained.
  if (!delivery.strained && !isSlow) return null
  await db
    .updateTable('webhook_endpoints')
    .set({ failing_since: null, paused_until: null, strained: isSlow })
    .where('org_id', '=', delivery.org_id)
    .where('id', '=', delivery.endpoint_id)
    .execute()
  return null
}

/** Undefined when the endpoint is gone or switched off by now. */
const recordFailure = async (
  db: Db,
  delivery: Claimed,
  askedSeconds: number | null,
): Promise<{ isLong: boolean } | undefined> => {
  const pause = askedSeconds && Math.min(askedSeconds, longestPauseSeconds)
  const row = await db
    .updateTable('webhook_endpoints')
    .set({
      failing_since: sql`coalesce(failing_since, now())`,
      strained: true,
      ...(pause && { paused_until: sql`now() + make_interval(secs => ${pause})` }),
    })
    .where('org_id', '=', delivery.org_id)
    .where('id', '=', delivery.endpoint_id)
    .where('state', '=', 'active')
    .returning(sql<boolean>`failing_since < now() - make_interval(days => ${failingDays})`.as('is_long'))
    .executeTakeFirst()
  return row && { isLong: row.is_long }
}

/**
 * The outcome of an attempt, in one statement. The attempt is recorded also when the delivery was settled meanwhile:
 * it was sent. Not when the delivery was forgotten.
 */
const writeOutcome = async (
  db: Db,
  delivery: Claimed,
  attempt: Attempt,
  state: DeliveryState,
  waitSeconds: number | null,
): Promise<void> => {
  const status = attempt.answer?.status ?? null
  await sql`
    with settled as (
      update webhook_deliveries
      set state = ${state}, last_status = ${status}, last_error = ${attempt.error}, lease = null, leased_until = null,
          delivered_at = case when ${state} = 'delivered' then now() end,
          next_try_at = now() + make_interval(secs => ${state === 'waiting' ? waitSeconds : 0})
      where org_id = ${delivery.org_id} and id = ${delivery.id} and lease = ${delivery.lease}
    )
    insert into webhook_attempts (org_id, id, delivery_id, at, duration_ms, status, error, request_headers, response_headers, response_body)
    select d.org_id, ${newId()}, d.id, ${delivery.at}, ${attempt.durationMs}, ${status}::int, ${attempt.error},
           ${JSON.stringify(attempt.requestHeaders)}::jsonb, ${JSON.stringify(keptHeaders(attempt.answer))}::jsonb,
           ${keptBody(attempt.answer)}
    from webhook_deliveries d where d.org_id = ${delivery.org_id} and d.id = ${delivery.id}`.execute(db)
}

const keptHeaders = (answer: Answer | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answer?.headers ?? {})
      .slice(0, 50)
      .map(([name, value]) => [name, name === 'set-cookie' ? '…' : storable(value.slice(0, 500))]),
  )

const keptBody = (answer: Answer | null): string | null => answer && storable(answer.body.toString('utf8'))

/** PostgreSQL holds no NUL, and no half of a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()
