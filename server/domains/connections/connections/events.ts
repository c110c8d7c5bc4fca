import { z } from 'zod'
import { event, type Happened, signal } from '#core/events/event.ts'
import { shape } from '#shapes'

const Connection = shape('ConnectionEventData', {
  id: z.uuid().describe('The connection'),
  provider: z.string().describe('stripe, razorpay, google …'),
  mode: z.string().describe('live, test or sandbox'),
  status: z.string().describe('connected, needs_reauth, error or disconnected'),
  reason: z.string().nullable().describe('Why it needs attention'),
})

const Facts = z.object({
  provider: z.string(),
  mode: z.string(),
  status: z.string().optional(),
  reason: z.string().nullable().optional(),
})

const tell = ({ subjectId, type, facts }: Happened<z.output<typeof Facts>>) => ({
  id: subjectId,
  provider: facts.provider,
  mode: facts.mode,
  status: facts.status ?? type.slice('connection.'.length),
  reason: facts.reason ?? null,
})

/** They have always kept what they tell. */
const webhook = { body: Connection, tell, read: async () => () => undefined }

export const connectionEvents = {
  connected: event({
    type: 'connection.connected',
    about: 'A provider account was connected, or works again.',
    facts: Facts,
    webhook,
  }),
  failed: event({
    type: 'connection.failed',
    about: 'A connection needs attention: its credentials are rejected.',
    facts: Facts,
    webhook,
  }),
  disconnected: event({
    type: 'connection.disconnected',
    about: 'A provider account was disconnected.',
    facts: Facts,
    webhook,
  }),
  changed: signal('connection.changed', 'A call was made over a connection, or what it offers was read again.'),
}
