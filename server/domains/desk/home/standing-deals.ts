import { type RawBuilder, sql } from 'kysely'
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
  reason: z
    .enum(['no_next_step', 'standing'])
    .describe(
      'It has no open task; or it has one, and has not moved for two weeks. A deal of an import that has not moved here is there without an open task alone: once it had one here, or two weeks after',
    ),
})

export const StandingDeals = z.object({
  count: z.int().describe('Counted up to 100, among the 500 that have not moved for the longest time, and as many of imports'),
  rows: z.array(StandingDeal),
})

const standingDays = 14
const longestRead = 500

/**
 * Open deals that need a step, those first that have not moved for the longest time. What is next for an imported deal was planned elsewhere, and
 * when it last moved is not known here: until it moves, it lacks a step once a member has worked with it or two weeks after, and one with a step
 * stands still by no measure. Those come last: ten thousand of a file hide no other.
 */
export const findStandingDeals = async (
  db: Db,
  orgId: string,
  memberId: string | null,
  now: Date,
): Promise<z.output<typeof StandingDeals>> => {
  const movedBefore = new Date(now.getTime() - standingDays * 86_400_000)
  const standing = (which: RawBuilder<unknown>, isAsImported: boolean) =>
    ofMember(
      memberId,
      sql`assigned_to`,
      (whose, first) => sql`
        select id, stage_since, ${isAsImported}::boolean as as_imported from deals
        where org_id = ${orgId} and state = 'open' and deleted_at is null and ${which} and ${whose}
        order by ${first} stage_since, id limit ${longestRead}`,
    )
  // The texts of the indexes.
  const moved = standing(sql`(kind <> 'import' or stage_since > created_at)`, false)
  const asImported = standing(sql`kind = 'import' and stage_since <= created_at`, true)
  const { rows: found } = await sql<Standing>`
    select id, has_step from (
      select w.id, w.stage_since, w.as_imported, (
        select true from tasks t where t.org_id = ${orgId} and t.deal_id = w.id and t.done_at is null and t.deleted_at is null limit 1) is not null
        as has_step
      from ((${moved}) union all (${asImported})) w) w
    where not w.as_imported and (w.stage_since < ${movedBefore} or not w.has_step)
      or w.as_imported and not w.has_step and (w.stage_since < ${movedBefore}
        or exists (select from tasks t where t.org_id = ${orgId} and t.deal_id = w.id)
        or exists (select from deal_moves m where m.org_id = ${orgId} and m.deal_id = w.id and m.cause <> 'import'))
    order by w.as_imported, w.stage_since, w.id limit ${mostCounted}`.execute(db)
  return { count: found.length, rows: await showStanding(db, orgId, found.slice(0, shownRows)) }
}

interface Standing {
  readonly id: string
  readonly has_step: boolean
}

/** What is shown of them, in a statement of its own: PostgreSQL plans the one above at each call, and as one they took 4 ms to plan and 1 ms to run. */
const showStanding = async (db: Db, orgId: string, standing: readonly Standing[]): Promise<z.output<typeof StandingDeal>[]> => {
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
      d.value_minor::float8 as value_minor, d.currency, d.stage_since, g.has_step
    from unnest(${standing.map(({ id }) => id)}::uuid[], ${standing.map(({ has_step: has }) => has)}::boolean[])
      with ordinality as g (id, has_step, place)
    join ${rowOf('deals', orgId, sql`g.id`)} d on true
    join ${rowOf('stages', orgId, sql`d.stage_id`)} s on true
    left join ${rowOf('contacts', orgId, sql`d.contact_id`)} c on true
    left join ${rowOf('contacts', orgId, rootId('c'))} r on true
    left join directory.people o on o.id = d.assigned_to
    order by g.place`.execute(db)
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, stage: row.stage, value_minor: row.value_minor, currency: row.currency },
    contact: row.contact_id === null ? null : { id: row.contact_id, name: row.full_name },
    owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name },
    stage_since: row.stage_since.toISOString(),
    reason: row.has_step ? 'standing' : 'no_next_step',
  }))
}
