import { sql } from 'kysely'
import { deleteExpired, type ExpiredRows } from '#core/expired-rows.ts'
import { idFloor } from '#core/ids.ts'
import { retention } from '#core/retention.ts'
import { contribution } from '#core/within.ts'
import { cleanable, cleaning, daysBefore } from '#domains/platform/retention/cleanables.ts'
import { keptDays } from './deliveries.ts'

const expiredRequests = (orgId: string, before: Date): ExpiredRows => ({
  table: 'deliveries',
  where: sql`org_id = ${orgId} and outcome <> 'accepted' and id < ${idFloor(before)}`,
  at: sql`received_at`,
})

/** The request that created a lead is what the lead's page shows as received, and stays as long as the lead. */
export const requestRetention = retention({
  name: 'request log',
  days: keptDays,
  about: 'Requests that created no lead',
  ofOrg: (db, { orgId, before }) => deleteExpired(db, expiredRequests(orgId, before)),
})

export const cleanableRequests = contribution({
  name: 'cleanables-of-request-log',
  to: cleaning,
  run: async ({ now }, { orgId }) => [cleanable('deliveries', keptDays, [expiredRequests(orgId, daysBefore(now, keptDays))])],
})
