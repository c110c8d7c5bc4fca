import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { type AnyHook, type Hook, hook, Unreadable } from '#core/hook.ts'
import { connectionOf, findConnection, orgOfConnection, usableOf } from '#domains/connections/connections.ts'
import type { PaymentNews, PaymentProvider, PaymentsPort } from '#ports/payments.ts'
import { lookAtNewsOrder } from './checkouts.ts'

/** A body that is JSON, kept as the text that was signed. */
const Text = z.object({ text: z.string() })

/** The webhook of one payment provider. All of them are news: what they say is asked for again before it counts. */
export const paymentWebhook = <const Name extends string>(
  name: Name,
  summary: string,
  provider: PaymentProvider,
): Hook<Name, typeof Text> & AnyHook =>
  hook({
    name,
    summary,
    path: `/functions/v1/${provider}-webhook`,
    methods: ['POST'],
    bodyLimitBytes: 1024 * 1024,
    matches: () => true,

    async verify({ url, headers, body }, { db, enterOrg, vault, ports }) {
      const connectionId = z.uuid().safeParse(new URL(url, 'http://here').searchParams.get('connection')).data
      const orgId = connectionId && (await orgOfConnection(db, connectionId))
      if (!connectionId || !orgId) throw new Failure('webhook_not_expected')
      await enterOrg(orgId)
      const connection = await findConnection(db, orgId, connectionId)
      const secret = connection?.provider === provider ? usableOf(vault, connection)?.credentials.webhookSecret : undefined
      if (!secret) throw new Failure('webhook_not_expected')
      const news = ports.payments.readWebhook(provider, { headers, body }, secret)
      if (!news) throw new Failure('webhook_signature_invalid')
      return { orgId, dedupKey: `${connectionId} ${news.eventId}` }
    },

    data: Text,
    parse(body) {
      const text = body.toString('utf8')
      JSON.parse(text)
      return { text }
    },

    async read({ text }, { db, org, enqueue, ports }) {
      const news = newsIn(ports.payments, provider, text)
      const connection = await connectionOf(db, org.id, provider)
      if (!connection || news.about === 'other') return
      await enqueue(lookAtNewsOrder, {
        orgId: org.id,
        connectionId: connection.id,
        providerCheckoutId: news.checkoutId,
        providerPaymentId: news.paymentId,
      })
    },
  })

const newsIn = (port: PaymentsPort, provider: PaymentProvider, text: string): PaymentNews => {
  try {
    return port.parseWebhook(provider, { eventId: null, body: Buffer.from(text) })
  } catch (error) {
    throw new Unreadable('The body is not what this provider sends.', { cause: error })
  }
}
