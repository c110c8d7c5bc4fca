import { sql } from 'kysely'
import { job } from '#core/job.ts'
import { type PaymentAccount, PaymentTrouble } from '#ports/payments.ts'
import { changeCredentials, holdConnection, usableOf } from './connections.ts'
import { registerWebhookOrder, sendsWebhooks, webhookAddress } from './webhooks.ts'

export const registerWebhook = job({
  ...registerWebhookOrder,
  summary: 'Ask a provider to send its webhooks to a connection that was made just now',
  retry: { times: 6, delaySeconds: 20 },

  async run({ orgId, connectionId }, { inOrg, ports, vault, settings, log }) {
    const connection = await inOrg(orgId, async (db) => {
      const row = await holdConnection(db, orgId, connectionId)
      const usable = row && usableOf(vault, row)
      if (!usable || usable.credentials.webhookSecret || !sendsWebhooks(usable.provider)) return null
      await db
        .updateTable('connections')
        .set({ webhook_tried_at: sql`now()` })
        .where('org_id', '=', orgId)
        .where('id', '=', connectionId)
        .execute()
      return { ...usable, provider: usable.provider } satisfies PaymentAccount
    })
    if (!connection) return

    let registered: { readonly secret: string } | null
    try {
      const url = webhookAddress(settings.publicUrl, connection.provider, connectionId)
      registered = await ports.payments.open(connection).registerWebhook(url)
    } catch (error) {
      // An address that the provider cannot reach, or a key that may not do this: somebody can do it by hand.
      if (!(error instanceof PaymentTrouble) || !['refused', 'credentials'].includes(error.kind)) throw error
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
