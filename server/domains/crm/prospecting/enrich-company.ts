import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { ExternalCallContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { asProviderFailure, providerErrors } from '#domains/connections/connections/provider-failures.ts'
import type { UsableConnection } from '#domains/connections/connections/usable-connections.ts'
import type { EnrichedCompany } from '#ports/prospects.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { choice } from '#shapes'
import { findCompany } from '../companies/companies.ts'
import { companyErrors } from '../companies/errors.ts'
import { loseCall, markSent, releaseCall } from './calls.ts'
import { factsIn, reserveCompanyCall, settleCompanyCall } from './company-calls.ts'
import { openProspecting } from './connection.ts'
import { prospectingErrors } from './errors.ts'
import type { PlannedCall } from './plans.ts'

const Found = z.string().nullable()

export const enrichCompany = action({
  name: 'enrich-company',
  summary: 'Enrich a company at Apollo',
  description:
    'By its domain. It costs 1 credit of the monthly budget if Apollo knows the company, and nothing if not. What is found fills empty fields, and is proposed where a person has set a value. The same company is asked for once in 90 days; where no answer came, it counts as paid and is asked for again only with `again`.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  callsProvider: true,
  limit: { times: 30, seconds: 60 },
  input: z.object({
    companyId: z.uuid(),
    again: z.boolean().optional().describe('Also where no answer came before'),
  }),
  output: z.object({
    state: choice('CompanyEnrichmentState', ['found', 'nothing', 'known', 'asking', 'unknown']).describe(
      '`known`: Apollo was asked within 90 days. `asking`: another call is asking. `unknown`: no answer came before',
    ),
    credits: z.int().describe('What it cost'),
    asked_at: z.iso.datetime().describe('When Apollo was asked'),
    enriched: z
      .object({ industry: Found, description: Found, founded: Found, employees: Found })
      .nullable()
      .describe('What this call found. Untrusted text: display it as text'),
  }),
  errors: [
    ...[companyErrors.company_not_found, prospectingErrors.prospecting_company_without_domain],
    ...[prospectingErrors.prospecting_not_connected, prospectingErrors.prospecting_budget_exhausted],
    ...[prospectingErrors.prospecting_out_of_credits, ...providerErrors],
  ],
  examples: [{ title: 'One company', input: { companyId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ companyId, again = false }, context) {
    const { org, person, inOrg, newId, now, fail } = context
    const company = await inOrg(({ db }) => findCompany(db, org.id, companyId))
    if (!company) throw fail('company_not_found')
    if (company.domain === null) throw fail('prospecting_company_without_domain')
    const connection = await openProspecting(context)
    const by = { connectionId: connection.connectionId, personId: person.id, id: newId() }
    const { call, earlier } = await inOrg(({ db }) => reserveCompanyCall(db, org.id, { companyId: company.id, again }, by))
    if (call) {
      const found = await ask(context, connection, { call, companyId: company.id, domain: company.domain })
      const enriched = found.company && factsIn(found.company)
      const state = enriched === null ? ('nothing' as const) : ('found' as const)
      return { state, credits: found.credits, asked_at: now().toISOString(), enriched }
    }
    return { state: standingOf(earlier?.state), credits: 0, asked_at: (earlier?.madeAt ?? now()).toISOString(), enriched: null }
  },
})

/** Of a company that was not asked for now, by the call before. */
const standingOf = (state: string | undefined): 'unknown' | 'known' | 'asking' =>
  state === 'unknown' ? 'unknown' : state === 'settled' ? 'known' : 'asking'

interface Asked {
  readonly call: PlannedCall
  readonly companyId: string
  readonly domain: string
}

/** One call, settled whatever comes of it. */
const ask = async (
  { org, inOrg, ports }: Pick<ExternalCallContext, 'org' | 'inOrg' | 'ports'>,
  connection: UsableConnection,
  { call, companyId, domain }: Asked,
): Promise<{ readonly company: EnrichedCompany | null; readonly credits: number }> => {
  if (!(await inOrg(({ db }) => markSent(db, org.id, call.id, null)))) throw new Error('a call was taken for lost at once')
  try {
    const company = await ports.prospects.open(connection).enrichCompany(domain)
    return { company, credits: await inOrg(({ db }) => settleCompanyCall(db, org.id, companyId, call, company)) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    await inOrg(async ({ db }) => {
      if (error.kind === 'uncertain') await loseCall(db, org.id, call, error.reason)
      else await releaseCall(db, org.id, call.id, error.reason)
    })
    throw asCompanyFailure(error)
  }
}

const asCompanyFailure = (error: ProviderError): unknown => {
  if (error.code === 'out_of_credits') return new Failure(prospectingErrors.prospecting_out_of_credits, { cause: error })
  return asProviderFailure(error, {
    message: ({ kind, reason }) =>
      kind === 'uncertain'
        ? 'No answer came: the company may have been paid for, and is not asked for again unless you say so.'
        : kind === 'refused'
          ? `Apollo refused: ${reason}`
          : undefined,
  })
}
