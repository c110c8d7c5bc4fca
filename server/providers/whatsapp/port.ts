import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { MessagingAccount, MessagingPort } from '#ports/messaging.ts'
import { whatsappMessaging } from './messaging.ts'
import { isSignedByWhatsapp, parseWhatsappWebhook } from './webhooks.ts'

/** WhatsApp behind the port: the Cloud API, or for a connection of the sandbox what plays it on this machine. */
export const openWhatsapp = (parts: {
  readonly base: string
  readonly sandboxBase: () => string
  readonly callsOf: (account: MessagingAccount) => ProviderHttp
  readonly now: () => Date
}): MessagingPort => ({
  open: (account) =>
    whatsappMessaging({
      base: account.mode === 'sandbox' ? parts.sandboxBase() : parts.base,
      credentials: account.credentials,
      mode: account.mode,
      http: parts.callsOf(account),
      now: parts.now,
    }),
  isSigned: isSignedByWhatsapp,
  parseWebhook: parseWhatsappWebhook,
})
