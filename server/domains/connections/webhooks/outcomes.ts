import { sql } from 'kysely'
import type { Db, JobContext } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Metrics } from '#core/metrics.ts'
import type { Answer } from '#core/outbound/http.ts'
import type { Vault } from '#core/vault.ts'
import type { Attempt } from './attempts.ts'
import type { Claimed } from './leases.ts'
import { nextTrySeconds, readRetryAfter } from './retries.ts'
import type { DeliveryState } from './webhook-deliveries.ts'
import { disableAndTell, failingDays } from './webhook-states.ts'

/** Of a service that did what it was asked: which of the good ones it was is not kept. */
const madeStatus = 200

/** An answer that takes longer counts as slow. */
const slowMs = 3_000
/** How long everything to an endpoint waits at the most because one answer asked for it; the delivery itself waits a day. */
const longestPauseSeconds = 3_600

/** What an attempt means for its delivery and its endpoint, in the transaction `db`. */
export const settle = async (
  db: Db,
  delivery: Claimed,
  attempt: Attempt,
  parts: {
    readonly vault: Vault
    readonly metrics: Metrics
    readonly now: () => Date
    readonly publicUrl: string
    readonly enqueueIn: JobContext['enqueueIn']
    readonly chance: () => number
  },
): Promise<void> => {
  const status = attempt.answer?.status ?? null
  const asked = [429, 503].includes(status ?? 0)
    ? readRetryAfter(attempt.answer?.headers['retry-after'], delivery.at)
    : (attempt.askedSeconds ?? null)
  // The endpoint first, as everywhere.
  const failure = attempt.error === null ? await recordSuccess(db, delivery, attempt) : await recordFailure(db, delivery, asked)
  const isGone = status === 410
  const waitSeconds = isGone || attempt.isFinal ? null : nextTrySeconds(delivery.tries, asked, parts.chance)
  const state = attempt.error === null ? 'delivered' : waitSeconds === null ? 'failed' : 'waiting'
  await writeOutcome(db, delivery, attempt, state, waitSeconds)
  parts.metrics.webhooks.inc({ outcome: state === 'waiting' ? 'retry' : state })

  const reason = isGone ? 'gone' : failure?.isLong ? 'failing' : null
  if (!failure || !reason) return
  const { vault, now, publicUrl } = parts
  await disableAndTell(
    { db, enqueue: (job, data) => parts.enqueueIn(db, job, data), vault, newId, now, publicUrl },
    { org_id: delivery.org_id, id: delivery.endpoint_id, url: delivery.url },
    reason,
  )
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
  const status = attempt.answer?.status ?? (attempt.made === undefined ? null : madeStatus)
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
           ${attempt.made ?? keptBody(attempt.answer)}
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
