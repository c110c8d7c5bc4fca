import { z } from 'zod'
import { action, Download } from '#core/actions/action.ts'
import { csvLine } from '#core/csv.ts'
import { transportErrors } from '#core/errors.ts'
import { listLeads, sentLead } from './leads.ts'
import { LeadFilterFields, leadFilterOf } from './list-leads.ts'

const columns = [
  'id',
  'received_at',
  'full_name',
  'email',
  'phone',
  'phone_e164',
  'company',
  'job_title',
  'source',
  'external_id',
  'contact_id',
  'via',
  'state',
  'state_reason',
  'owner',
] as const

const asRow = ({ owner, ...lead }: ReturnType<typeof sentLead>) => ({ ...lead, owner: owner?.name ?? null })

export const exportLeads = action({
  name: 'export-leads',
  summary: 'Export leads as a CSV file',
  description: 'Newest first. A cell that a spreadsheet would run as a formula starts with an apostrophe.',
  who: 'member',
  transports: ['download'],
  effect: 'read',
  limit: { times: 10, seconds: 60 },
  input: z.object(LeadFilterFields),
  output: Download,
  errors: [transportErrors.bad_request],
  examples: [
    {
      title: 'The leads of one source since the start of the month',
      input: { source: 'apollo', from: '2026-11-01T00:00:00Z' },
    },
  ],

  async run(input, { org, person, inOrg, now }) {
    const filter = { ...leadFilterOf(input, person), limit: 1_000 }
    const content = async function* () {
      yield csvLine(columns)
      let cursor: string | undefined
      do {
        const page = (await inOrg((db) => listLeads(db, org.id, { ...filter, cursor }))).map(sentLead).map(asRow)
        yield page.map((lead) => csvLine(columns.map((column) => lead[column]))).join('')
        cursor = page.length === filter.limit ? page.at(-1)?.id : undefined
      } while (cursor)
    }
    return { name: `leads-${now().toISOString().slice(0, 10)}.csv`, type: 'text/csv; charset=utf-8', content: content() }
  },
})
