import { sql } from 'kysely'
import { idFloor } from '#core/ids.ts'
import { contribution } from '#core/within.ts'
import { cleanable, cleaning, daysBefore } from '#domains/platform/retention/cleanables.ts'
import { keptDays, oldCalls } from './provider-calls.ts'

/** Consents that were not finished in time, and calls to providers beyond those that are kept. */
export const cleanablesOfConnections = contribution({
  name: 'cleanables-of-connections',
  to: cleaning,
  run: async ({ now }, { orgId }) => [
    cleanable('oauth_flows', null, [
      { table: 'oauth_flows', where: sql`org_id = ${orgId} and expires_at < ${now}`, at: sql`expires_at` },
    ]),
    cleanable('provider_calls', keptDays, [oldCalls(orgId, idFloor(daysBefore(now, keptDays)))]),
  ],
})
