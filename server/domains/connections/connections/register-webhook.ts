import { sql } from 'kysely'
import type { Enqueue, JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { lockConnection } from './connections.ts'
import { type Credentials, changeCredentials } from './credentials.ts'
import { registering } from './moments.ts'
import { type UsableConnection, usableOf } from './usable-connections.ts'
import { registerWebhookJob, sendsWebhooks, tellsOfCalls, tellsOfMessages, webhookAddress } from './webhooks.ts'

export const registerWebhook = job({
  ...registerWebhookJob,
  summary: 'Register the webhook of a new connection at its provider',
  retry: { times: 6, delaySeconds: 20 },

  async run({ orgId, connectionId }, { inOrg, enqueueIn, within, ports, vault, settings, log }) {
    const connection = await inOrg(orgId, async (db) => {
      const row = await lockConnection(db, orgId, connectionId)
      const usable = row && usableOf(vault, row)
      if (!usable || usable.credentials.webhookSecret || usable.credentials.webhookUrl) return null
      await db
        .updateTable('connections')
        .set({ webhook_tried_at: sql`now()` })
        .where('org_id', '=', orgId)
        .where('id', '=', connectionId)
        .execute()
      const enqueue: Enqueue = (order, data) => enqueueIn(db, order, data)
      await within(db, orgId, registering, { connectionId, provider: usable.provider, enqueue })
      return usable
    })
    if (!connection) return

    let learned: Credentials | null
    try {
      learned = await register(connection, ports, settings.publicUrl)
    } catch (error) {
      // An address that the provider cannot reach, or a key without permission: it can be registered by hand.
      if (!(error instanceof ProviderError) || !['refused', 'credentials'].includes(error.kind)) throw error
      log.info({ org_id: orgId, connection_id: connectionId, kind: error.kind }, 'a webhook must be registered by hand')
      return
    }
    if (!learned) return
    const changes = learned
    await inOrg(orgId, async (db) => {
      const row = await lockConnection(db, orgId, connectionId)
      if (row) await changeCredentials(db, vault, row, changes)
    })
  },
})

/** What is to be kept with the credentials; null where nothing is, or the provider is told by hand. */
const register = async (
  connection: UsableConnection,
  ports: JobContext['ports'],
  publicUrl: string,
): Promise<Credentials | null> => {
  const { provider, connectionId, credentials } = connection
  if (sendsWebhooks(provider)) {
    const url = webhookAddress(publicUrl, provider, connectionId)
    const registered = await ports.payments.open({ ...connection, provider }).registerWebhook(url)
    return registered && { webhookSecret: registered.secret }
  }
  if (tellsOfMessages(provider)) {
    const url = webhookAddress(publicUrl, provider, connectionId)
    await ports.messaging.open(connection).subscribe(url, credentials.verifyToken?.reveal() ?? '')
    return { webhookUrl: url }
  }
  if (tellsOfCalls(provider))
    await ports.voice.open(connection).registerWebhook(webhookAddress(publicUrl, provider, connectionId))
  return null
}
