import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent } from '#core/events/events.ts'
import type { Tables } from '#db/tables.ts'
import { contactIdOf, findDeal } from '#domains/crm/deals/deals.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { canonicalContactOf, mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { conversationEvents, conversationFieldsOf } from './events.ts'

export type ConversationRow = Selectable<Tables['conversations']>

/**
 * The thread of a contact, created with the first message; `deal_id` is its subject, until it is changed. A deal that was given another
 * contact meanwhile is the subject of theirs.
 */
export const ensureConversation = async (
  db: Db,
  orgId: string,
  { contactId, dealId }: { contactId: string; dealId?: string | null },
): Promise<void> => {
  const subject =
    dealId == null
      ? sql<string | null>`null::uuid`
      : sql<string | null>`(
          select d.id from deals d join contacts c on c.org_id = d.org_id and c.id = d.contact_id
          where d.org_id = ${orgId} and d.id = ${dealId} and ${rootId('c')} = ${contactId})`
  await db
    .insertInto('conversations')
    .values({ org_id: orgId, id: contactId, deal_id: subject })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'id']).doUpdateSet((set) => ({
        deal_id: set.fn.coalesce(set.ref('conversations.deal_id'), set.ref('excluded.deal_id')),
      })),
    )
    .execute()
}

/** Locks a thread until the transaction ends: changes and new messages happen one after the other. */
export const lockConversation = (db: Db, orgId: string, contactId: string): Promise<ConversationRow | undefined> =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', contactId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Makes and holds the thread that a contact's words belong to; its id says whose it is. Two people may be found to be one, or not to
 * be, while this waits for its turn: then it is the other thread's.
 */
export const lockThread = async (db: Db, orgId: string, contactId: string, dealId: string | null): Promise<ConversationRow> => {
  for (;;) {
    const person = await canonicalContactOf(db, orgId, contactId)
    // In one trip, and one after the other: whose it is is asked once it is held.
    const [, thread, stillPerson] = await Promise.all([
      ensureConversation(db, orgId, { contactId: person, dealId }),
      lockConversation(db, orgId, person),
      canonicalContactOf(db, orgId, contactId),
    ])
    if (thread && stillPerson === person) return thread
  }
}

/**
 * The thread that an id names: of a deal that of its contact, by the root of it, or null where the deal has none; or, where nothing is
 * being sold as yet, of a contact itself, with no deal. Undefined where there is neither.
 */
export const findThreadOf = async (
  db: Db,
  orgId: string,
  given: string,
): Promise<{ dealId: string | null; contactId: string | null } | undefined> => {
  const deal = await findDeal(db, orgId, given)
  if (deal) return { dealId: deal.id, contactId: deal.contact_id && (await canonicalContactOf(db, orgId, deal.contact_id)) }
  const contact = await db
    .selectFrom('contacts')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', given)
    .executeTakeFirst()
  return contact && { dealId: null, contactId: await canonicalContactOf(db, orgId, contact.id) }
}

/** The thread that an id names, of a contact who can be written to. Throws `deal_not_found`, `deal_has_no_contact`. */
export const findThreadWithContact = async (
  db: Db,
  orgId: string,
  given: string,
): Promise<{ dealId: string | null; contactId: string }> => {
  const found = await findThreadOf(db, orgId, given)
  if (!found) throw new Failure(dealErrors.deal_not_found)
  return { dealId: found.dealId, contactId: contactIdOf({ contact_id: found.contactId }) }
}

/**
 * Counts a thread again from its messages, after two people were found to be one, or were not: of a merged contact it sleeps,
 * of the person it shows what all of them said.
 */
export const refreshConversation = async (db: Db, orgId: string, contactId: string): Promise<void> => {
  if ((await canonicalContactOf(db, orgId, contactId)) !== contactId) {
    await db
      .updateTable('conversations')
      .set({ is_merged: true })
      .where('org_id', '=', orgId)
      .where('id', '=', contactId)
      .execute()
    return
  }
  const mergeGroup = await mergeGroupOf(db, orgId, contactId)
  const known = await db
    .selectFrom('conversations')
    .select(['id', 'session_status', 'last_message_at'])
    .where('org_id', '=', orgId)
    .where('id', 'in', mergeGroup)
    .execute()
  if (known.length === 0) return
  // A thread in which nothing was said was made only to be held: it opens none that is closed.
  const isOpen = known.some((row) => row.session_status === 'open' && row.last_message_at !== null)
  await ensureConversation(db, orgId, { contactId })
  const before = await lockConversation(db, orgId, contactId)
  const { rows } = await sql<ConversationRow>`
    update conversations c set
      is_merged = false,
      deal_id = coalesce(
        (select d.id from deals d where d.org_id = c.org_id and d.id = c.deal_id and d.state = 'open' and d.deleted_at is null and d.contact_id = any(${mergeGroup}::uuid[])),
        (select d.id from deals d where d.org_id = c.org_id and d.contact_id = any(${mergeGroup}::uuid[]) and d.state = 'open' and d.deleted_at is null
          order by d.id desc limit 1),
        (select d.id from deals d where d.org_id = c.org_id and d.id = c.deal_id and d.state <> 'linked' and d.deleted_at is null and d.contact_id = any(${mergeGroup}::uuid[])),
        (select d.id from deals d where d.org_id = c.org_id and d.contact_id = any(${mergeGroup}::uuid[]) order by d.state = 'linked', d.deleted_at is not null, d.id desc limit 1)),
      session_status = case when ${isOpen} then 'open' else c.session_status end,
      channel = last.channel, last_message_id = last.id, last_message_at = last.at, last_preview = last.preview,
      last_direction = last.direction, last_is_unverified = coalesce(last.is_unverified, false),
      last_inbound_at = (select max(m.created_at) from messages m
        where m.org_id = c.org_id and m.contact_id = any(${mergeGroup}::uuid[]) and m.direction = 'in'
          and m.kind <> 'reaction' and m.kind <> 'system' and not m.is_imported),
      whatsapp_inbound_at = (select max(m.at) from messages m
        where m.org_id = c.org_id and m.contact_id = any(${mergeGroup}::uuid[]) and m.direction = 'in' and m.channel = 'whatsapp'
          and m.kind <> 'system' and not m.is_imported)
    from (select 1) one
    left join lateral (
      select m.id, m.channel, m.at, m.direction, m.is_unverified, left(coalesce(m.body, m.kind), ${previewLength}) as preview
      from messages m
      where m.org_id = ${orgId} and m.contact_id = any(${mergeGroup}::uuid[]) and m.channel <> 'note'
        and m.kind <> 'reaction' and m.kind <> 'system'
      order by m.at desc, m.id desc limit 1) last on true
    where c.org_id = ${orgId} and c.id = ${contactId}
    returning c.*`.execute(db)
  const [after] = rows
  if (!before || !after) throw new Error('a conversation just made is missing')
  await recordEvent(db, orgId, conversationEvents.changed, contactId, {
    ...{ action: 'recounted', person_id: null },
    ...changedFields(conversationFieldsOf(before), conversationFieldsOf(after)),
  })
}

/** Characters of a message that a list shows. */
export const previewLength = 140
