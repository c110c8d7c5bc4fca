import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'

/** The details, as their columns are called. Of bank details the log keeps that they changed. */
export const BusinessFields = z.object({
  legal_name: z.string().nullable(),
  street: z.string().nullable(),
  postcode: z.string().nullable(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  country: z.string().nullable(),
  tax_numbers: z.record(z.string(), z.string()),
  registration: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  colour: z.string().nullable(),
  logo_id: z.uuid().nullable(),
  footer: z.string().nullable(),
  bank_kinds: z.array(z.string()).describe('Which bank details there are'),
})

export const businessEvents = {
  changed: event({
    type: 'business.changed',
    about: 'The business details changed: names, address, numbers, logo, color or footer.',
    facts: changesOf(BusinessFields),
  }),
}
