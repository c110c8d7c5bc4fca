import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findCompanyPeople, mostOfCompanyWords } from '#domains/crm/companies/company-people.ts'
import { companyErrors } from '#domains/crm/companies/errors.ts'
import { Instant, PageSize } from '#shapes'
import { Booking, findBookings } from './booking-views.ts'
import { findBooking } from './bookings.ts'

const states = {
  upcoming: ['pending', 'confirmed'],
  pending: ['pending'],
  past: ['confirmed'],
  cancelled: ['cancelled', 'declined'],
  all: ['pending', 'confirmed', 'cancelled', 'declined'],
} as const

export const listBookings = action({
  name: 'list-bookings',
  summary: 'List bookings',
  description: `By their start. \`upcoming\` and \`pending\` begin with the next one, \`past\` and \`cancelled\` with the last. Where another event of a host is at the same time, \`conflicts\` names it: only your own by their titles. ${mostOfCompanyWords}`,
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'bookings:read',
  input: z.object({
    state: z.enum(['upcoming', 'pending', 'past', 'cancelled', 'all']).default('upcoming'),
    from: Instant.optional(),
    to: Instant.optional(),
    hostId: z.uuid().optional(),
    contactId: z.uuid().optional(),
    companyId: z.uuid().optional().describe('Of the contacts and deals of a company'),
    cursor: z.uuid().optional().describe('`next_cursor` of the previous page'),
    limit: PageSize,
  }),
  output: z.object({ bookings: z.array(Booking), next_cursor: z.uuid().nullable() }),
  errors: [companyErrors.company_not_found],
  examples: [{ title: 'What is ahead', input: {} }],

  async run({ state, from, to, hostId, contactId, companyId, cursor, limit }, { db, org, person, now }) {
    const place = cursor ? await findBooking(db, org.id, cursor) : undefined
    const isBackwards = state === 'past' || state === 'cancelled'
    const bookings = await findBookings(db, org.id, person?.id ?? null, {
      states: states[state],
      from: from ? new Date(from) : state === 'upcoming' || state === 'pending' ? now() : undefined,
      to: to ? new Date(to) : state === 'past' ? now() : undefined,
      ofCompany: companyId === undefined ? undefined : await findCompanyPeople(db, org.id, companyId),
      ...{ hostId, contactId, limit: limit + 1, order: isBackwards ? 'desc' : 'asc' },
      after: place ? { startsAt: place.starts_at, id: place.id } : undefined,
    })
    const page = bookings.slice(0, limit)
    return { bookings: page, next_cursor: bookings.length > limit ? (page.at(-1)?.id ?? null) : null }
  },
})
