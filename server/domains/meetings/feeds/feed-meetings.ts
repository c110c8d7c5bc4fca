import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'
import type { FeedEvent } from '#shapes/icalendar/write-feed.ts'
import type { Language } from '#shapes/languages.ts'
import { meetAddress, tokensOf, uidOf } from '../booking/bookings.ts'
import { languageOfHost, titleInCalendar } from '../booking/calendar-titles.ts'
import { placeOf } from '../booking/event-types.ts'
import { spansDuring } from '../booking/spans.ts'

const dayMs = 86_400_000
const backMs = 90 * dayMs
const aheadMs = 365 * dayMs
export const mostFeedEvents = 2_000

type Meeting = Selectable<Tables['bookings']> & Pick<Selectable<Tables['event_types']>, 'place'> & { type_name: string }

interface Reading {
  readonly vault: Vault
  readonly publicUrl: string
  readonly language: Language
}

/**
 * The meetings of a host, 90 days back and a year ahead. Of more than fit those that are ahead come first, then the latest. Nothing that
 * acts on a booking is in them: a feed is kept by programs of others.
 */
export const findFeedEvents = async (
  db: Db,
  orgId: string,
  personId: string,
  { now, vault, publicUrl }: { readonly now: Date; readonly vault: Vault; readonly publicUrl: string },
): Promise<FeedEvent[]> => {
  const from = new Date(now.getTime() - backMs)
  const to = new Date(now.getTime() + aheadMs)
  const { rows } = await sql<Meeting>`
    select b.*, t.name as type_name, t.place
    from booking_spans s
    join bookings b on b.org_id = s.org_id and b.id = s.booking_id
    join event_types t on t.org_id = b.org_id and t.id = b.event_type_id
    where s.org_id = ${orgId} and s.person_id = ${personId} and s.state in ('pending', 'confirmed')
      and ${spansDuring(from, to)} and b.state in ('pending', 'confirmed') and b.ends_at > ${from} and b.starts_at < ${to}
    order by b.ends_at <= ${now}, abs(extract(epoch from b.starts_at - ${now}::timestamptz)), b.id
    limit ${mostFeedEvents}`.execute(db)
  const language = await languageOfHost(db, personId)
  return rows
    .map((row) => feedEventOf(row, { vault, publicUrl, language }))
    .sort((one, other) => one.start.getTime() - other.start.getTime() || (one.uid < other.uid ? -1 : 1))
}

const Answers = z.array(z.object({ label: z.string(), answer: z.string() }))

const feedEventOf = (meeting: Meeting, { vault, publicUrl, language }: Reading): FeedEvent => {
  const place = placeOf(meeting)
  const link = meetAddress(publicUrl, tokensOf(vault, meeting))
  const isOnline = place.kind === 'meet' || place.kind === 'link'
  return {
    ...{ uid: uidOf(meeting.id), sequence: meeting.sequence, start: meeting.starts_at, end: meeting.ends_at },
    changedAt: meeting.updated_at,
    title: titleInCalendar(meeting, meeting.type_name, language),
    description: [
      `${publicUrl}/bookings/${meeting.id}`,
      ...[meeting.email, meeting.phone].filter((each) => each !== null),
      ...Answers.parse(meeting.answers).map(({ label, answer }) => `${label}: ${answer}`),
    ].join('\n'),
    location: place.kind === 'address' ? place.address : place.kind === 'phone' ? (meeting.phone ?? '') : link,
    url: isOnline ? link : null,
    isTentative: meeting.state === 'pending',
  }
}
