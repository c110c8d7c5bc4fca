import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Enqueue } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import type { Queue } from '#core/jobs/queue.ts'
import type { Log } from '#core/log.ts'
import type { Vault } from '#core/vault.ts'
import type { Within } from '#core/within.ts'
import type { Database } from '#db/connect.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { type ConnectionRow, lockConnection } from './connections.ts'
import { type Credentials, openableCredentials } from './credentials.ts'
import { connectionEvents } from './events.ts'
import { type Connecting, replaceCredentials } from './lifecycle.ts'
import { connectionNotices } from './notices.ts'
import { ProviderName, providerOf, titleOf } from './providers.ts'
import { registerWebhookJob } from './webhooks.ts'

/** What is shown where the sandbox is off. */
export const sandboxIsOff = 'The sandbox is turned off. Start Foyer with SANDBOX=on, or connect a real account.'

/**
 * Before a server listens: sandbox connections are usable exactly when the sandbox is on, and none of them has a predictable
 * secret. Work that waits for one that is off continues once it is on again.
 */
export const settleSandbox = async (parts: {
  readonly database: Database
  readonly queue: Pick<Queue, 'send'>
  readonly vault: Vault
  readonly within: Within
  readonly log: Log
  readonly isOn: boolean
}): Promise<void> => {
  const { database, queue, vault, within, isOn, log } = parts
  const { rows } = await sql<{ org_id: string; id: string }>`
    select org_id, id from foyer.unsettled_sandbox_connections(${isOn})`.execute(database.db)
  for (const { org_id: orgId, id } of rows)
    await database.inOrg(orgId, async (db) => {
      const row = await lockConnection(db, orgId, id)
      if (!row || row.status === 'disconnected') return
      const enqueue: Enqueue = (order, data) => queue.send(db, order, data)
      if (row.has_known_secrets) await renewSecrets(db, { vault, within, enqueue }, row)
      if (row.is_off === isOn) await turn(db, row, isOn)
      if (isOn) await enqueue(registerWebhookJob, { orgId, connectionId: id })
    })
  if (rows.length > 0) log.info({ connections: rows.length, on: isOn }, 'sandbox connections were updated')
}

const turn = async (db: Db, { org_id: orgId, id, provider, mode }: ConnectionRow, isOn: boolean): Promise<void> => {
  await db.updateTable('connections').set({ is_off: !isOn }).where('org_id', '=', orgId).where('id', '=', id).execute()
  if (isOn) {
    await clearNotice(db, orgId, connectionNotices.connection_failed, id)
    await recordEvent(db, orgId, connectionEvents.connected, id, { provider, mode })
    return
  }
  const facts = { provider: titleOf(provider), status: 'error', reason: sandboxIsOff }
  await raiseNotice(db, orgId, { notice: connectionNotices.connection_failed, subjectId: id, facts })
  await recordEvent(db, orgId, connectionEvents.failed, id, { provider, mode, status: 'error', reason: sandboxIsOff })
}

/** Another key of the same account where the sandbox knows several of one, so that what was opened with the old one stays known. */
const renewSecrets = async (db: Db, connecting: Connecting, row: ConnectionRow): Promise<void> => {
  const provider = ProviderName.parse(row.provider)
  const { sandbox } = providerOf(provider)
  const fresh = sandbox?.credentials?.()
  if (!fresh) throw new Error('an OAuth connection has no API secret')
  const old = openableCredentials(connecting.vault, row)
  const mark = randomBytes(8).toString('hex')
  const credentials: Credentials = sandbox?.renew?.(old, fresh, mark) ?? fresh
  await replaceCredentials(db, connecting, row, { credentials, account: row.account, personId: row.connected_by })
  await db
    .updateTable('connections')
    .set({ has_known_secrets: false })
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .execute()
}
