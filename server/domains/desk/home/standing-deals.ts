import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { ContactReference, MemberReference, shape } from '#shapes'
import { mostCounted, ofMember, rowOf, shownRows } from './scopes.ts'

export const StandingDeal = shape('StandingDeal', {
  id: z.uuid(),
  name: z.string(),
  stage: z.string(),
  contact: ContactReference.nullable(),
  owner: MemberReference.nullable(),
  value_minor: z.int().nullable(),
  currency: z.string().nullable(),
  stage_since: z.iso.datetime(),
  reason: z.enum(['no_next_step', 'standing']).describe('It has no open task; or it has one, and has not moved for two weeks'),
})

export const StandingDeals = z.object({
  count: z.int().describe('Counted up to 100, among the 500 that have not moved for the longest time'),
  rows: z.array(StandingDeal),
})

const standingDays = 14
const longestRead = 500

/** Open deals that need a step, those first that have not moved for the longest time. */
export const findStandingDeals = async (
  db: Db,
  orgId: string,
  memberId: string | null,
  now: Date,
): Promise<z.output<typeof StandingDeals>> => {
  const movedBefore = new Date(now.getTime() - standingDays * 86_400_000)
  const standing = ofMember(
    memberId,
    sql`assigned_to`,
    (which, first) => sql`
      select id, stage_since from deals where org_id = ${orgId} and state = 'open' and deleted_at is null and ${which}
      order by ${first} stage_since, id limit ${longestRead}`,
  )
  const { rows } = await sql<{
    id: string
    name: string
    stage: string
    contact_id: string | null
    full_name: string | null
    owner_id: string | null
    owner_name: string | null
    value_minor: number | null
    currency: string | null
    stage_since: Date
    has_step: boolean
  }>`
    select d.id, d.name, s.name as stage, r.id as contact_id, r.full_name, d.assigned_to as owner_id, o.name as owner_name,
      d.value_minor::float8 as value_minor, d.currency, d.stage_since, w.has_step
    from (
      select * from (
        select w.id, w.stage_since, (
          select true from tasks t where t.org_id = ${orgId} and t.deal_id = w.id and t.done_at is null and t.deleted_at is null limit 1) is not null
          as has_step
        from (${standing}) w) w
      where not w.has_step or w.stage_since < ${movedBefore}
      order by w.stage_since, w.id limit ${mostCounted}) w
    join ${rowOf('deals', orgId, sql`w.id`)} d on true
    join stages s on s.org_id = ${orgId} and s.id = d.stage_id
    left join ${rowOf('contacts', orgId, sql`d.contact_id`)} c on true
    left join ${rowOf('contacts', orgId, rootId('c'))} r on true
    left join directory.people o on o.id = d.assigned_to
    order by w.stage_since, w.id`.execute(db)
  return {
    count: rows.length,
    rows: rows.slice(0, shownRows).map((row) => ({
      ...{ id: row.id, name: row.name, stage: row.stage, value_minor: row.value_minor, currency: row.currency },
      contact: row.contact_id === null ? null : { id: row.contact_id, name: row.full_name },
      owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name },
      stage_since: row.stage_since.toISOString(),
      reason: row.has_step ? ('standing' as const) : ('no_next_step' as const),
    })),
  }
}
