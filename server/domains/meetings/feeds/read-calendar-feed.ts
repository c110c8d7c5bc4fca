import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { findPerson, languageOfPerson } from '#domains/platform/users/users.ts'
import { writeFeed } from '#shapes/icalendar/write-feed.ts'
import type { Language } from '#shapes/languages.ts'
import { feedErrors } from './errors.ts'
import { findFeedEvents } from './feed-meetings.ts'
import { findFeedOf } from './feeds.ts'

/** In the language of the member whose feed it is. */
const titles: Readonly<Record<Language, (organization: string) => string>> = {
  en: (organization) => `Meetings: ${organization}`,
  de: (organization) => `Termine: ${organization}`,
  fr: (organization) => `Rendez-vous : ${organization}`,
  es: (organization) => `Reuniones: ${organization}`,
  pt: (organization) => `Reuniões: ${organization}`,
  hi: (organization) => `मीटिंग: ${organization}`,
}

export const readCalendarFeed = action({
  name: 'read-calendar-feed',
  summary: 'Read a calendar feed by its secret address',
  description:
    'What `GET /calendar-feed/<token>.ics` answers as `text/calendar`: the meetings of the member whose feed it is, at most 2,000, from 90 days back to a year ahead. A token that is unknown, renewed or ended is answered alike.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  // Google and Microsoft fetch the feeds of many members from few addresses.
  limit: { times: 240, seconds: 60 },
  input: z.object({ token: z.string().min(20).max(100).describe('Of the address') }),
  output: z.object({ calendar: z.string().describe('An iCalendar file') }),
  errors: [feedErrors.calendar_feed_not_found],
  examples: [{ title: 'The token of the address', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq' } }],

  async run({ token }, { db, enterOrg, now, settings, vault, fail }) {
    const feed = await findFeedOf(db, token)
    if (!feed) throw fail('calendar_feed_not_found')
    await enterOrg(feed.org_id)
    const organization = await findOrganization(db, feed.org_id)
    const { publicUrl } = settings
    const events = await findFeedEvents(db, feed.org_id, feed.person_id, { now: now(), vault, publicUrl })
    return {
      calendar: writeFeed(titles[languageOfPerson(await findPerson(db, feed.person_id))](organization?.name ?? ''), events),
    }
  },
})
