import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findOpenFindings, ShownFinding } from './findings.ts'
import { findReconciliations, isRunning, nextComparison, Sum } from './reconciliations.ts'

const mostShown = 200

export const showReconciliation = action({
  name: 'show-reconciliation',
  summary: 'The providers’ books beside ours',
  description:
    'Sums of the last 90 days by account and currency, in its smallest unit, refunds and lost disputes taken off: what the provider collected for our checkouts, and what is recorded here. The aim is a difference of 0. Everything that does not add up is named, until it is in order or somebody resolves it.',
  who: 'admin',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'payments:read',
  input: z.object({}),
  output: z.object({
    checked_at: z.iso.datetime().nullable().describe('When an account was last compared to the end; null: none ever was'),
    next_at: z.iso.datetime().describe('When all accounts are compared next, unless you ask with `reconcile`'),
    running: z.boolean(),
    providers: z.array(
      z.object({
        connection_id: z.uuid(),
        provider: z.string(),
        mode: z.enum(['live', 'test', 'sandbox']),
        account: z.string().nullable(),
        connected: z.boolean().describe('False: it was disconnected, and is not compared any more'),
        checked_at: z.iso
          .datetime()
          .nullable()
          .describe('When it was last compared to the end. Null: never yet, and the sums say nothing'),
        error: z.string().nullable().describe('Why the last comparison failed; the sums are those of the one before'),
        other_checkouts: z.int().describe('Of other programs on the same account, at the last comparison: passed over'),
        other_events: z.int().describe('Webhooks about what other programs did, since it was connected: passed over'),
        sums: z.array(Sum.extend({ difference_minor: z.int() })),
      }),
    ),
    differences: z.array(ShownFinding).describe(`Newest first, ${mostShown} at the most`),
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
