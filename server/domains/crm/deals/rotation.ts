import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Reference, shape } from '#shapes'

/** A member, as deals are shared out. */
export const RotationMember = shape('RotationMember', {
  person: Reference,
  turns: z.int().describe('Number of round-robin assignments, with a head start that levels newcomers with the others'),
  last_turn_at: z.iso.datetime().nullable(),
  away_from: z.iso.datetime().nullable(),
  away_until: z.iso.datetime().nullable().describe('Null with `away_from`: open-ended'),
  is_eligible: z.boolean().describe('An admin or owner who is not away now'),
})

/** All members in the rotation or with an absence, the next one first. */
export const findRotation = async (db: Db, orgId: string): Promise<z.output<typeof RotationMember>[]> => {
  const { rows } = await sql<{
    id: string
    name: string
    turns: number
    last_turn_at: Date | null
    away_from: Date | null
    away_until: Date | null
    is_eligible: boolean
  }>`
    with everybody as (
      select m.id, p.name, coalesce(t.turns, 0) as turns, t.last_turn_at, t.away_from, t.away_until,
             m.role in ('admin', 'owner')
               and not (t.away_from is not null and t.away_from <= now() and (t.away_until is null or t.away_until > now())) as is_eligible
      from members m join directory.people p on p.id = m.id left join assignment_turns t on t.org_id = m.org_id and t.id = m.id
      where m.org_id = ${orgId} and (m.role in ('admin', 'owner') or t.away_from is not null)
    )
    select id, name, last_turn_at, away_from, away_until, is_eligible,
           case when is_eligible then greatest(turns, max(turns) filter (where is_eligible) over () - 1) else turns end as turns
    from everybody order by is_eligible desc, turns, last_turn_at nulls first, id`.execute(db)
  return rows.map(({ id, name, turns, last_turn_at, away_from, away_until, is_eligible }) => {
    // A past absence is not shown.
    const isPast = away_until !== null && away_until <= new Date()
    return {
      person: { id, name },
      turns,
      last_turn_at: last_turn_at?.toISOString() ?? null,
      away_from: isPast ? null : (away_from?.toISOString() ?? null),
      away_until: isPast ? null : (away_until?.toISOString() ?? null),
      is_eligible,
    }
  })
}
