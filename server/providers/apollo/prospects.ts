import { z } from 'zod'
import {
  type EnrichedCompany,
  type EnrichedProspect,
  type FoundProspect,
  mostEnrichedAtOnce,
  type ProspectAllowance,
  type Prospects,
  searchPages,
} from '#ports/prospects.ts'
import { ProviderError } from '#ports/provider-error.ts'
import type { Access } from '../vendors.ts'
import { PhoneNumbers, phoneIn } from './late-numbers.ts'
import { type ApolloRequests, makeRequests } from './requests.ts'

/** Longer ones are cut, and have no control characters: what strangers typed about themselves has no bound there. */
const Text = z
  .string()
  .nullish()
  .transform(
    (text) =>
      text
        ?.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
        .trim()
        .slice(0, 255)
        .trim() || null,
  )
const Id = z.string().regex(/^[\w-]{1,64}$/)
const Flag = z
  .unknown()
  .optional()
  .transform((value) => value === true)

/** A search shows no last name in full. `has_direct_phone` is `Yes` or a hint how to ask, and is not read. */
const Teaser = z.object({
  id: Id,
  first_name: Text,
  last_name_obfuscated: Text,
  title: Text,
  has_email: Flag,
  organization: z.object({ name: Text }).nullish(),
})
const SearchAnswer = z.object({
  total_entries: z.number().int().nonnegative(),
  people: z.array(z.unknown()).max(200),
})

const Company = z.object({ name: Text, primary_domain: Text, website_url: Text })
const Person = z.object({
  id: Id,
  first_name: Text,
  last_name: Text,
  name: Text,
  title: Text,
  email: Text,
  email_status: Text,
  linkedin_url: Text,
  city: Text,
  country: Text,
  organization: Company.nullish(),
  phone_numbers: PhoneNumbers.nullish().catch(null),
  contact: z
    .object({ phone_numbers: PhoneNumbers.nullish().catch(null) })
    .nullish()
    .catch(null),
})
const BulkAnswer = z.object({
  error_code: z.unknown().optional(),
  error_message: z.unknown().optional(),
  credits_consumed: z.number().nonnegative().nullish(),
  matches: z.array(z.unknown()),
})

/** Nothing fits: `{}`. */
const CompanyAnswer = z.object({
  organization: z
    .object({
      name: Text,
      industry: Text,
      short_description: z
        .string()
        .nullish()
        .transform((text) => text?.slice(0, 2_000) || null),
      founded_year: z.int().min(1000).max(2200).nullish().catch(null),
      estimated_num_employees: z.int().nonnegative().nullish().catch(null),
    })
    .nullish(),
})

const Health = z.object({ healthy: z.boolean().nullish(), is_logged_in: z.boolean().nullish() })

const Credits = z.object({ limit: z.number().nullish(), consumed: z.number().nullish(), left_over: z.number().nullish() })
const Usage = z.object({
  credit_usage_stats: z.object({
    lead_credit: Credits.nullish().catch(null),
    direct_dial_credit: Credits.nullish().catch(null),
  }),
})

