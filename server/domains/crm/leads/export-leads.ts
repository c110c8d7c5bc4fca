import { z } from 'zod'
import { action, Download } from '#core/actions/action.ts'
import { byteOrderMark, csvLine } from '#core/csv.ts'
import { transportErrors } from '#core/errors.ts'
import { findFields } from '../fields/fields.ts'
import { plainValue } from '../fields/plain-values.ts'
import { fieldsOf } from '../fields/values.ts'
import { tagsOf } from '../tags/record-tags.ts'
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
  description:
    'Newest first. Behind the columns of the lead come `tags`, parted by semicolons, and a column for each field of leads, by its name. A cell that a spreadsheet would run as a formula starts with an apostrophe.',
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
      const fields = await inOrg((db) => findFields(db, org.id, { kind: 'lead' }))
      yield byteOrderMark + csvLine([...columns, 'tags', ...fields.map(({ name }) => name)])
      let cursor: string | undefined
      do {
        const { page, tags, values } = await inOrg(async (db) => {
          const page = (await listLeads(db, org.id, { ...filter, cursor })).map(sentLead).map(asRow)
          const ids = page.map(({ id }) => id)
          const [tags, values] = [await tagsOf(db, org.id, 'lead', ids), await fieldsOf(db, org.id, 'lead', ids, fields)]
          return { page, tags, values }
        })
        yield page
          .map((lead) =>
            csvLine([
              ...columns.map((column) => lead[column]),
              tags
                .get(lead.id)
                ?.map(({ name }) => name)
                .join('; '),
              ...fields.map(({ key }) => plainValue(values.get(lead.id)?.[key])),
            ]),
          )
          .join('')
        cursor = page.length === filter.limit ? page.at(-1)?.id : undefined
      } while (cursor)
    }
    return { name: `leads-${now().toISOString().slice(0, 10)}.csv`, type: 'text/csv; charset=utf-8', content: content() }
  },
})
