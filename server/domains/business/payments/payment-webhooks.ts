import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { type AnyInboundWebhook, type InboundWebhook, inboundWebhook, Unreadable } from '#core/inbound/inbound-webhook.ts'
import { connectionOf, findConnection, orgOfConnection } from '#domains/connections/connections/connections.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { asWatched, usableOf } from '#domains/connections/connections/usable-connections.ts'
import type { PaymentNews, PaymentProvider, PaymentsPort } from '#ports/payments.ts'
import { resolvePaymentWebhookJob } from './checkouts.ts'

/** The text that was signed. */
const Text = z.object({ text: z.string() })

/** The webhook of one payment provider. All of them are news: what they say is asked for again before it counts. */
export const paymentWebhook = <const Name extends string>(
  name: Name,
  summary: string,
  provider: PaymentProvider,
): InboundWebhook<Name, typeof Text> & AnyInboundWebhook =>
  inboundWebhook({
    name,
    summary,
    path: `/functions/v1/${provider}-webhook`,
    methods: ['POST'],
    bodyLimitBytes: 1024 * 1024,
    matches: () => true,

    async verify({ url, headers, body }, { db, enterOrg, vault, ports }) {
      const connectionId = z.uuid().safeParse(new URL(url, 'http://here').searchParams.get('connection')).data
      const orgId = connectionId && (await orgOfConnection(db, connectionId))
      if (!connectionId || !orgId) throw new Failure(connectionErrors.webhook_not_expected)
      await enterOrg(orgId)
      const connection = await findConnection(db, orgId, connectionId)
      const secret =
        connection?.provider === provider
          ? usableOf(vault, asWatched(connection))?.credentials.webhookSecret?.reveal()
          : undefined
      if (!secret) throw new Failure(connectionErrors.webhook_not_expected)
      if (!ports.payments.isSigned(provider, { headers, body }, secret))
        throw new Failure(connectionErrors.webhook_signature_invalid)
      return { orgId, connectionId }
    },

    keyOf: ({ headers, body }, { connectionId }, { ports }) =>
      `${connectionId} ${ports.payments.parseWebhook(provider, { headers, body }).eventId}`,

    data: Text,
    parse: (body) => ({ text: body.toString('utf8') }),

    async read({ text }, { db, org, connectionId: proven, enqueue, ports }) {
      const news = newsIn(ports.payments, provider, text)
      // What was stored before it was kept with its connection is of the one that is there.
      const connectionId = proven ?? (await connectionOf(db, org.id, provider))?.id
      if (!connectionId || news.about === 'other') return
      await enqueue(resolvePaymentWebhookJob, {
        orgId: org.id,
        connectionId,
        providerCheckoutId: news.checkoutId,
        providerPaymentId: news.paymentId,
      })
    },
  })

const newsIn = (port: PaymentsPort, provider: PaymentProvider, text: string): PaymentNews => {
  try {
    return port.parseWebhook(provider, { headers: {}, body: Buffer.from(text) })
  } catch (error) {
    throw new Unreadable('The body does not have the form of this provider’s webhooks.', { cause: error })
  }
}
