import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { firstReferral } from '#domains/crm/identities/referrals.ts'
import { contentOf } from './messages.ts'

/** By the messages that were written. */
export const referralOfMessages = contribution({
  name: 'referral-of-messages',
  to: firstReferral,
  run: async (whose, { db, orgId }) => {
    const theirs =
      'dealId' in whose
        ? sql`deal_id = any(array(select d.id from deals d where d.org_id = ${orgId} and (d.id = ${whose.dealId} or d.linked_to = ${whose.dealId})))`
        : sql`contact_id = any(${[...whose.contactIds]}::uuid[])`
    const { rows } = await sql<{ id: string; at: Date; content: unknown }>`
      select id, at, content from messages where org_id = ${orgId} and content ? 'referral' and ${theirs} order by at, id limit 1`.execute(
      db,
    )
    const [row] = rows
    const referral = row && contentOf({ content: row.content as never }).referral
    return row && referral ? { ...referral, message_id: row.id, at: row.at.toISOString() } : null
  },
})
