import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { countryOf } from '#domains/conversations/voice/numbers.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { zoneOfCountry } from '#shapes/country-zones.ts'

/**
 * On which wall contacts look, as far as it is known: that of the latest meeting which they, or who is one with them, booked; else that of the
 * country of their number, where all of it shows the same time.
 */
export const findContactZones = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<Map<string, string>> => {
  if (contactIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; booked: string | null; phone: string | null }>`
    with asked as materialized (
      select id, ${rootId()} as root from contacts where org_id = ${orgId} and id = any (${[...new Set(contactIds)]}::uuid[])),
    grouped as (
      select a.id as asked, a.root as id from asked a
      union all
      select a.id, c.id from asked a join contacts c on c.org_id = ${orgId} and c.root_id = a.root)
    select a.id,
      (select b.zone from grouped g cross join lateral (
        select b.id, b.zone from bookings b where b.org_id = ${orgId} and b.contact_id = g.id and b.state not in ('held', 'expired')
        order by b.id desc limit 1) b where g.asked = a.id order by b.id desc limit 1) as booked,
      (select c.phone from contacts c where c.org_id = ${orgId} and c.id = a.root) as phone
    from asked a`.execute(db)
  return new Map(
    rows.flatMap(({ id, booked, phone }) => {
      const country = booked === null && phone !== null ? countryOf(phone) : null
      const zone = booked ?? (country === null ? null : zoneOfCountry(country))
      return zone === null ? [] : [[id, zone] as const]
    }),
  )
}
