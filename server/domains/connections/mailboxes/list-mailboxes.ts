import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findMailboxes, Mailbox } from './mailboxes.ts'

export const listMailboxes = action({
  name: 'list-mailboxes',
  summary: 'List the mailboxes you can use',
  description:
    'Your own, and those of the team, with their state in words and times. The mailboxes of other members are not listed, for owners of the workspace neither.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({ mailboxes: z.array(Mailbox) }),
  errors: [],
  examples: [{ title: 'All', input: {} }],

  async run(_, { db, org, person, now, settings: { mailPollMs, calendarPollMs } }) {
    return { mailboxes: await findMailboxes(db, org.id, person, { now: now(), mailPollMs, calendarPollMs }) }
  },
})
