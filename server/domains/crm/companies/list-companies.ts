import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, orders, PageSize, SearchText } from '#shapes'
import { Company, companyOrders, findCompanies, showCompany } from './companies.ts'

export const listCompanies = action({
  name: 'list-companies',
  summary: 'List companies, newest first',
  description:
    '`search` matches the beginnings of words of the name or the domain, of the newest 5,000 companies any part of them. Of more than 1,000 companies with these words, it finds the newest 1,000.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'companies:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    search: SearchText.optional(),
    order: orders(...companyOrders),
    cursor: Cursor.optional(),
    limit: PageSize,
  }),
  output: z.object({ companies: z.array(Company), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [
    { title: 'By part of the name', input: { search: 'bakery' } },
    { title: 'From A to Z', input: { order: 'name' } },
  ],

  async run({ limit, ...filter }, { org, db }) {
    const rows = await findCompanies(db, org.id, { ...filter, limit: limit + 1 })
    const page = rows.slice(0, limit)
    return { companies: page.map(showCompany), next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
  },
})
