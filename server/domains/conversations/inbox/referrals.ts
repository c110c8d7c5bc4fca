import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { contentOf, Referral } from './messages.ts'

/** What somebody came by first, with the message that says so. */
export const CameBy = Referral.extend({ message_id: z.uuid(), at: z.iso.datetime() })
export type CameBy = z.output<typeof CameBy>

/** The first advertisement or post by which a person wrote, on any of their records; null where there is none. */
export const findReferralOf = (db: Db, orgId: string, family: readonly string[]): Promise<CameBy | null> =>
  first(db, orgId, sql`contact_id = any(${[...family]}::uuid[])`)

/** The first one of a deal, or of those that went into it. */
export const findReferralOfDeal = (db: Db, orgId: string, dealId: string): Promise<CameBy | null> =>
  first(
    db,
    orgId,
    sql`deal_id = any(array(select d.id from deals d where d.org_id = ${orgId} and (d.id = ${dealId} or d.linked_to = ${dealId})))`,
  )

const first = async (db: Db, orgId: string, whose: ReturnType<typeof sql>): Promise<CameBy | null> => {
  const { rows } = await sql<{ id: string; at: Date; content: unknown }>`
    select id, at, content from messages where org_id = ${orgId} and content ? 'referral' and ${whose} order by at, id limit 1`.execute(
    db,
  )
  const [row] = rows
  const referral = row && contentOf({ content: row.content as never }).referral
  return row && referral ? { ...referral, message_id: row.id, at: row.at.toISOString() } : null
}
