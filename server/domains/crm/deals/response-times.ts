import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import { findNames } from '#domains/platform/users/users.ts'
import { Reference, shape } from '#shapes'

/** The clock of the first answer, over a workspace. */
export const ResponseTimes = z.object({
  target_minutes: z.int(),
  median_minutes: z.number().nullable().describe('Null: no replies yet'),
  answered: z.int(),
  waiting: z.int().describe('10,000 means that many or more'),
  late: z.int().describe('Of those waiting, how many have waited longer than the target'),
  worst: shape('LongestWait', {
    kind: z.enum(['deal', 'lead']),
    id: z.uuid(),
    name: z.string(),
    waiting_since: z.iso.datetime(),
    assigned_name: z.string().nullable(),
  }).nullable(),
  by_person: z.array(
    shape('MemberResponseTime', {
      person: Reference,
      answered: z.int(),
      median_minutes: z.number().nullable(),
      waiting: z.int(),
    }),
  ),
})

const days = 30
/** A file of a million leads is no reason to count for seconds. */
const mostCounted = 10_000

export const findResponseTimes = async (db: Db, orgId: string, now: Date): Promise<z.output<typeof ResponseTimes>> => {
  const since = idFloor(new Date(now.getTime() - days * 86_400_000))
  const target = await db
    .selectFrom('orgs')
    .select('response_target_minutes')
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  const answered = await findAnswered(db, orgId, since)
  const waiting = await findWaiting(db, orgId, since)
  const people = await findNames(
    db,
    [...answered, ...waiting].flatMap(({ person_id }) => person_id ?? []),
  )
  const [worst] = waiting
  const lateFrom = now.getTime() - target.response_target_minutes * 60_000
  return {
    target_minutes: target.response_target_minutes,
    median_minutes: medianOf(answered),
    answered: answered.length,
    waiting: waiting.length,
    late: waiting.filter((each) => each.since.getTime() < lateFrom).length,
    worst: worst
      ? {
          ...{ kind: worst.kind, id: worst.id, name: worst.name || '—', waiting_since: worst.since.toISOString() },
          assigned_name: (worst.person_id && people.get(worst.person_id)) || null,
        }
      : null,
    by_person: [...people]
      .map(([id, name]) => {
        const own = answered.filter(({ person_id }) => person_id === id)
        const theirs = waiting.filter(({ person_id }) => person_id === id)
        return { person: { id, name }, answered: own.length, median_minutes: medianOf(own), waiting: theirs.length }
      })
      .sort((a, b) => b.waiting - a.waiting || b.answered - a.answered || a.person.name.localeCompare(b.person.name)),
  }
}

const findAnswered = async (db: Db, orgId: string, since: string) => {
  const { rows } = await sql<{ minutes: number; person_id: string | null }>`
    select extract(epoch from d.responded_at - coalesce(l.received_at, d.created_at))::float8 / 60 as minutes, d.responded_by as person_id
    from deals d left join leads l on l.org_id = ${orgId} and l.id = d.lead_id
    where d.org_id = ${orgId} and d.id >= ${since} and d.response_due_at is not null and d.responded_at is not null and d.state <> 'linked'
      and d.deleted_at is null
    union all
    select extract(epoch from r.responded_at - l.received_at)::float8 / 60, r.person_id
    from lead_responses r join leads l on l.org_id = ${orgId} and l.id = r.id
    where r.org_id = ${orgId} and r.id >= ${since} and l.deleted_at is null and lead_waits(l.waits, l.via)
      and not exists (select from deals d where d.org_id = ${orgId} and d.lead_id = r.id)`.execute(db)
  return rows
}

/**
 * The longest wait, first. A lead waits as long as it is new, if its sender waits at all: the rows of a file, unless its upload says so, and
 * what a member entered wait for none.
 */
const findWaiting = async (db: Db, orgId: string, since: string) => {
  const { rows } = await sql<{ kind: 'deal' | 'lead'; id: string; name: string; since: Date; person_id: string | null }>`
    (select 'deal' as kind, d.id, d.name, coalesce(l.received_at, d.created_at) as since, d.assigned_to as person_id
     from deals d left join leads l on l.org_id = ${orgId} and l.id = d.lead_id
     where d.org_id = ${orgId} and d.state = 'open' and d.deleted_at is null and d.responded_at is null and d.response_due_at is not null
     order by d.response_due_at limit ${mostCounted})
    union all
    (select 'lead', l.id, coalesce(l.full_name, l.email, l.phone_e164, ''), l.received_at, null
     from leads l
     where l.org_id = ${orgId} and l.id >= ${since} and l.state is null and l.deleted_at is null and lead_waits(l.waits, l.via)
       and not exists (select from lead_responses r where r.org_id = ${orgId} and r.id = l.id)
       and not exists (select from deals d where d.org_id = ${orgId} and d.lead_id = l.id)
     order by l.id limit ${mostCounted})
    order by since limit ${mostCounted}`.execute(db)
  return rows
}

const medianOf = (answered: readonly { readonly minutes: number }[]): number | null => {
  const sorted = answered.map(({ minutes }) => minutes).sort((a, b) => a - b)
  const low = sorted[Math.floor((sorted.length - 1) / 2)]
  const high = sorted[Math.floor(sorted.length / 2)]
  return low === undefined || high === undefined ? null : Math.round((low + high) * 5) / 10
}
