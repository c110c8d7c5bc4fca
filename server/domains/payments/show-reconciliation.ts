import { z } from 'zod'
import { action } from '#core/action.ts'
import { findOpenFindings, ShownFinding } from './findings.ts'
import { findReconciliations, isRunning, Sum } from './reconciliations.ts'

const mostShown = 200

export const showReconciliation = action({
  name: 'show-reconciliation',
  summary: 'The providers’ books beside ours',
  description:
    'Sums of the last 90 days by account and currency, in its smallest unit, refunds taken off: what the provider collected for our checkouts, and what is recorded here. The aim is a difference of 0. Everything that does not add up is named, until it is in order or somebody resolves it.',
  who: 'admin',
  doors: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'payments:read',
  input: z.object({}),
  output: z.object({
    /** When the last comparison ended; null when there was none. */
    checked_at: z.iso.datetime().nullable(),
    running: z.boolean(),
    providers: z.array(
      z.object({
        connection_id: z.uuid(),
        provider: z.string(),
        mode: z.enum(['live', 'test', 'sandbox']),
        account: z.string().nullable(),
        checked_at: z.iso.datetime().nullable(),
        /** Why the last comparison came to nothing; the sums are those of the one before. */
        error: z.string().nullable(),
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
    const ends = rows.flatMap(({ finished_at }) => (finished_at ? [finished_at] : []))
    const { unresolved } = await db
      .selectFrom('payment_findings')
      .select((select) => select.fn.countAll<number>().as('unresolved'))
      .where('org_id', '=', org.id)
      .where('resolved_at', 'is', null)
      .executeTakeFirstOrThrow()
    return {
      checked_at: ends.length > 0 ? new Date(Math.max(...ends.map(Number))).toISOString() : null,
      running: rows.some(({ started_at, finished_at }) => started_at !== null && isRunning({ started_at, finished_at }, now())),
      providers: rows.map((row) => ({
        connection_id: row.id,
        provider: row.provider,
        mode: row.mode as 'live' | 'test' | 'sandbox',
        account: row.account,
        checked_at: row.finished_at?.toISOString() ?? null,
        error: row.error,
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
