import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { CalendarFeed, findFeed } from './feeds.ts'

export const showCalendarFeed = action({
  name: 'show-calendar-feed',
  summary: 'Show whether you have a calendar feed',
  description:
    'Your meetings as a calendar that any program can subscribe to, without an account. Its address is a secret, stored as a digest only: `change-calendar-feed` answers it once.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({ feed: CalendarFeed.nullable() }),
  errors: [],
  examples: [{ title: 'Your own', input: {} }],

  async run(_, { db, org, person }) {
    return { feed: await findFeed(db, org.id, person.id) }
  },
})
