import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'

/**
 * Where an answer goes: the channel, the session or number, and the record of the message that is answered. Of several people who were
 * merged, or of two sessions, one's answer never reaches the other.
 */
export interface Way {
  /** The message that is answered. */
  readonly messageId: string
  readonly channel: 'whatsapp' | 'web_chat' | 'email'
  readonly recordId: string
  /** On WhatsApp digits without plus, null for a sender who shows no number; on the website the id of the session. */
  readonly address: string | null
  readonly connectionId: string | null
  /** Of an email: the mail that is answered. */
  readonly mailId: string | null
  /** Its sender is not verified, as in website chat. */
  readonly isUnverified: boolean
  readonly text: string | null
}

/**
 * The way of one message of a contact, or of the last that came in; null where there is none. A session of a website that was joined to
 * the contact by a mere claim, as versions before did it, is no way. In the demo a website has no session.
 */
export const findWay = async (db: Db, orgId: string, contactId: string, messageId: string | null): Promise<Way | null> => {
  const mergeGroup = await mergeGroupOf(db, orgId, contactId)
  const { rows } = await sql<{
    id: string
    channel: Way['channel']
    contact_id: string
    address: string | null
    connection_id: string | null
    mail_id: string | null
    is_unverified: boolean
    body: string | null
  }>`
    select m.id, m.is_unverified, m.body, m.channel, m.contact_id, ${presentAddress(orgId, mergeGroup)} as address, m.connection_id, m.mail_id
    from messages m
    left join chat_sessions s on s.org_id = m.org_id and s.id = case when m.channel = 'web_chat' then m.address::uuid end
    where m.org_id = ${orgId} and m.contact_id = any(${mergeGroup}::uuid[])
      and (m.channel in ('whatsapp', 'email') or m.channel = 'web_chat' and s.contact_id = any(${mergeGroup}::uuid[])
        or m.channel = 'web_chat' and m.address is null
          and exists (select from demo_records d where d.org_id = m.org_id and d.kind = 'message' and d.id = m.id))
      and ${messageId === null ? sql`m.direction = 'in' and m.kind <> 'system'` : sql`m.id = ${messageId}`}
    order by m.at desc, m.id desc limit 1`.execute(db)
  const [found] = rows
  return found
    ? {
        messageId: found.id,
        channel: found.channel,
        recordId: found.contact_id,
        address: found.address,
        connectionId: found.connection_id,
        mailId: found.mail_id,
        isUnverified: found.is_unverified,
        text: found.body,
      }
    : null
}

/** The number of a message \`m\`, or the one that its person has since, as the platform noted. */
export const presentAddress = (orgId: string, mergeGroup: readonly string[]) => sql`coalesce((
  select s.content ->> 'changed_to' from messages s
  where s.org_id = ${orgId} and s.contact_id = any(${[...mergeGroup]}::uuid[]) and s.direction = 'in' and s.kind = 'system'
    and s.address = m.address and s.content ->> 'changed_to' is not null and s.at >= m.at
  order by s.at desc, s.id desc limit 1), m.address)`
