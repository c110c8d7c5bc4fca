import type { Db } from '#core/context.ts'

/** A webhook to the shared address names an account, not a connection: this is where it is looked up. */
export const enterVoiceAccount = async (
  db: Db,
  { orgId, connectionId, credentials }: { orgId: string; connectionId: string; credentials: Readonly<Record<string, string>> },
): Promise<void> => {
  await leaveVoiceAccount(db, connectionId)
  await db
    .insertInto('directory.voice_accounts')
    .values({ account_sid: credentials.accountSid ?? '', org_id: orgId, connection_id: connectionId })
    .execute()
}

export const leaveVoiceAccount = async (db: Db, connectionId: string): Promise<void> => {
  await db.deleteFrom('directory.voice_accounts').where('connection_id', '=', connectionId).execute()
}

/** More connections than one account has are not tried one after the other. */
const mostOfAccount = 20

/** Connections of an account, whatever organization they are of; without one, the connection that is named, or the only one there is. */
export const findVoiceAccounts = async (
  db: Db,
  named: { readonly connectionId: string | null; readonly accountSid: string | null },
): Promise<{ orgId: string; connectionId: string }[]> => {
  let query = db.selectFrom('directory.voice_accounts').select(['org_id as orgId', 'connection_id as connectionId'])
  if (named.connectionId !== null) query = query.where('connection_id', '=', named.connectionId)
  else if (named.accountSid !== null) query = query.where('account_sid', '=', named.accountSid)
  const found = await query.orderBy('connection_id').limit(mostOfAccount).execute()
  return named.connectionId === null && named.accountSid === null && found.length > 1 ? [] : found
}
