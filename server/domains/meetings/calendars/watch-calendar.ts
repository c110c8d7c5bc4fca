import type { JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import type { Calendars } from '#ports/calendars.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type CalendarRow, findCalendar, openAccount } from './calendars.ts'
import {
  askedMs,
  askForChannel,
  type ChannelRow,
  canBeWatched,
  channelAddress,
  channelIdOf,
  findChannels,
  forgetChannel,
  openChannel,
  renewalMs,
  watchCalendarJob,
} from './channels.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Has a provider say when a calendar changes, for as long as it is read. A channel that ends within a day is replaced: the new one is
 * opened first, then those of before are stopped. Whatever fails here costs no change, since the calendar is polled all the same.
 */
export const watchCalendar = job({
  ...watchCalendarJob,
  summary: 'Have a calendar’s provider say when it changes',
  retry: { times: 3, delaySeconds: 30 },
  atOnce: 2,

  async run({ orgId, calendarId }, context) {
    const found = await context.inOrg(orgId, async (db) => {
      const calendar = await findCalendar(db, orgId, calendarId)
      const connection = calendar && (await findConnection(db, orgId, calendar.connection_id))
      if (!calendar || !connection) return null
      return { calendar, mode: connection.mode, channels: await findChannels(db, orgId, calendarId) }
    })
    if (!found) return
    const { calendar, mode, channels } = found
    const account = await openAccount(context, orgId, calendar.connection_id)
    if (!account) return
    const now = context.now().getTime()
    const isWanted = calendar.is_ticked && canBeWatched(mode, context.settings)
    const lasting = channels.findLast(({ state, expires_at }) => state === 'open' && expires_at.getTime() > now + renewalMs)
    let nextMs = dayMs
    let current = isWanted ? lasting : undefined
    if (isWanted && !lasting) {
      const opened = await open(context, account, calendar)
      if ('nextMs' in opened) nextMs = opened.nextMs
      else current = opened.channel
    }
    if (current) nextMs = Math.max(hourMs, current.expires_at.getTime() - now - renewalMs)
    const isLeft = await stopOthers(context, account, channels, isWanted ? (current ?? 'none opened') : null)
    await context.inOrg(orgId, (db) =>
      db
        .updateTable('calendars')
        .set({ next_watch_at: new Date(now + (isLeft ? Math.min(nextMs, hourMs) : nextMs)) })
        .where('org_id', '=', orgId)
        .where('id', '=', calendarId)
        .execute(),
    )
  },
})

/** The channel, or after which time another try is worth it. */
const open = async (
  context: JobContext,
  account: Calendars,
  { org_id: orgId, id: calendarId, provider_id }: CalendarRow,
): Promise<{ readonly channel: ChannelRow } | { readonly nextMs: number }> => {
  const asked = await context.inOrg(orgId, (db) => askForChannel(db, orgId, calendarId, context.now()))
  const { id, token, expiresAt } = asked
  const address = channelAddress(context.settings.publicUrl)
  try {
    const channelId = channelIdOf({ org_id: orgId, id })
    const opened = await account.watch(provider_id, { channelId, token, address, expiresAt })
    const channels = await context.inOrg(orgId, async (db) => {
      if (opened) await openChannel(db, orgId, id, opened)
      else await forgetChannel(db, orgId, id)
      return findChannels(db, orgId, calendarId)
    })
    const channel = channels.find((each) => each.id === id)
    return opened && channel ? { channel } : { nextMs: dayMs }
  } catch (error) {
    const reason = reasonOf(error)
    context.log.warn({ calendar_id: calendarId, reason }, 'a calendar could not be watched; it is polled')
    const isRefused = error instanceof ProviderError && error.kind === 'refused'
    // Of any other failure it may be open all the same: its first hint names it then, and it is stopped later.
    if (isRefused) await context.inOrg(orgId, (db) => forgetChannel(db, orgId, id))
    return { nextMs: isRefused ? dayMs : hourMs }
  }
}

/**
 * Stops what is older than the channel that is open now; all of a calendar that is not read any more. Answers whether something is left
 * for another time. What the provider never named cannot be stopped: it is forgotten, and its hints open nothing.
 */
const stopOthers = async (
  context: JobContext,
  account: Calendars,
  channels: readonly ChannelRow[],
  current: ChannelRow | 'none opened' | null,
): Promise<boolean> => {
  const now = context.now().getTime()
  let isLeft = false
  for (const channel of channels) {
    const isStale = channel.state === 'asked' && channel.asked_at.getTime() < now - askedMs
    const isOver = channel.expires_at.getTime() <= now
    const isReplaced = channel.state === 'open' && current !== 'none opened' && (current === null || channel.id < current.id)
    if (!isStale && !isOver && !isReplaced) {
      isLeft ||= channel.state === 'asked'
      continue
    }
    try {
      if (channel.resource_id !== null && !isOver)
        await account.stopWatching({ channelId: channelIdOf(channel), resourceId: channel.resource_id })
      await context.inOrg(channel.org_id, (db) => forgetChannel(db, channel.org_id, channel.id))
    } catch (error) {
      context.log.warn(
        { calendar_id: channel.calendar_id, reason: reasonOf(error) },
        'a channel of a calendar could not be stopped',
      )
      isLeft = true
    }
  }
  return isLeft
}

const reasonOf = (error: unknown): string => {
  if (error instanceof ProviderError) return error.reason
  if (error instanceof Failure) return error.message
  throw error
}
