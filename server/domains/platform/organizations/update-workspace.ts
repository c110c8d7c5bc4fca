import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { tidyLine } from '#shapes/letters.ts'
import { mostOrigins, readOrigin } from '#shapes/origins.ts'
import { isRoomPattern } from '#shapes/room-patterns.ts'
import { TimeZone } from '#shapes/zones.ts'
import { organizationErrors } from './errors.ts'
import { changeSettings } from './settings-changes.ts'
import { countries, showWorkspaceOf, Workspace } from './workspaces.ts'

export const updateWorkspace = action({
  name: 'update-workspace',
  summary: 'Update the workspace settings',
  description:
    'Omitted fields keep their values. A new limit or quota applies to every key within a second. `leadQuotaPerMonth: null` turns the quota off; a new quota counts the leads of the current month.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({
    name: z.string().overwrite(tidyLine).trim().min(1).max(255).optional().describe('Shown on every invoice'),
    /** ISO 3166 alpha-2. */
    defaultCountry: z.string().nullish(),
    callCountries: z
      .array(z.string().length(2))
      .max(250)
      .optional()
      .describe('Countries that can be called, ISO 3166-1 alpha-2; an empty list: the default country only'),
    timezone: TimeZone.optional().describe('Of due dates and reports, and of members who have set none of their own'),
    roomPattern: z
      .string()
      .trim()
      .max(500)
      .refine(isRoomPattern, 'must be an https address with {id} in its path')
      .nullish()
      .describe('Address of video rooms where no calendar makes one: `https://meet.example.com/{id}`'),
    bookingOrigins: z
      .array(z.string().trim().min(1).max(2_048))
      .max(mostOrigins)
      .optional()
      .describe(
        'Websites that may show the booking pages in a frame, such as https://www.example.com; a page URL is reduced to its origin',
      ),
    keyRatePerMinute: z.int().min(1).max(100_000_000).optional(),
    leadQuotaPerMonth: z.int().min(0).max(2_000_000_000).nullish(),
  }),
  output: z.object({ workspace: Workspace }),
  errors: [organizationErrors.country_unknown, organizationErrors.booking_origin_invalid, transportErrors.letter_without_font],
  examples: [{ title: 'Read phone numbers as German by default', input: { defaultCountry: 'DE' } }],

  async run(input, { org, db, now, ports, fail }) {
    checkLetters(ports.documents.coverage(), { name: input.name })
    const country = input.defaultCountry?.toUpperCase()
    if (country !== undefined && !countries.includes(country)) throw fail('country_unknown', { field: 'defaultCountry' })

    const callCountries = input.callCountries && [...new Set(input.callCountries.map((code) => code.toUpperCase()))].toSorted()
    if (callCountries?.some((code) => !countries.includes(code))) throw fail('country_unknown', { field: 'callCountries' })

    const bookingOrigins = input.bookingOrigins?.map((text, at) => {
      const origin = readOrigin(text)
      if (origin === null) throw fail('booking_origin_invalid', { field: `bookingOrigins.${at}` })
      return origin
    })

    await changeSettings(db, org.id, {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.defaultCountry === undefined ? {} : { default_country: country ?? null }),
      ...(callCountries === undefined ? {} : { call_countries: callCountries }),
      ...(input.timezone === undefined ? {} : { time_zone: input.timezone }),
      ...(input.roomPattern === undefined ? {} : { room_pattern: input.roomPattern }),
      ...(bookingOrigins === undefined ? {} : { booking_origins: [...new Set(bookingOrigins)] }),
      ...(input.keyRatePerMinute === undefined ? {} : { key_rate_per_minute: input.keyRatePerMinute }),
      ...(input.leadQuotaPerMonth === undefined ? {} : { lead_quota_per_month: input.leadQuotaPerMonth }),
    })
    return { workspace: await showWorkspaceOf(db, org.id, now()) }
  },
})
