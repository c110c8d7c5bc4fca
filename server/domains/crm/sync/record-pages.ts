import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import { ConnectionMode, type ConnectionRow, findConnection } from '#domains/connections/connections/connections.ts'
import { openableCredentials } from '#domains/connections/connections/credentials.ts'
import type { CrmEntity, CrmPagesOf } from '#ports/crm.ts'
import type { Ports } from '#ports/ports.ts'

/** An account that is disconnected has forgotten where its API is. */
const pagesOf = (vault: Vault, row: ConnectionRow): CrmPagesOf => {
  const { apiBase = null } = openableCredentials(vault, row)
  return { provider: row.provider, mode: ConnectionMode.parse(row.mode), accountId: row.account_id, apiBase }
}

/** Where people see a record in its CRM; null where that is not known. */
export type RecordPageOf = (entity: CrmEntity, theirId: string) => string | null

/** The pages of the account of a connection. Made without a call. */
export const readRecordPages = async (
  db: Db,
  orgId: string,
  connectionId: string,
  { vault, ports }: { readonly vault: Vault; readonly ports: Pick<Ports, 'crm'> },
): Promise<RecordPageOf> => {
  const connection = await findConnection(db, orgId, connectionId)
  const account = connection && pagesOf(vault, connection)
  return (entity, theirId) => (account && theirId !== '' ? ports.crm.recordPage(account, entity, theirId) : null)
}
