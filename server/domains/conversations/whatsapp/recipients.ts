import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'
import type { Recipient } from '#ports/messaging.ts'
import { isDemoPhone } from '#shapes/demo-people.ts'
import { presentAddress } from '../inbox/channels.ts'
import { isOfDemo } from '../inbox/demo-answers.ts'
import { windowAt } from '../inbox/windows.ts'

/**
 * How a contact is reached on WhatsApp, and until when free text may go: 24 hours from what came from there last, by the platform's
 * clock. A contact that never wrote is reached by a template alone.
 */
export interface WhatsAppReach {
  /** As the last message came: a number, or the id of a sender who shows none. Null for a contact that never wrote and has no number. */
  readonly to: Recipient | null
  readonly closesAt: Date | null
  readonly isOpen: boolean
}

/**
 * By the way of one record, which has one number however it is spelled, or of one number (digits without plus): what came from another number of the person opens no window there.
 * A record that never wrote is reached like its contact. Notices of the platform, and messages from before the number was
 * connected, opens no window.
 */
export const reachOf = async (db: Db, orgId: string, recordId: string, address: string | null): Promise<WhatsAppReach> => {
  const mergeGroup = await mergeGroupOf(db, orgId, recordId)
  const { rows } = await sql<LastWritten>`
    select ${presentAddress(orgId, mergeGroup)} as address, m.content -> 'sender' ->> 'user_id' as user_id, m.at, clock_timestamp() as clock
    from messages m
    where m.org_id = ${orgId} and m.contact_id = any(${mergeGroup}::uuid[]) and m.direction = 'in' and m.channel = 'whatsapp'
      and m.kind <> 'system' and not m.is_imported
      and (${address}::text is null or m.address = ${address} or m.contact_id = ${recordId})
    order by m.contact_id = ${recordId} desc, m.at desc, m.id desc limit 1`.execute(db)
  const last = rows[0]
  const named = address === null ? null : { phone: `+${address}` }
  if (!last) return { to: named ?? (await numberOf(db, orgId, mergeGroup)), closesAt: null, isOpen: false }
  return { to: named ?? recipientOf(last), ...windowAt(last.at, last.clock) }
}

/** Whether what is sent this way goes to no one: the demo has made the record, or the number. */
export const isForNoOne = async (db: Db, orgId: string, recordId: string, { to }: WhatsAppReach): Promise<boolean> =>
  (to !== null && 'phone' in to && isDemoPhone(to.phone)) || isOfDemo(db, orgId, recordId, 'whatsapp')

interface LastWritten {
  /** The number that they wrote from, or the one that they have since. */
  readonly address: string | null
  readonly user_id: string | null
  readonly at: Date
  readonly clock: Date
}

const recipientOf = ({ address, user_id }: LastWritten): Recipient | null => {
  if (address) return { phone: `+${address}` }
  return user_id === null ? null : { userId: user_id }
}

/** The number of a person, the newest if there are several; none that a later claim has added and no member confirmed. */
const numberOf = async (db: Db, orgId: string, mergeGroup: readonly string[]): Promise<Recipient | null> => {
  const found = await db
    .selectFrom('contacts')
    .innerJoin('contact_keys', (join) =>
      join
        .on('contact_keys.org_id', '=', orgId)
        .onRef('contact_keys.contact_id', '=', 'contacts.id')
        .on('contact_keys.kind', '=', 'phone'),
    )
    .select('contacts.phone')
    .where('contacts.org_id', '=', orgId)
    .where('contacts.id', 'in', [...mergeGroup])
    .where('contacts.phone', 'is not', null)
    .where(sql<boolean>`contact_keys.proof is distinct from 'added'`)
    .orderBy('contacts.root_id', (order) => order.asc().nullsFirst())
    .orderBy('contacts.id', 'desc')
    .executeTakeFirst()
  return found?.phone ? { phone: found.phone } : null
}
