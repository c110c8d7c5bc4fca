import { hash } from 'node:crypto'
import type { Db } from '#core/context.ts'

/** A number of WhatsApp's with the connection that answers for it. */
export interface WhatsappNumber {
  readonly phoneNumberId: string
  readonly businessAccountId: string
  readonly orgId: string
  readonly connectionId: string
}

/**
 * Records the owner of a number, for webhooks that name it and no connection. The last to prove the credentials has it: a number that
 * moves to another workspace moves with its messages.
 */
export const enterNumber = async (
  db: Db,
  { orgId, connectionId, credentials }: { orgId: string; connectionId: string; credentials: Readonly<Record<string, string>> },
): Promise<void> => {
  // With other credentials a connection may have another number.
  await leaveNumber(db, connectionId)
  const { phoneNumberId, businessAccountId, verifyToken } = credentials
  if (!phoneNumberId || !businessAccountId) return
  const entry = {
    business_account_id: businessAccountId,
    org_id: orgId,
    connection_id: connectionId,
    verify_digest: verifyToken ? digestOfVerifyToken(verifyToken) : null,
  }
  await db
    .insertInto('directory.whatsapp_numbers')
    .values({ phone_number_id: phoneNumberId, ...entry })
    .onConflict((conflict) => conflict.column('phone_number_id').doUpdateSet(entry))
    .execute()
}

/** What a verify token is found by, where a check of the shared address names nothing else. */
export const digestOfVerifyToken = (token: string): Buffer => hash('sha256', `whatsapp verify token:${token}`, 'buffer')

/** Forgets the number of a connection that ended. */
export const leaveNumber = async (db: Db, connectionId: string): Promise<void> => {
  await db.deleteFrom('directory.whatsapp_numbers').where('connection_id', '=', connectionId).execute()
}

/** Who answers for any of these numbers, or for any number of these accounts. */
export const findNumbers = async (
  db: Db,
  { phoneNumberIds, businessAccountIds }: { phoneNumberIds: readonly string[]; businessAccountIds: readonly string[] },
): Promise<WhatsappNumber[]> => {
  if (phoneNumberIds.length + businessAccountIds.length === 0) return []
  const rows = await db
    .selectFrom('directory.whatsapp_numbers')
    .selectAll()
    .where((row) =>
      row.or([
        ...(phoneNumberIds.length > 0 ? [row('phone_number_id', 'in', phoneNumberIds)] : []),
        ...(businessAccountIds.length > 0 ? [row('business_account_id', 'in', businessAccountIds)] : []),
      ]),
    )
    .orderBy('phone_number_id')
    .execute()
  return rows.map((row) => ({
    phoneNumberId: row.phone_number_id,
    businessAccountId: row.business_account_id,
    orgId: row.org_id,
    connectionId: row.connection_id,
  }))
}
