import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { digestId } from '#core/ids.ts'
import type { ReadContext } from '#core/inbound/inbound-webhook.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import type { MessagingNews } from '#ports/messaging.ts'
import { whatsappNotices } from './notices.ts'
import { findNumbers } from './numbers.ts'

/** Messages are removed when their number was not connected for so long. */
const keptDays = 90

/**
 * Keeps a body for those of its numbers that belong to the organization's own business account and are connected nowhere: it is
 * shown, and read once the number is connected. Numbers of other accounts are not ours to keep. Answers how many messages it kept.
 */
export const keepUnconnected = async (
  { db, org, newPartId }: Pick<ReadContext, 'db' | 'org' | 'newPartId'>,
  news: MessagingNews,
  body: Buffer,
): Promise<number> => {
  const accounts = await ownAccounts(db, org.id)
  const named = news.numbers.filter(({ businessAccountId }) => businessAccountId !== null && accounts.has(businessAccountId))
  const connected = await findNumbers(db, {
    phoneNumberIds: named.map(({ phoneNumberId }) => phoneNumberId),
    businessAccountIds: [],
  })
  let kept = 0
  for (const number of named) {
    if (connected.some(({ phoneNumberId }) => phoneNumberId === number.phoneNumberId)) continue
    const messages = [...news.messages, ...news.echoes].filter((each) => each.phoneNumberId === number.phoneNumberId).length
    if (messages === 0) continue
    kept += messages
    await db
      .insertInto('unconnected_webhooks')
      .values({
        ...{ org_id: org.id, id: newPartId(), phone_number_id: number.phoneNumberId, body, messages },
        ...{ business_account_id: number.businessAccountId, display_number: number.displayNumber },
        digest: createHash('sha256').update(body).digest('hex'),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await notifyUnconnected(db, org.id, number)
  }
  if (kept > 0) await letGo(db, org.id)
  return kept
}

const ownAccounts = async (db: Db, orgId: string): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('directory.whatsapp_numbers')
    .select('business_account_id')
    .where('org_id', '=', orgId)
    .execute()
  return new Set(rows.map((row) => row.business_account_id))
}

const letGo = async (db: Db, orgId: string): Promise<void> => {
  await db
    .deleteFrom('unconnected_webhooks')
    .where('org_id', '=', orgId)
    .where('received_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute()
}

/** One notice a number, with how many messages wait for it. */
const notifyUnconnected = async (db: Db, orgId: string, number: MessagingNews['numbers'][number]): Promise<void> => {
  const [waiting] = await countUnconnected(db, orgId, number.phoneNumberId)
  await raiseNotice(db, orgId, {
    notice: whatsappNotices.number_unconnected,
    subjectId: noticeOf(number.phoneNumberId),
    facts: { number: waiting?.number ?? null, phone_number_id: number.phoneNumberId, messages: waiting?.messages ?? 0 },
  })
}

/** A number of the platform's has no id of ours: one is made of it (RFC 9562, version 8). */
const noticeOf = (phoneNumberId: string): string =>
  digestId(`unconnected ${phoneNumberId}`).replace(/^(.{14}).(.{4}).(.{16})$/, '$18$2a$3')

/** Numbers that are written to and not connected, the one written to last first. */
export const countUnconnected = async (db: Db, orgId: string, phoneNumberId?: string) => {
  const rows = await db
    .selectFrom('unconnected_webhooks')
    .select((select) => [
      'phone_number_id',
      select.fn.max('display_number').as('display_number'),
      select.fn.sum<number>('messages').as('messages'),
      select.fn.min('received_at').as('first_at'),
      select.fn.max('received_at').as('last_at'),
    ])
    .where('org_id', '=', orgId)
    .$if(phoneNumberId !== undefined, (query) => query.where('phone_number_id', '=', phoneNumberId as string))
    .groupBy('phone_number_id')
    .orderBy('last_at', 'desc')
    .execute()
  return rows.map((row) => ({
    phone_number_id: row.phone_number_id,
    number: row.display_number === null ? null : `+${row.display_number}`,
    messages: Number(row.messages),
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
  }))
}

/** Takes the oldest body that waits for a number out, to be read in the same transaction; undefined when none is left. */
export const processUnconnected = async (
  db: Db,
  orgId: string,
  phoneNumberId: string,
): Promise<{ id: string; body: Buffer } | undefined> => {
  for (;;) {
    const oldest = await db
      .selectFrom('unconnected_webhooks')
      .select('id')
      .where('org_id', '=', orgId)
      .where('phone_number_id', '=', phoneNumberId)
      .orderBy('received_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!oldest) break
    const taken = await db
      .deleteFrom('unconnected_webhooks')
      .where('org_id', '=', orgId)
      .where('id', '=', oldest.id)
      .returning(['id', 'body'])
      .executeTakeFirst()
    // Another worker may be processing them too.
    if (taken) return taken
  }
  await clearNotice(db, orgId, whatsappNotices.number_unconnected, noticeOf(phoneNumberId))
  return undefined
}
