import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'

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
    .orderBy('is_primary', 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, mailbox_id: row.connection_id, name: row.name, time_zone: row.time_zone, is_primary: row.is_primary },
    ...{ is_writable: row.is_writable, is_ticked: row.is_ticked, is_target: row.is_target, is_shared: row.is_shared },
    synced_at: row.synced_at?.toISOString() ?? null,
    behind_since: row.behind_since?.toISOString() ?? null,
    last_error: row.last_error,
  }))
}
