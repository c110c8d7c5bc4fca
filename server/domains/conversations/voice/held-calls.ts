import { sql } from 'kysely'
import { held, never } from '#core/held.ts'
import { refreshCallJob } from './calls.ts'

export const heldCalls = held({
  name: 'calls at the provider',
  kind: 'syncs',
  rows: {
    job: refreshCallJob,
    postpone: (db, orgId) =>
      sql`update calls set next_look_at = ${never} where org_id = ${orgId} and next_look_at is not null`.execute(db),
    release: (db, orgId, now) =>
      sql`update calls set next_look_at = ${now} where org_id = ${orgId} and next_look_at >= ${never}`.execute(db),
    madeAt: (orgId) => sql`select started_at as at from calls where org_id = ${orgId} and next_look_at >= ${never}`,
  },
})
