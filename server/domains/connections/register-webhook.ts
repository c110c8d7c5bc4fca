import { sql } from 'kysely'
import type { JobContext } from '#core/context.ts'
import { job } from '#core/job.ts'
import { PaymentTrouble } from '#ports/payments.ts'
import { VoiceTrouble } from '#ports/voice.ts'
import { changeCredentials, holdConnection, type UsableConnection, usableOf } from './connections.ts'
import { registerWebhookOrder, sendsWebhooks, tellsOfCalls, webhookAddress } from './webhooks.ts'

export const registerWebhook = job({
  ...registerWebhookOrder,
  summary: 'Ask a provider to send its webhooks to a connection that was made just now',
  retry: { times: 6, delaySeconds: 20 },

  async run({ orgId, connectionId }, { inOrg, ports, vault, settings, log }) {
    const connection = await inOrg(orgId, async (db) => {
      const row = await holdConnection(db, orgId, connectionId)
      const usable = row && usableOf(vault, row)
      if (!usable || usable.credentials.webhookSecret) return null
      await db
        .updateTable('connections')
        .set({ webhook_tried_at: sql`now()` })
        .where('org_id', '=', orgId)
        .where('id', '=', connectionId)
        .execute()
      return usable
    })
    if (!connection) return

    let registered: { readonly secret: string } | null
    try {
      registered = await register(connection, ports, settings.publicUrl)
    } catch (error) {
      // An address that the provider cannot reach, or a key that may not do this: somebody can do it by hand.
      const isTrouble = error instanceof PaymentTrouble || error instanceof VoiceTrouble
      if (!isTrouble || !['refused', 'credentials'].includes(error.kind)) throw error
      log.info({ org_id: orgId, connection_id: connectionId, kind: error.kind }, 'a webhook is to be registered by hand')
      return
    }
    if (!registered) return
    const { secret } = registered
    await inOrg(orgId, async (db) => {
      const row = await holdConnection(db, orgId, connectionId)
      if (row) await changeCredentials(db, vault, row, { webhookSecret: secret })
    })
  },
})

/** The secret that the provider will sign with; null where that is known, or the provider is told by hand. */
const register = async (
  connection: UsableConnection,
  ports: JobContext['ports'],
  publicUrl: string,
): Promise<{ readonly secret: string } | null> => {
  const { provider, connectionId } = connection
  if (sendsWebhooks(provider))
    return ports.payments.open({ ...connection, provider }).registerWebhook(webhookAddress(publicUrl, provider, connectionId))
  if (tellsOfCalls(provider))
    await ports.voice.open(connection).registerWebhook(webhookAddress(publicUrl, provider, connectionId))
  return null
}
