import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { feedErrors } from './errors.ts'
import { feedEvents } from './events.ts'
import { CalendarFeed, endFeed, feedAddress, findFeed, makeFeed } from './feeds.ts'

export const changeCalendarFeed = action({
  name: 'change-calendar-feed',
  summary: 'Make, renew or end your calendar feed',
  description:
    'Its address opens your meetings to any program, 90 days back and a year ahead, and is a secret. It is answered once, in `url`. `renew`: another address, and the one of before ends. `end`: none any more; ended already is a success. It also ends when you leave the workspace.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: false },
  limit: { times: 20, seconds: 60 },
  input: z.object({ change: z.enum(['make', 'renew', 'end']) }),
  output: z.object({
    success: z.literal(true),
    feed: CalendarFeed.nullable(),
    url: z.url().nullable().describe('Of the feed that was made now; null after `end`'),
  }),
  errors: [feedErrors.calendar_feed_exists],
  examples: [{ title: 'A first one', input: { change: 'make' } }],

  async run({ change }, { db, org, person, now, settings, emit, fail }) {
    const before = await findFeed(db, org.id, person.id)
    if (change === 'end') {
      await endFeed(db, org.id, person.id)
      if (before) await emit(feedEvents.updated, person.id, { change: 'ended' })
      return { success: true as const, feed: null, url: null }
    }
    if (change === 'make' && before) throw fail('calendar_feed_exists')
    const token = await makeFeed(db, org.id, person.id, now())
    await emit(feedEvents.updated, person.id, { change: before ? 'renewed' : 'made' })
    return {
      success: true as const,
      feed: await findFeed(db, org.id, person.id),
      url: feedAddress(settings.publicUrl, token),
    }
  },
})
