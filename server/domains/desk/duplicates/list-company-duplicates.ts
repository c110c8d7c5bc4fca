import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Company, showCompany } from '#domains/crm/companies/companies.ts'
import { readCompanies } from '#domains/crm/companies/imported-companies.ts'
import { choice, PageSize, shape } from '#shapes'
import { companyReasons } from './company-keys.ts'
import { companyPairs } from './company-pairs.ts'
import { countOpenPairs, findOpenPairs, mostCounted, PairCursor } from './pairs.ts'

const CompanyPair = shape('CompanyPair', {
  id: z.string().describe('Of the pair: both ids'),
  companies: z.array(Company).length(2).describe('The older one first'),
  reasons: z
    .array(choice('CompanyPairReason', companyReasons))
    .describe(
      '`number`: the same tax or registration number in a field of your own; `domain`: the same registered domain; `name`: the same name without its legal form',
    ),
  strength: z.int().describe('1 to 7: the higher, the surer'),
})

export const listCompanyDuplicates = action({
  name: 'list-company-duplicates',
  summary: 'List companies that may be one, the surest first',
  description: `Nothing is merged without a member: call \`merge-companies\`, or \`dismiss-company-duplicate\`. Two with different numbers are no pair, and the same name at two different domains is none. \`count\`: all pairs, at most ${mostCounted}.`,
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'companies:read',
  input: z.object({ cursor: PairCursor.optional(), limit: PageSize }),
  output: z.object({ pairs: z.array(CompanyPair), count: z.int(), next_cursor: z.string().nullable() }),
  errors: [],
  examples: [{ title: 'The ten surest', input: { limit: 10 } }],

  async run({ cursor, limit }, { db, org }) {
    const { pairs, nextCursor } = await findOpenPairs(db, org.id, companyPairs, { cursor, limit })
    const ids = pairs.flatMap(({ one_id, other_id }) => [one_id, other_id])
    const rows = await readCompanies(db, org.id, ids)
    return {
      pairs: pairs.flatMap(({ one_id, other_id, reasons, strength }) => {
        const companies = [rows.get(one_id), rows.get(other_id)].flatMap((row) => (row ? showCompany(row) : []))
        const known = companyReasons.filter((reason) => reasons.includes(reason))
        return companies.length < 2 ? [] : [{ id: `${one_id}~${other_id}`, companies, reasons: known, strength }]
      }),
      count: await countOpenPairs(db, org.id, companyPairs),
      next_cursor: nextCursor,
    }
  },
})
