import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { action, Download } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { byteOrderMark, csvLine } from '#core/csv.ts'
import { nilId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { Day } from '#shapes'
import { dayOf } from '#shapes/wall-clocks.ts'
import { findClock } from './budgets.ts'
import { firstOf } from './show-ai-usage.ts'

const columns = [
  ...(['day', 'person', 'feature', 'provider', 'model', 'calls', 'input_tokens', 'cached_tokens'] as const),
  ...(['output_tokens', 'cost_usd', 'estimated_usd'] as const),
]
const atOnce = 1_000

export const exportAiUsage = action({
  name: 'export-ai-usage',
  summary: 'Export what AI did and cost as a CSV file',
  description:
    'The same sums as `show-ai-usage`, by day, person, feature, provider and model at once: a row each, oldest first. Dollars have nine decimals, so that their sum is that of the ledger. Members export their own; of background work `person` is empty.',
  who: 'member',
  transports: ['download'],
  effect: 'read',
  limit: { times: 10, seconds: 60 },
  input: z.object({
    from: Day.optional().describe('The first day; 30 days ago unless said'),
    to: Day.optional().describe('The last day; today unless said'),
  }),
  output: Download,
  errors: [],
  examples: [{ title: 'A month', input: { from: '2026-11-01', to: '2026-11-30' } }],

  async run({ from, to }, { db, org, person, inOrg }) {
    const clock = await findClock(db, org.id)
    const last = to ?? dayOf(clock.at, clock.zone)
    const first = from ?? firstOf(30, last)
    const wanted = { orgId: org.id, first, last, personId: person?.role === 'member' ? person.id : null }
    const content = async function* () {
      yield byteOrderMark + csvLine(columns)
      let page: readonly UsageRow[] = []
      do {
        page = await inOrg((own) => findUsage(own, wanted, page.at(-1)))
        yield page.map((row) => csvLine(cellsOf(row))).join('')
      } while (page.length === atOnce)
    }
    return { name: `ai-usage-${first}-${last}.csv`, type: 'text/csv; charset=utf-8', content: content() }
  },
})

/** A day is as the calendar writes it. */
type UsageRow = Omit<Selectable<Tables['ai_usage']>, 'org_id' | 'day'> & {
  readonly day: string
  readonly person: string | null
}

interface Wanted {
  readonly orgId: string
  readonly first: string
  readonly last: string
  /** Null: of all. */
  readonly personId: string | null
}

/** In the order of the primary key, behind a row. */
const findUsage = async (
  db: Db,
  { orgId, first, last, personId }: Wanted,
  behind: UsageRow | undefined,
): Promise<readonly UsageRow[]> => {
  const { rows } = await sql<UsageRow>`
    select u.day::text as day, u.person_id, p.name as person, u.feature, u.provider, u.model, u.calls, u.input_tokens, u.cached_tokens,
      u.output_tokens, u.cost_nano, u.estimated_nano
    from ai_usage u left join directory.people p on p.id = u.person_id
    where u.org_id = ${orgId} and u.day between ${first} and ${last} ${personId === null ? sql`` : sql`and u.person_id = ${personId}`}
      ${behind ? sql`and (u.day, u.person_id, u.feature, u.provider, u.model) > (${behind.day}::date, ${behind.person_id}::uuid, ${behind.feature}, ${behind.provider}, ${behind.model})` : sql``}
    order by u.day, u.person_id, u.feature, u.provider, u.model limit ${atOnce}`.execute(db)
  return rows
}

const cellsOf = (row: UsageRow): string[] => [
  row.day,
  row.person_id === nilId ? '' : (row.person ?? row.person_id),
  ...[row.feature, row.provider, row.model, String(row.calls)],
  ...[row.input_tokens, row.cached_tokens, row.output_tokens].map(String),
  ...[row.cost_nano, row.estimated_nano].map(dollarsOf),
]

/** Nano-dollars as dollars, to the last digit. */
export const dollarsOf = (nano: number): string => {
  const digits = String(Math.abs(nano)).padStart(10, '0')
  return `${nano < 0 ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`
}
