import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { windowAt } from '#domains/chat/windows.ts'
import { familyOf } from '#domains/contacts/families.ts'
import type { Recipient } from '#ports/messaging.ts'

/**
 * How a person is reached on WhatsApp, and until when free text may go: 24 hours from what they wrote last there, by the
 * platform's clock. Whoever never wrote is reached by a template alone.
 */
export interface WhatsAppReach {
  /** As the last message came: a number, or the id of somebody who shows none. Null for one who never wrote and has no number. */
  readonly to: Recipient | null
  readonly closesAt: Date | null
  readonly isOpen: boolean
}

export const reachOf = async (db: Db, orgId: string, contactId: string): Promise<WhatsAppReach> => {
  const family = await familyOf(db, orgId, contactId)
  const { rows } = await sql<{ address: string | null; user_id: string | null; at: Date; clock: Date }>`
    select m.address, m.content -> 'sender' ->> 'user_id' as user_id, m.at, clock_timestamp() as clock
    from messages m
    where m.org_id = ${orgId} and m.contact_id = any(${family}::uuid[]) and m.direction = 'in' and m.channel = 'whatsapp'
    order by m.at desc, m.id desc limit 1`.execute(db)
  const last = rows[0]
  if (!last) return { to: await numberOf(db, orgId, family), closesAt: null, isOpen: false }
  return { to: recipientOf(last), ...windowAt(last.at, last.clock) }
}

const recipientOf = ({ address, user_id }: { address: string | null; user_id: string | null }): Recipient | null => {
  if (address) return { phone: `+${address}` }
  return user_id === null ? null : { userId: user_id }
}

/** The number of a person, the one they came by last if there are several. */
const numberOf = async (db: Db, orgId: string, family: readonly string[]): Promise<Recipient | null> => {
  const found = await db
    .selectFrom('contacts')
    .select('phone')
    .where('org_id', '=', orgId)
    .where('id', 'in', [...family])
    .where('phone', 'is not', null)
    .orderBy('root_id', (order) => order.asc().nullsFirst())
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return found?.phone ? { phone: found.phone } : null
}
