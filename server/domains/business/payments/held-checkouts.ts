import { sql } from 'kysely'
import { held, never } from '#core/held.ts'
import { closeAccountJob, closeCheckoutsJob, refreshCheckoutJob, resolvePaymentWebhookJob } from './checkouts.ts'
import { reconcileAccountJob } from './reconciliations.ts'

export const heldCheckouts = held({
  name: 'questions to payment providers',
  kind: 'payments',
  jobs: [resolvePaymentWebhookJob, closeCheckoutsJob, closeAccountJob, reconcileAccountJob],
  rows: {
    job: refreshCheckoutJob,
    postpone: (db, orgId) =>
      sql`update checkouts set next_look_at = ${never} where org_id = ${orgId} and next_look_at is not null`.execute(db),
    release: (db, orgId, now) =>
      sql`update checkouts set next_look_at = ${now} where org_id = ${orgId} and next_look_at >= ${never}`.execute(db),
    madeAt: (orgId) => sql`select created_at as at from checkouts where org_id = ${orgId} and next_look_at >= ${never}`,
  },
})
