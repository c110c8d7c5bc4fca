import { z } from 'zod'
import { newId } from '#core/ids.ts'
import { inboundWebhook } from '#core/inbound/inbound-webhook.ts'
import { readCalendarJob } from './calendars.ts'
import { keepResource, proveChannel, readChannelId, takeHint } from './channels.ts'

const taken = { answer: { status: 200, type: 'application/json', body: '{"success":true}' } } as const

/**
 * A calendar’s provider says that something changed, and not what: all of it is in the headers. It is a hint, which has the calendar read
 * now. Every answer is the same, whether there is such a channel or not.
 */
export const calendarChanged = inboundWebhook({
  name: 'calendar-changed',
  summary: 'Hear that a calendar changed at its provider',
  path: '/functions/v1/calendar-changed',
  methods: ['POST'],
  bodyLimitBytes: 64 * 1024,
  matches: () => true,

  async verify({ headers }, { db, enterOrg, now }) {
    const claimed = readChannelId(headers['x-goog-channel-id'] ?? '')
    if (!claimed) return taken
    await enterOrg(claimed.orgId)
    const token = headers['x-goog-channel-token'] ?? ''
    const channel = await proveChannel(db, claimed.orgId, { id: claimed.id, token })
    if (!channel) return taken
    const resourceId = headers['x-goog-resource-id']
    if (channel.state === 'asked' && resourceId && resourceId.length <= 255) await keepResource(db, channel, resourceId)
    // The first one only says that the channel is open.
    if (headers['x-goog-resource-state'] === 'sync') return taken
    const connectionId = await takeHint(db, channel, now())
    return connectionId === null ? taken : { orgId: claimed.orgId, connectionId }
  },
  // Each that is stored has a reading to ask for: none is a repeat.
  keyOf: () => newId(),

  data: z.object({}),
  parse: () => ({}),
  async read(_, { db, org, connectionId, enqueue }) {
    const hinted = await db
      .selectFrom('calendars')
      .select('id')
      .where('org_id', '=', org.id)
      .where('connection_id', '=', connectionId)
      .where('hinted_at', 'is not', null)
      .where('is_ticked', '=', true)
      .execute()
    for (const { id: calendarId } of hinted) await enqueue(readCalendarJob, { orgId: org.id, calendarId })
  },
})
