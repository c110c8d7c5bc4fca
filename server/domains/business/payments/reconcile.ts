import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { PaymentProvider } from '#ports/payments.ts'
import { findReconciliations, isRunning, reconcileAccountJob, recordStarted } from './reconciliations.ts'

export const reconcile = action({
  name: 'reconcile',
  summary: 'Reconcile every account with its provider now',
  description: 'Runs in the background; `show-reconciliation` shows when it is done. A running reconciliation continues.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 60 },
  input: z.object({}),
  output: z.object({ success: z.literal(true), accounts: z.int().describe('Number of accounts to reconcile') }),
  errors: [],
  examples: [{ title: 'All accounts', input: {} }],

  async run(_input, { org, db, now, enqueue }) {
    const accounts = (await findReconciliations(db, org.id)).filter(
      ({ status, started_at, finished_at }) =>
        status !== 'disconnected' && (started_at === null || !isRunning({ started_at, finished_at }, now())),
    )
    for (const { id: connectionId, provider } of accounts) {
      await recordStarted(db, { orgId: org.id, connectionId, provider: provider as PaymentProvider }, now())
      await enqueue(reconcileAccountJob, { orgId: org.id, connectionId })
    }
    return { success: true as const, accounts: accounts.length }
  },
})
