import { sql } from 'kysely'
import { held, never } from '#core/held.ts'
import { sendMailJob } from './mails.ts'

/** A mail has a day from its release on, however long it was held. */
export const heldMails = held({
  name: 'emails',
  kind: 'mails',
  rows: {
    job: sendMailJob,
    postpone: (db, orgId) =>
      sql`update mails set next_try_at = ${never} where org_id = ${orgId} and state = 'queued'`.execute(db),
    release: (db, orgId, now) =>
      sql`update mails set next_try_at = ${now}, give_up_at = greatest(give_up_at, ${now}::timestamptz + interval '24 hours')
        where org_id = ${orgId} and state = 'queued' and next_try_at >= ${never}`.execute(db),
    madeAt: (orgId) =>
      sql`select created_at as at from mails where org_id = ${orgId} and state = 'queued' and next_try_at >= ${never}`,
  },
})
