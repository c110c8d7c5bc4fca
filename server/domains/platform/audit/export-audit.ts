import { z } from 'zod'
import { action, Download } from '#core/actions/action.ts'
import { byteOrderMark, csvLine } from '#core/csv.ts'
import { type Entry, EntryFilterFields, findEntries } from './entries.ts'

const columns = [
  'at',
  'person',
  'key',
  'action',
  'outcome',
  'target',
  'address',
  'agent',
  'request_id',
  'via',
  'workflow',
] as const
const atOnce = 1_000

export const exportAudit = action({
  name: 'export-audit',
  summary: 'Export the audit log as a CSV file',
  description: 'Newest first. A cell that a spreadsheet would run as a formula starts with an apostrophe.',
  who: 'admin',
  transports: ['download'],
  effect: 'read',
  limit: { times: 10, seconds: 60 },
  input: z.object(EntryFilterFields),
  output: Download,
  errors: [],
  examples: [{ title: 'Rejected calls', input: { outcome: 'refused' } }],

  async run(input, { org, inOrg, now, summaryOf, errorOf }) {
    const content = async function* () {
      yield byteOrderMark + csvLine(columns)
      let cursor: string | undefined
      do {
        const page = await inOrg((db) => findEntries(db, org.id, { ...input, cursor, limit: atOnce }, { summaryOf, errorOf }))
        yield page.map((entry) => csvLine(cellsOf(entry))).join('')
        cursor = page.length === atOnce ? page.at(-1)?.id : undefined
      } while (cursor)
    }
    return { name: `activity-${now().toISOString().slice(0, 10)}.csv`, type: 'text/csv; charset=utf-8', content: content() }
  },
})

const cellsOf = (entry: Entry): (string | null)[] => [
  entry.at,
  entry.person?.name ?? null,
  entry.key?.name ?? null,
  entry.action,
  entry.outcome,
  Object.entries(entry.target)
    .map(([field, id]) => `${field} ${id}`)
    .join(', '),
  entry.address,
  entry.agent,
  entry.request_id,
  entry.via,
  entry.workflow?.name ?? null,
]
