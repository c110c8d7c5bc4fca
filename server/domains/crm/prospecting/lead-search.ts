import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { asProviderFailure, providerErrors, refusedBy } from '#domains/connections/connections/provider-failures.ts'
import { type FoundProspect, searchPages } from '#ports/prospects.ts'
import { Reason, shape } from '#shapes'
import { importErrors } from '../imports/errors.ts'
import { openProspecting } from './connection.ts'
import { enrichPeople, ProspectPerson, ProspectState, shownPerson, stateOf } from './enrichments.ts'
import { prospectingErrors } from './errors.ts'
import { uploadPicks } from './picks.ts'
import { type EnrichmentWish, planEnrichment } from './plans.ts'
import { findProspects, keepShown } from './prospects.ts'

const mostIds = 100
const Words = z.string().trim().min(1).max(100)
const Ids = z
  .array(z.string().regex(/^[\w-]{1,64}$/, 'is not an id of a person'))
  .min(1)
  .max(mostIds)

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) =>
    text
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .replace(/\/.*$/, ''),
  )
  .pipe(
    z
      .string()
      .max(253)
      .regex(/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u, 'is not a domain'),
  )

const Filters = shape('ProspectFilters', {
  titles: z.array(Words).max(20).optional().describe('Job titles; one of them fits'),
  locations: z.array(Words).max(20).optional().describe('Where the person is: `Berlin, Germany`'),
  domains: z.array(Domain).max(50).optional().describe('Of the company'),
  keywords: z.string().trim().max(200).optional(),
})

/** A person as a search shows one. */
const FoundPerson = shape('FoundPerson', {
  id: z.string(),
  name: z.string().nullable().describe('The last name is masked'),
  title: z.string().nullable(),
  company: z.string().nullable(),
  has_email: z.boolean().describe('Apollo has an email address, which enrichment may bring'),
  state: ProspectState.describe('What enrichment knows here; `found` costs nothing any more'),
})

const Searched = z.object({ people: z.array(FoundPerson), total: z.int(), page: z.int() })
const EnrichmentResult = z.object({
  people: z.array(ProspectPerson),
  credits: z.int().describe('What it cost, or may have cost where no answer came; with `dryRun` the most that it can cost'),
  stopped: Reason.nullable().describe('Why not all were asked for'),
})
const Taken = z.object({ uploadId: z.uuid() })

export const leadSearch = action({
  name: 'lead-search',
  summary: 'Search for people at Apollo, enrich some, and take them as an upload',
  description: `With \`filters\`: people who fit, without addresses and with masked names. It costs nothing.

With \`enrich\`: addresses of people that a search of this workspace showed. Each costs up to 1 credit at Apollo, and up to 8 more with \`mobiles\`, whose
numbers come later. The most that it can cost is reserved in the monthly budget before, and settled by what Apollo tells; \`dryRun\` only says what that is.
Who was asked for within 90 days, or is being asked for, costs nothing. Where no answer came, the person is \`unknown\`, counts as paid, and is asked for again only with \`again\`.

With \`take\`: the chosen people, with what enrichment found, as an upload with source \`apollo\`. It waits for a person to check and import it like any other; no lead is made before.`,
  who: 'admin',
  transports: ['gateway', 'function'],
  effect: 'write',
  hints: { destructive: false },
  callsProvider: true,
  limit: { times: 60, seconds: 60 },
  input: z.object({
    filters: Filters.optional(),
    page: z.int().min(1).max(searchPages.most).default(1).describe(`${searchPages.people} people each`),
    enrich: Ids.optional(),
    mobiles: z.boolean().optional().describe('Mobile numbers too, for 8 credits each'),
    again: z.boolean().optional().describe('Also those of whom no answer came before'),
    mostCredits: z.int().min(0).max(1_000_000).optional().describe('Refused where it may cost more'),
    dryRun: z.boolean().optional(),
    take: Ids.optional(),
  }),
  output: z.union([Searched, EnrichmentResult, Taken]),
  errors: [
    ...[
      prospectingErrors.prospecting_not_connected,
      prospectingErrors.prospect_search_empty,
      prospectingErrors.prospect_not_found,
    ],
    ...[prospectingErrors.prospect_without_address, prospectingErrors.prospecting_budget_exhausted],
    ...[prospectingErrors.prospecting_costs_more, prospectingErrors.prospecting_out_of_credits, importErrors.upload_no_room],
    ...providerErrors,
  ],
  examples: [{ title: 'Owners in Berlin', input: { filters: { titles: ['owner'], locations: ['Berlin, Germany'] }, page: 1 } }],

  async run({ filters, page, enrich, take, dryRun, ...more }, context) {
    const { org, inOrg, ports, vault, fail } = context
    const wishes = [filters, enrich, take].filter((wish) => wish !== undefined)
    if (wishes.length !== 1) throw fail('prospect_search_empty', { message: 'Send one of filters, enrich and take.' })
    if (take) return { uploadId: await uploadPicks(context, [...new Set(take)]) }
    if (enrich) {
      const { mobiles = false, again = false, mostCredits } = more
      const wish: EnrichmentWish = { ids: [...new Set(enrich)], withMobiles: mobiles, again, mostCredits }
      if (!dryRun) return enrichPeople(context, await openProspecting(context), wish)
      return inOrg(async ({ db }) => {
        const { most } = await planEnrichment(db, org.id, wish)
        const rows = await findProspects(db, org.id, wish.ids)
        const people = wish.ids.flatMap((id) => rows.get(id) ?? []).map((row) => shownPerson(vault, row))
        return { people, credits: most, stopped: null }
      })
    }
    const { titles = [], locations = [], domains = [], keywords = '' } = filters ?? {}
    if (titles.length + locations.length + domains.length === 0 && keywords === '') throw fail('prospect_search_empty')
    const connection = await openProspecting(context)
    const wanted = { titles, locations, domains, keywords: keywords || null }
    const found = await ports.prospects
      .open(connection)
      .search(wanted, page)
      .catch((error: unknown) => Promise.reject(asProviderFailure(error, { message: refusedBy('Apollo') })))
    const people = await inOrg(({ db }) => showFound(db, org.id, found.people))
    return { people, total: found.total, page }
  },
})

/** Kept, so that they can be chosen, and shown with what is known of them already. */
const showFound = async (db: Db, orgId: string, found: readonly FoundProspect[]): Promise<z.input<typeof FoundPerson>[]> => {
  await keepShown(db, orgId, found)
  const rows = await findProspects(
    db,
    orgId,
    found.map(({ id }) => id),
  )
  return found.map(({ id, name, title, company, hasEmail }) => {
    const row = rows.get(id)
    return { id, name, title, company, has_email: hasEmail, state: row ? stateOf(row) : ('not_asked' as const) }
  })
}
