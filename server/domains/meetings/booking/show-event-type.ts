import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Brand, findBrand } from '#domains/platform/business-identity/brands.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { shape } from '#shapes'
import { Locale } from '#shapes/languages.ts'
import { findHours } from '../hours/work-hours.ts'
import { bookingErrors } from './errors.ts'
import { BookingQuestion, findEventType, findHosted, placeOf, questionsOf } from './event-types.ts'
import { workspaceErrors, workspaceOf } from './workspace.ts'

/** An event type as its page shows it. */
export const EventTypeShown = shape('EventTypeShown', {
  slug: z.string(),
  name: z.string(),
  about: z.string(),
  minutes: z.int(),
  hosts: z.array(z.string()).describe('Their names'),
  organization: z.string(),
  brand: Brand,
  organization_slug: z.string(),
  place: z.enum(['meet', 'link', 'phone', 'address']),
  address: z.string().nullable(),
  questions: z.array(BookingQuestion),
  approval: z.boolean(),
  host_zone: z.string(),
  horizon_days: z.int(),
})

export const showEventType = action({
  name: 'show-event-type',
  summary: 'Show an event type that can be booked',
  description: 'The data of its public page. Without `eventType` the default one.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 120, seconds: 60 },
  input: z.object({
    orgId: z.string().trim().max(64).optional().describe('The workspace, by id or slug'),
    eventType: z.string().trim().max(64).optional().describe('By id or slug'),
    locale: Locale.default('en').describe('The language in which the country of the address is named'),
  }),
  output: z.object({ event_type: EventTypeShown }),
  errors: [...workspaceErrors, bookingErrors.event_type_not_found],
  examples: [{ title: 'By its slug', input: { orgId: 'acme', eventType: 'meeting' } }],

  async run({ orgId: named, eventType, locale }, { outside, inOrg, signedIn, fail }) {
    const orgId = await workspaceOf(named, { signedIn, outside }, fail)
    return inOrg(orgId, async ({ db }) => {
      const type = await findEventType(db, orgId, eventType)
      const organization = await findOrganization(db, orgId)
      if (!type || !organization) throw fail('event_type_not_found', { field: 'eventType' })
      const { hosts } = await findHosted(db, orgId, type)
      const hours = await findHours(
        db,
        orgId,
        hosts.slice(0, 1).map(({ id }) => id),
      )
      const place = placeOf(type)
      return {
        event_type: {
          ...{ slug: type.slug, name: type.name, about: type.about, minutes: type.minutes, approval: type.approval },
          hosts: hosts.map(({ name }) => name),
          brand: await findBrand(db, orgId, locale),
          ...{ organization: organization.name, organization_slug: organization.slug, horizon_days: type.horizon_days },
          ...{ place: place.kind, address: place.kind === 'address' ? place.address : null, questions: questionsOf(type) },
          host_zone: hours.get(hosts[0]?.id ?? '')?.zone ?? organization.time_zone,
        },
      }
    })
  },
})
