import { z } from 'zod'
import type { PaymentProvider } from '#ports/payments.ts'
import { paymentProviders } from '#ports/payments.ts'
import type { ConnectionRow, Credentials } from './connections.ts'

/** Who sends webhooks to a connection. */
export const sendsWebhooks = (provider: string): provider is PaymentProvider =>
  (paymentProviders as readonly string[]).includes(provider)

/** Who tells by webhook what customers write. */
export const tellsOfMessages = (provider: string): provider is 'whatsapp' => provider === 'whatsapp'

/** Who says by webhook what becomes of a call. */
export const tellsOfCalls = (provider: string): provider is 'twilio' => provider === 'twilio'

/** The address that a provider's webhooks go to: which account they are of stands in it, and is proven by the signature. */
export const webhookAddress = (
  publicUrl: string,
  provider: PaymentProvider | 'twilio' | 'whatsapp',
  connectionId: string,
): string => `${publicUrl}/functions/v1/${provider === 'twilio' ? 'voice' : provider}-webhook?connection=${connectionId}`

/** `waiting`: Foyer is about to register it. `by_hand`: somebody has to, with the secret that the provider gives or is given. */
export const webhookStates = ['ready', 'waiting', 'by_hand'] as const
export type WebhookState = (typeof webhookStates)[number]

export const webhookStateOf = (
  row: Pick<ConnectionRow, 'provider' | 'mode' | 'webhook_tried_at'>,
  credentials: Credentials,
): WebhookState | null => {
  if (tellsOfCalls(row.provider)) return row.mode === 'sandbox' ? 'ready' : 'by_hand'
  if (!sendsWebhooks(row.provider) && !tellsOfMessages(row.provider)) return null
  // What they are signed with, or where WhatsApp, which signs with the app's own secret, was asked to send them.
  if (credentials.webhookSecret || credentials.webhookUrl) return 'ready'
  return row.webhook_tried_at ? 'by_hand' : 'waiting'
}

/** Asks a provider to send its webhooks here: what only the job of that name can do, any verb of a room may order. */
export const registerWebhookOrder = {
  name: 'register-webhook',
  data: z.object({ orgId: z.uuid(), connectionId: z.uuid() }),
} as const
