import { timingSafeEqual } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db, JobContext } from '#core/context.ts'
import { newId, newToken } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'

/** `asked`: its provider was asked for it, and has not answered; `open`: it says when the calendar changes. */
export type ChannelRow = Selectable<Tables['calendar_channels']>

/** Opens, replaces or stops the channels of a calendar, as it is ticked or not. */
export const watchCalendarJob = { name: 'watch-calendar', data: z.object({ orgId: z.uuid(), calendarId: z.uuid() }) } as const

const dayMs = 86_400_000
export const channelMs = 7 * dayMs
/** A channel that ends sooner is replaced, with both open for a moment. */
export const renewalMs = dayMs
/** What the provider has not answered by then is given up. */
export const askedMs = 10 * 60_000
const mostHintsAMinute = 20
const minuteMs = 60_000

/** As the provider knows it: 64 characters, as many as Google takes, that lead to its organization and row. */
export const channelIdOf = ({ org_id, id }: Pick<ChannelRow, 'org_id' | 'id'>): string => `${org_id}${id}`.replaceAll('-', '')

/** A claim: whose it would be. */
export const readChannelId = (text: string): { readonly orgId: string; readonly id: string } | null => {
  if (!/^[\da-f]{64}$/.test(text)) return null
  const [orgId, id] = [text.slice(0, 32), text.slice(32)].map((hex) =>
    hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  )
  const read = z.tuple([z.uuid(), z.uuid()]).safeParse([orgId, id])
  return read.success ? { orgId: read.data[0], id: read.data[1] } : null
}

export const channelAddress = (publicUrl: string): string => `${publicUrl}/functions/v1/calendar-changed`

/** Providers call https only; those of the sandbox take this machine's own address too. */
export const canBeWatched = (mode: string, { publicUrl, hasSandbox }: JobContext['settings']): boolean =>
  mode === 'sandbox' ? hasSandbox : publicUrl.startsWith('https:')

export const findChannels = (db: Db, orgId: string, calendarId: string): Promise<ChannelRow[]> =>
  db
    .selectFrom('calendar_channels')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('calendar_id', '=', calendarId)
    .orderBy('id')
    .execute()

/** Those of an account that can be stopped, as their provider knows them. */
export const findOpenChannels = async (
  db: Db,
  orgId: string,
  connectionId: string,
): Promise<{ readonly channelId: string; readonly resourceId: string }[]> => {
  const rows = await db
    .selectFrom('calendar_channels as n')
    .innerJoin('calendars as c', (join) => join.onRef('c.org_id', '=', 'n.org_id').onRef('c.id', '=', 'n.calendar_id'))
    .select(['n.org_id', 'n.id', 'n.resource_id'])
    .where('n.org_id', '=', orgId)
    .where('c.connection_id', '=', connectionId)
    .execute()
  return rows.flatMap((row) => (row.resource_id === null ? [] : [{ channelId: channelIdOf(row), resourceId: row.resource_id }]))
}

/** Stores a channel before its provider is asked. Answers its token, of which only a digest is kept. */
export const askForChannel = async (
  db: Db,
  orgId: string,
  calendarId: string,
  now: Date,
): Promise<{ readonly id: string; readonly token: string; readonly expiresAt: Date }> => {
  const asked = { id: newId(), token: newToken(), expiresAt: new Date(now.getTime() + channelMs) }
  await db
    .insertInto('calendar_channels')
    .values({
      ...{ org_id: orgId, id: asked.id, calendar_id: calendarId, token_hash: hashToken(asked.token), state: 'asked' },
      ...{ asked_at: now, expires_at: asked.expiresAt },
    })
    .execute()
  return asked
}

export const openChannel = async (
  db: Db,
  orgId: string,
  id: string,
  opened: { readonly resourceId: string; readonly expiresAt: Date },
): Promise<void> => {
  await db
    .updateTable('calendar_channels')
    .set({ state: 'open', resource_id: opened.resourceId, expires_at: opened.expiresAt })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

export const forgetChannel = async (db: Db, orgId: string, id: string): Promise<void> => {
  await db.deleteFrom('calendar_channels').where('org_id', '=', orgId).where('id', '=', id).execute()
}

/** The channel that a hint claims to come by, where its token proves it. An unknown channel is compared with as much. */
export const proveChannel = async (
  db: Db,
  orgId: string,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<ChannelRow | null> => {
  const row = await db
    .selectFrom('calendar_channels')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  const isProven = timingSafeEqual(hashToken(token), row?.token_hash ?? Buffer.alloc(32))
  return row && isProven ? row : null
}

/** The provider answered by a hint what its answer did not bring: a channel whose opening was interrupted can be stopped. */
export const keepResource = async (db: Db, channel: ChannelRow, resourceId: string): Promise<void> => {
  await db
    .updateTable('calendar_channels')
    .set({ resource_id: resourceId })
    .where('org_id', '=', channel.org_id)
    .where('id', '=', channel.id)
    .where('resource_id', 'is', null)
    .execute()
}

/**
 * The connection whose calendar is to be read because of a hint. Null where a reading is on its way already, where it is not read at all,
 * and where hints come too fast: then the poll reads it in a minute.
 */
export const takeHint = async (db: Db, channel: ChannelRow, now: Date): Promise<string | null> => {
  const { org_id: orgId, calendar_id: calendarId } = channel
  const aMinuteAgo = new Date(now.getTime() - minuteMs)
  const { hints } = await db
    .updateTable('calendar_channels')
    .set({
      hints: sql`case when hints_from > ${aMinuteAgo} then hints + 1 else 1 end`,
      hints_from: sql`case when hints_from > ${aMinuteAgo} then hints_from else ${now}::timestamptz end`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', channel.id)
    .returning('hints')
    .executeTakeFirstOrThrow()
  const calendar = db.updateTable('calendars').where('org_id', '=', orgId).where('id', '=', calendarId)
  if (hints > mostHintsAMinute) {
    const soon = new Date(now.getTime() + minuteMs)
    await calendar.set({ next_poll_at: soon }).where('is_ticked', '=', true).where('next_poll_at', '>', soon).execute()
    return null
  }
  const due = await calendar
    .set({ hinted_at: now })
    .where('is_ticked', '=', true)
    // A hint of before whose reading got lost does not keep later ones from being heard.
    .where((where) => where.or([where('hinted_at', 'is', null), where('hinted_at', '<', aMinuteAgo)]))
    .returning('connection_id')
    .executeTakeFirst()
  return due?.connection_id ?? null
}
