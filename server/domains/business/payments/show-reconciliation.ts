import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { ConnectionMode } from '#domains/connections/connections/connections.ts'
import { schemaNames, shape } from '#shapes'
import { findOpenFindings, ShownFinding } from './discrepancies.ts'
import { findReconciliations, isRunning, nextComparison, Sum } from './reconciliations.ts'

const mostShown = 200

export const showReconciliation = action({
  name: 'show-reconciliation',
  summary: 'Show the reconciliation with payment providers',
  description:
    'Totals of the last 90 days by account and currency, in its smallest unit, minus refunds and lost disputes: what the provider collected for our checkouts, and what is recorded here. The difference should be 0. Every discrepancy is listed until it disappears or is resolved.',
  who: 'admin',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'payments:read',
  input: z.object({}),
  output: z.object({
    checked_at: z.iso.datetime().nullable().describe('When an account was last reconciled completely; null: never'),
    next_at: z.iso.datetime().describe('When all accounts are reconciled next, unless you call `reconcile`'),
    running: z.boolean(),
    providers: z.array(
      shape('ProviderReconciliation', {
        connection_id: z.uuid(),
        provider: z.string(),
        mode: ConnectionMode,
        account: z.string().nullable(),
        connected: z.boolean().describe('False: the account is disconnected and no longer reconciled'),
        checked_at: z.iso
          .datetime()
          .nullable()
          .describe('When it was last reconciled completely. Null: never, and the totals are not meaningful yet'),
        error: z.string().nullable().describe('Why the last reconciliation failed; the totals are from the one before'),
        other_checkouts: z
          .int()
          .describe('Payments of other programs on the same account, at the last reconciliation: ignored'),
        other_events: z.int().describe('Webhooks about payments of other programs since it was connected: ignored'),
        sums: z.array(Sum.extend({ difference_minor: z.int() }).register(schemaNames, { id: 'ReconciliationSum' })),
      }),
    ),
    differences: z.array(ShownFinding).describe(`Newest first, at most ${mostShown}`),
    unresolved: z.int(),
  }),
  errors: [],
  examples: [{ title: 'All accounts', input: {} }],

  async run(_input, { org, db, now }) {
    const rows = await findReconciliations(db, org.id)
    const ends = rows.flatMap(({ compared_at }) => (compared_at ? [compared_at] : []))
    const { unresolved } = await db
      .selectFrom('payment_findings')
      .select((select) => select.fn.countAll<number>().as('unresolved'))
      .where('org_id', '=', org.id)
      .where('resolved_at', 'is', null)
      .executeTakeFirstOrThrow()
    return {
      checked_at: ends.length > 0 ? new Date(Math.max(...ends.map(Number))).toISOString() : null,
      next_at: nextComparison(now()).toISOString(),
      running: rows.some(({ started_at, finished_at }) => started_at !== null && isRunning({ started_at, finished_at }, now())),
      providers: rows.map((row) => ({
        connection_id: row.id,
        provider: row.provider,
        mode: row.mode as 'live' | 'test' | 'sandbox',
        account: row.account,
        connected: row.status !== 'disconnected',
        checked_at: row.compared_at?.toISOString() ?? null,
        error: row.error,
        other_checkouts: row.other_checkouts ?? 0,
        other_events: row.other_events,
        sums: z
          .array(Sum)
          .parse(row.sums ?? [])
          .map((sum) => ({ ...sum, difference_minor: sum.collected_minor - sum.recorded_minor })),
      })),
      differences: await findOpenFindings(db, org.id, mostShown),
      unresolved: Number(unresolved),
    }
  },
})
