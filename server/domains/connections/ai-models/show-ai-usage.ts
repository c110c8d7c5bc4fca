import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { nilId } from '#core/ids.ts'
import { choice, Day, shape } from '#shapes'
import { addDays, dayOf } from '#shapes/wall-clocks.ts'
import { findBudgets, findClock } from './budgets.ts'
import { AiBudget, shownBudget } from './set-ai-budget.ts'

const AiUsageRow = shape('AiUsageRow', {
  key: z.string().nullable().describe('A day, a feature, a model, a provider, or the id of a person; null of no person'),
  calls: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost_nano: z.int().describe('In 10⁻⁹ US dollars'),
  estimated_nano: z.int().describe('Of that, what no provider told: the most that it can have been'),
})

const groups = ['day', 'person', 'feature', 'model', 'provider'] as const
const columns = { day: 'day', person: 'person_id', feature: 'feature', model: 'model', provider: 'provider' } as const

export const showAiUsage = action({
  name: 'show-ai-usage',
  summary: 'Show what AI did and cost',
  description:
    'By day, person, feature, model or provider, on the workspace’s clock. Members see their own; admins all of it, with the budgets.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({
    from: Day.optional().describe('The first day, on the workspace’s clock like each of them'),
    to: Day.optional().describe('The last day; today unless said'),
    days: z.int().min(1).max(3_650).default(30).describe('So many up to the last one, where `from` is not said'),
    groupBy: choice('AiUsageGroup', [...groups])
      .optional()
      .describe('By day unless said'),
  }),
  output: z.object({
    rows: z.array(AiUsageRow),
    total: AiUsageRow,
    budgets: z.array(AiBudget).describe('As they stand now; of a member their own'),
    from: z.iso.date(),
    to: z.iso.date(),
  }),
  errors: [],
  examples: [{ title: 'By feature', input: { groupBy: 'feature' } }],

  async run({ from, to, days, groupBy = 'day' }, { db, org, person }) {
    const isAdmin = person.role !== 'member'
    const clock = await findClock(db, org.id)
    const last = to ?? dayOf(clock.at, clock.zone)
    const first = from ?? firstOf(days, last)
    const key = sql.ref(columns[groupBy])
    // Of persons there are as many more rows as a workspace has of them.
    const table = sql.table(isAdmin && groupBy !== 'person' ? 'ai_usage_days' : 'ai_usage')
    const { rows } = await sql<z.output<typeof AiUsageRow>>`
      select ${key}::text as key, sum(calls)::bigint as calls, sum(input_tokens)::bigint as input_tokens,
        sum(output_tokens)::bigint as output_tokens, sum(cost_nano)::bigint as cost_nano, sum(estimated_nano)::bigint as estimated_nano
      from ${table}
      where org_id = ${org.id} and day between ${first} and ${last} ${isAdmin ? sql`` : sql`and person_id = ${person.id}`}
      group by 1 order by ${groupBy === 'day' ? sql`1` : sql`5 desc, 1`}`.execute(db)
    const shown = rows.map((row) => ({ ...row, key: row.key === nilId ? null : row.key }))
    const budgets = await findBudgets(db, org.id, clock)
    const seen = budgets.filter(({ scope, subject }) => isAdmin || (scope === 'person' && subject === person.id))
    return { rows: shown, total: totalOf(shown), budgets: seen.map(shownBudget), from: first, to: last }
  },
})

/** The day on which so many days begin that end with this one. */
export const firstOf = (days: number, last: string): string => {
  const first = addDays(last, 1 - days)
  return first < '0001' ? last : first
}

const totalOf = (rows: readonly z.output<typeof AiUsageRow>[]): z.output<typeof AiUsageRow> => {
  const sum = (field: 'calls' | 'input_tokens' | 'output_tokens' | 'cost_nano' | 'estimated_nano'): number =>
    rows.reduce((total, row) => total + row[field], 0)
  return {
    ...{ key: null, calls: sum('calls'), input_tokens: sum('input_tokens'), output_tokens: sum('output_tokens') },
    ...{ cost_nano: sum('cost_nano'), estimated_nano: sum('estimated_nano') },
  }
}