/** Apollo’s people (https://docs.apollo.io/reference): searched for free, enriched ten at a time. */
export const apolloProspects = (access: Access): Prospects => {
  const requests = makeRequests(access)
  const search: Prospects['search'] = (filters, page) =>
    searchPeople(requests, {
      ...(filters.titles.length > 0 && { person_titles: filters.titles }),
      ...(filters.locations.length > 0 && { person_locations: filters.locations }),
      ...(filters.domains.length > 0 && { q_organization_domains_list: filters.domains }),
      ...(filters.keywords !== null && { q_keywords: filters.keywords }),
      ...{ page, per_page: searchPages.people },
    })

  return {
    async test() {
      // It answers 200 whatever the key is.
      const health = await requests.ask({ operation: 'auth.health', method: 'GET', path: '/auth/health', shape: Health })
      if (health.is_logged_in === false) throw new ProviderError('credentials', 'Apollo rejects the key.')
      await searchPeople(requests, { page: 1, per_page: 1 })
      return { account: 'Apollo', accountId: null, isLive: access.mode === 'live' }
    },

    search,

    async enrich(ids, { mobilesTo }) {
      if (ids.length > mostEnrichedAtOnce) throw new Error('more people than a call enriches')
      const answer = await requests.ask({
        ...{ operation: 'people.bulkMatch', method: 'POST', path: '/people/bulk_match', costs: true, shape: BulkAnswer },
        // Personal addresses are never asked for: this is about people at work.
        query: {
          reveal_personal_emails: 'false',
          reveal_phone_number: String(mobilesTo !== null),
          ...(mobilesTo !== null && { webhook_url: mobilesTo }),
        },
        body: { details: ids.map((id) => ({ id })) },
      })
      if (answer.matches.length !== ids.length)
        throw new ProviderError('uncertain', 'Apollo answered for other people than it was asked about.')
      const said = [answer.error_code, answer.error_message].filter((text) => typeof text === 'string').join(' ')
      return {
        people: answer.matches.map(readPerson),
        credits:
          answer.credits_consumed === null || answer.credits_consumed === undefined ? null : Math.ceil(answer.credits_consumed),
        isOutOfCredits: /credit/i.test(said),
      }
    },

    async enrichCompany(domain) {
      const { organization } = await requests.ask({
        ...{ operation: 'organizations.enrich', method: 'GET', path: '/organizations/enrich', query: { domain } },
        ...{ costs: true, shape: CompanyAnswer },
      })
      return organization ? readCompany(organization) : null
    },

    async allowance() {
      try {
        const { credit_usage_stats: stats } = await requests.ask({
          ...{ operation: 'usage.credits', method: 'POST', path: '/usage_stats/credit_usage_stats', shape: Usage, body: {} },
        })
        return { credits: leftOf(stats.lead_credit), mobiles: leftOf(stats.direct_dial_credit) }
      } catch (error) {
        // A key that may search need not be allowed to ask for this.
        if (error instanceof ProviderError && error.lacks !== null) return null
        throw error
      }
    },
  }
}

const searchPeople = async (
  requests: ApolloRequests,
  body: Readonly<Record<string, unknown>>,
): Promise<{ people: readonly FoundProspect[]; total: number }> => {
  const answer = await requests.ask({
    ...{ operation: 'people.search', method: 'POST', path: '/mixed_people/api_search', body, shape: SearchAnswer },
  })
  // Who cannot be read has no id to be asked for by.
  const people = answer.people.flatMap((entry) => {
    const { data } = Teaser.safeParse(entry)
    if (!data) return []
    const name = [data.first_name, data.last_name_obfuscated].filter(Boolean).join(' ') || null
    return [{ id: data.id, name, title: data.title, company: data.organization?.name ?? null, hasEmail: data.has_email }]
  })
  return { people, total: answer.total_entries }
}

const readPerson = (entry: unknown): EnrichedProspect | null => {
  const { data } = Person.safeParse(entry)
  if (!data) return null
  return {
    ...{ firstName: data.first_name, lastName: data.last_name, title: data.title },
    name: data.name ?? ([data.first_name, data.last_name].filter(Boolean).join(' ') || null),
    // The place of an address that is locked: `email_not_unlocked@domain.com`.
    email: data.email?.includes('email_not_unlocked') ? null : data.email,
    emailStatus: data.email_status,
    phone: phoneIn(data.phone_numbers) ?? phoneIn(data.contact?.phone_numbers),
    company: data.organization?.name ?? null,
    domain: data.organization?.primary_domain ?? null,
    linkedinUrl: data.linkedin_url?.replace(/^http:/, 'https:') ?? null,
    ...{ city: data.city, country: data.country },
  }
}

const readCompany = (company: NonNullable<z.output<typeof CompanyAnswer>['organization']>): EnrichedCompany => ({
  ...{ name: company.name, industry: company.industry, description: company.short_description },
  foundedYear: company.founded_year ?? null,
  employees: company.estimated_num_employees ?? null,
})

const leftOf = (credits: z.output<typeof Credits> | null | undefined): ProspectAllowance | null =>
  credits ? { left: credits.left_over ?? null, limit: credits.limit ?? null } : null
