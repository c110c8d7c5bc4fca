import { Temporal } from 'temporal-polyfill'
import type { Account } from '../rows.ts'
import type { EventRow, When } from './rows.ts'

const zone = 'Europe/Berlin'
/** Google answers every time with its offset, however it was written. */
const said = (when: When): When =>
  when.dateTime === undefined || /(z|[+-]\d\d:?\d\d)$/i.test(when.dateTime)
    ? when
    : {
        ...when,
        dateTime: Temporal.PlainDateTime.from(when.dateTime)
          .toZonedDateTime(when.timeZone ?? zone)
          .toString({ timeZoneName: 'never' }),
      }

/** An event as Google answers it. */
export const eventOf = (row: EventRow, account: Account, pageBase: string) => {
  const me = { email: account.email, self: true }
  const etag = `"${3_475_360_000_000_000 + row.change}"`
  const { conference } = row
  const isReady = conference !== null && !conference.isPending && conference.hasFailed !== true
  const link = conference && `${pageBase}/meet/${conference.code}`
  const common = {
    ...{ kind: 'calendar#event', etag, id: row.eventId, status: row.status },
    ...(row.recurringEventId !== null && {
      recurringEventId: row.recurringEventId,
      originalStartTime: said(row.originalStart ?? row.start),
    }),
  }
  // Of a cancelled occurrence little more than its id is told.
  if (row.status === 'cancelled' && row.recurringEventId !== null) return common
  return {
    ...common,
    htmlLink: `https://www.google.com/calendar/event?eid=${row.eventId}`,
    created: new Date(row.createdAt).toISOString(),
    updated: new Date(row.updatedAt).toISOString(),
    ...{ creator: me, organizer: me, eventType: 'default', reminders: { useDefault: true } },
    ...row.fields,
    ...{ start: said(row.start), end: said(row.end), sequence: row.sequence },
    iCalUID: `${row.recurringEventId ?? row.eventId}@google.com`,
    ...(row.recurrence.length > 0 && { recurrence: row.recurrence }),
    ...(conference && {
      ...(isReady && { hangoutLink: link }),
      conferenceData: {
        createRequest: {
          requestId: conference.requestId,
          conferenceSolutionKey: { type: 'hangoutsMeet' },
          status: { statusCode: conference.isPending ? 'pending' : isReady ? 'success' : 'failure' },
        },
        ...(isReady && {
          conferenceId: conference.code,
          entryPoints: [{ entryPointType: 'video', uri: link, label: `meet/${conference.code}` }],
        }),
      },
    }),
  }
}
