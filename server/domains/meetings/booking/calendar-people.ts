import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'
import { type Clock, sayTime } from '#shapes/time-texts.ts'

/** A member in the list of calendars. */
export const CalendarPerson = shape('CalendarPerson', {
  id: z.uuid(),
  name: z.string(),
  has_calendar: z.boolean().describe('A calendar of theirs is read'),
  is_shared: z.boolean().describe('Colleagues see the events of one of their calendars, and not only that they take time'),
  as_of: z.iso.datetime().nullable().describe('When the oldest copy was read; null: not yet'),
  as_of_text: z.string().nullable().describe('The same in few words, in the viewer’s time zone and language'),
  behind_since: z.iso.datetime().nullable().describe('Since when a calendar could not be read'),
})

const mostPeople = 200

/** Members who have joined, the viewer first. */
export const findCalendarPeople = async (
  db: Db,
  orgId: string,
  viewer: Clock & { readonly id: string },
  now: Date,
): Promise<z.output<typeof CalendarPerson>[]> => {
  const today = sayTime(now, viewer)
  const wordsOf = (at: Date): string => {
    const said = sayTime(at, viewer)
    return said.day === today.day ? said.time : said.short
  }
  const { rows } = await sql<{
    id: string
    name: string
    calendars: number
    is_shared: boolean | null
    as_of: Date | null
    behind_since: Date | null
  }>`
    select m.id, p.name, count(c.id)::int as calendars, bool_or(c.is_shared) as is_shared,
      case when bool_and(c.synced_at is not null) then min(c.synced_at) end as as_of, min(c.behind_since) as behind_since
    from members m join directory.people p on p.id = m.id and p.email_key is not null
    left join calendars c on c.org_id = m.org_id and c.person_id = m.id and c.is_ticked
    where m.org_id = ${orgId} group by m.id, p.name
    order by m.id <> ${viewer.id}, p.name, m.id limit ${mostPeople}`.execute(db)
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, has_calendar: row.calendars > 0, is_shared: row.is_shared ?? false },
    as_of: row.as_of?.toISOString() ?? null,
    as_of_text: row.as_of ? wordsOf(row.as_of) : null,
    behind_since: row.behind_since?.toISOString() ?? null,
  }))
}
