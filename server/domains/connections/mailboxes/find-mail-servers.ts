import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Email } from '#domains/platform/users/users.ts'
import { shape } from '#shapes'

const Place = shape('ServerPlace', { host: z.string(), port: z.int() })

export const findMailServers = action({
  name: 'find-mail-servers',
  summary: 'Propose the servers of an address',
  description:
    'As the address’s domain names them (SRV records; `.well-known/caldav` for the calendar), or under the usual names. Only servers that answer are proposed, and neither a user name nor a password is sent. A proposal is to be looked at before a password is typed.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 20, seconds: 60 },
  input: z.object({ email: Email }),
  output: z.object({
    imap: Place.nullable().describe('Where mail is read'),
    smtp: Place.nullable().describe('Where mail is sent'),
    caldav: z.string().nullable().describe('The calendar'),
  }),
  errors: [],
  examples: [{ title: 'Of an address', input: { email: 'mira@studio.example' } }],

  async run({ email }, { ports }) {
    return ports.mailboxes.discover(email)
  },
})
