import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { findPerson, languageOfPerson } from '#domains/platform/users/users.ts'
import { shape } from '#shapes'
import { findHostZone } from '../hours/work-hours.ts'
import { findUnread, UnreadEvent } from './unread-events.ts'

/** A calendar of a connected account, as its owner sees it. */
export const AccountCalendar = shape('AccountCalendar', {
  id: z.uuid(),
  mailbox_id: z.uuid(),
  name: z.string(),
  time_zone: z.string().nullable(),
  is_primary: z.boolean(),
  is_writable: z.boolean(),
  is_ticked: z.boolean().describe('Read: its events take time'),
  is_target: z.boolean().describe('Meetings are written into it'),
  is_shared: z.boolean().describe('Colleagues see its events, except private ones; otherwise only that they take time'),
  synced_at: z.iso.datetime().nullable(),
  behind_since: z.iso.datetime().nullable().describe('Since when it could not be read'),
  last_error: z.string().nullable(),
  gone_at: z.iso
    .datetime()
    .nullable()
    .describe('Since when its provider does not list it any more: it takes no time, and gets no meetings'),
  unread: shape('UnreadEvents', {
    count: z.int(),
    events: z.array(UnreadEvent).describe('The first 20 things; several may be about one event'),
  }).describe('Events of which something could not be read'),
})

/** The calendars of a member’s own accounts, the primary ones first. */
export const findAccountCalendars = async (
  db: Db,
  orgId: string,
  personId: string,
): Promise<z.output<typeof AccountCalendar>[]> => {
  const rows = await db
    .selectFrom('calendars')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .orderBy('connection_id')
    .orderBy(sql`gone_at is not null`)
    .orderBy('is_primary', 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()
  const unread = await findUnread(
    db,
    orgId,
    rows.filter(({ is_ticked }) => is_ticked).map(({ id }) => id),
    { zone: await findHostZone(db, orgId, personId), locale: languageOfPerson(await findPerson(db, personId)) },
  )
  return rows.map((row) => ({
    ...{ id: row.id, mailbox_id: row.connection_id, name: row.name, time_zone: row.time_zone, is_primary: row.is_primary },
    ...{ is_writable: row.is_writable, is_ticked: row.is_ticked, is_target: row.is_target, is_shared: row.is_shared },
    synced_at: row.synced_at?.toISOString() ?? null,
    behind_since: row.behind_since?.toISOString() ?? null,
    last_error: row.last_error,
    gone_at: row.gone_at?.toISOString() ?? null,
    unread: unread.get(row.id) ?? { count: 0, events: [] },
  }))
}
