import { sql } from 'kysely'
import { held, never } from '#core/held.ts'
import { sendPushJob, usefulMs } from './push-messages.ts'

/** A push has its hours from its release on, however long it was held. */
export const heldPushes = held({
  name: 'push notifications',
  kind: 'messages',
  rows: {
    job: sendPushJob,
    postpone: (db, orgId) =>
      sql`update push_messages set next_try_at = ${never} where org_id = ${orgId} and state = 'waiting'`.execute(db),
    release: (db, orgId, now) =>
      sql`update push_messages set next_try_at = ${now}, give_up_at = greatest(give_up_at, ${now}::timestamptz + interval '1 hour')
        where org_id = ${orgId} and state = 'waiting' and next_try_at >= ${never}`.execute(db),
    madeAt: (orgId) =>
      sql`select give_up_at - make_interval(secs => ${usefulMs / 1_000}) as at from push_messages
        where org_id = ${orgId} and state = 'waiting' and next_try_at >= ${never}`,
  },
})
