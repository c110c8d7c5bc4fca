import { availableParallelism } from 'node:os'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { makePollTimer } from './poll-timer.ts'

const schema = 'jobs'
/** The target duration of a batch: the next workspace waits no longer than that. */
const batchMs = 100
/** So many jobs a batch begins with; it grows and shrinks with what they take. */
const firstSize = 25
/** After a batch that was not full, more may gather for so long: what came one by one is not done one by one. */
const gatherMs = 100
/** Where nothing wakes a place, it looks for itself. */
const idleMs = 300_000
/** Whose turn was before those of so many others stands where it stood. */
const mostRemembered = 200

/** As many organizations are served side by side: one where another takes long, and no more than there are cores for. */
export const fairSlots = Math.min(4, Math.max(2, availableParallelism()))

export interface Claimed {
  readonly id: string
  readonly data: object
  readonly retryCount: number
  readonly retryLimit: number
}

interface Turn {
  /** So many jobs the next batch has at most. */
  readonly size: number
  readonly restsUntilMs: number
}

/**
 * Serves jobs of one kind in batches, each of one organization, in the order in which they came; one batch of an organization at a
 * time, and next the one that has waited longest since its last: a backlog of one delays the others by no more than a
 * batch. `run` settles what it was given.
 */
export const serveFairly = (
  pool: pg.Pool,
  job: { readonly name: string; readonly most: number },
  { run, log, signal }: { run: (batch: readonly Claimed[]) => Promise<void>; log: Log; signal: AbortSignal },
) => {
  /** In the order of their last turn. */
  const turns = new Map<string, Turn>()
  const served = new Set<string>()
  const resting: { wake(): void }[] = []
  let claiming: Promise<unknown> = Promise.resolve()
  let isAway = false

  const sizeOf = (orgId: string): number => Math.min(job.most, turns.get(orgId)?.size ?? firstSize)

  const claim = async (): Promise<{ orgId: string; size: number; batch: Claimed[] } | null> => {
    const nowMs = performance.now()
    const away = [...served, ...[...turns].flatMap(([orgId, { restsUntilMs }]) => (restsUntilMs > nowMs ? orgId : []))]
    const order = [...turns.keys()]
    const { rows } = await pool.query<Claimed & { orgId: string; createdOn: Date }>({
      name: 'foyer_claim_turn',
      text: claimText,
      values: [job.name, away, order, order.map(sizeOf), Math.min(job.most, firstSize)],
    })
    const [first] = rows
    if (!first) return null
    const batch = rows.sort((a, b) => a.createdOn.getTime() - b.createdOn.getTime() || (a.id < b.id ? -1 : 1))
    return { orgId: first.orgId, size: sizeOf(first.orgId), batch }
  }

  /** One claim after the other: of two at once neither sees what the other takes. */
  const next = (): ReturnType<typeof claim> => {
    const mine = claiming.then(claim)
    claiming = mine.catch(() => {})
    return mine
  }

  const serve = async ({ orgId, size, batch }: { orgId: string; size: number; batch: Claimed[] }): Promise<void> => {
    const begunMs = performance.now()
    served.add(orgId)
    try {
      await run(batch)
    } finally {
      served.delete(orgId)
      const isFull = batch.length >= size
      remember(orgId, {
        size: nextSize(size, batch.length, performance.now() - begunMs, job.most),
        restsUntilMs: isFull ? 0 : begunMs + gatherMs,
      })
      if (!isFull) setTimeout(wake, Math.max(0, begunMs + gatherMs - performance.now())).unref()
    }
  }

  const remember = (orgId: string, turn: Turn): void => {
    turns.delete(orgId)
    turns.set(orgId, turn)
    for (const oldest of turns.keys()) if (turns.size > mostRemembered) turns.delete(oldest)
  }

  /** One place at a time: it wakes the next where it finds something. */
  const wake = (): void => resting.shift()?.wake()

  const place = async (): Promise<void> => {
    const pollTimer = makePollTimer(idleMs)
    signal.addEventListener('abort', pollTimer.wake)
    while (!signal.aborted) {
      const found = await next().catch((error: unknown) => {
        if (!isAway) log.warn({ err: error, job: job.name }, 'jobs could not be claimed')
        isAway = true
        return undefined
      })
      if (found) {
        isAway = false
        wake()
        await serve(found).catch((error: unknown) => log.warn({ err: error, job: job.name }, 'jobs could not be settled'))
      } else {
        resting.push(pollTimer)
        await pollTimer.take()
        if (resting.includes(pollTimer)) resting.splice(resting.indexOf(pollTimer), 1)
      }
    }
  }

  const ended = Promise.all(Array.from({ length: fairSlots }, place))
  return { wake, ended }
}

export type Turns = ReturnType<typeof serveFairly>

const nextSize = (size: number, count: number, tookMs: number, most: number): number => {
  if (tookMs > batchMs) return Math.max(1, Math.floor((count * batchMs) / tookMs))
  return count >= size ? Math.min(most, size * 2) : size
}

/** Whose a job is. By its data: jobs of every version name it there. */
const org = `(data ->> 'orgId')`
const isDue = `name = $1 and state < 'active' and not blocked and start_after <= now()`

/** Whose turn it is, found by one look at each who waits, however much does; and their jobs, oldest first. */
const claimText = `
  with recursive waiting as (
    (select ${org} as org_id from ${schema}.job_common where ${isDue} order by ${org} limit 1)
    union all
    select (select ${org} from ${schema}.job_common where ${isDue} and ${org} > w.org_id order by ${org} limit 1)
    from waiting w where w.org_id is not null),
  running as materialized (
    select distinct ${org} as org_id from ${schema}.job_common where name = $1 and state = 'active'),
  turn as materialized (
    select w.org_id, coalesce(($4::int[])[array_position($3::text[], w.org_id)], $5) as size
    from waiting w
    where w.org_id is not null and w.org_id <> all ($2::text[]) and w.org_id not in (select r.org_id from running r)
    order by array_position($3::text[], w.org_id) nulls first
    limit 1)
  update ${schema}.job_common as job set
    state = 'active', started_on = now(), heartbeat_on = now(),
    retry_count = case when started_on is null then retry_count else retry_count + 1 end
  where job.name = $1 and job.id = any (array(
    select id from ${schema}.job_common where ${isDue} and ${org} = (select org_id from turn)
    order by created_on limit (select size from turn) for update skip locked))
  returning job.id, job.data, job.retry_count as "retryCount", job.retry_limit as "retryLimit", job.data ->> 'orgId' as "orgId",
    job.created_on as "createdOn"`

/** By which a claim finds who waits, and what. */
export const turnsIndexes = `
  create index if not exists foyer_waiting_by_org on ${schema}.job_common (name, ${org}, created_on)
    where state < 'active' and not blocked;
  create index if not exists foyer_running on ${schema}.job_common (name) where state = 'active'`
