import { z } from 'zod'
import type { PaymentProvider } from '#ports/payments.ts'
import { type ProviderName, serves, webhookOf } from './providers.ts'

/** Who sends webhooks about payments. */
export const sendsWebhooks = (provider: string): provider is PaymentProvider => serves(provider, 'payments')

/** Whose webhooks say what customers write. */
export const tellsOfMessages = (provider: string): provider is 'whatsapp' => serves(provider, 'messaging')

/** Whose webhooks say how a call goes. */
export const tellsOfCalls = (provider: string): provider is 'twilio' => serves(provider, 'voice')

/** The address that a provider's webhooks go to: which account they are of stands in it, and is proven by the signature. */
export const webhookAddress = (publicUrl: string, provider: ProviderName, connectionId: string): string => {
  const webhook = webhookOf(provider)
  if (!webhook) throw new Error(`${provider} sends no webhooks`)
  return `${publicUrl}${webhook.path}?connection=${connectionId}`
}

/** `waiting`: Foyer is about to register it. `by_hand`: an admin has to, with the secret that the provider issues or is given. */
export const webhookStates = ['ready', 'waiting', 'by_hand'] as const
export type WebhookState = (typeof webhookStates)[number]

export const webhookStateOf = (
  row: { readonly provider: string; readonly mode: string; readonly webhook_tried_at: Date | null },
  credentials: Readonly<Record<string, string>>,
): WebhookState | null => {
  const webhook = webhookOf(row.provider)
  if (!webhook) return null
  if (webhook.registration === 'by_hand') return row.mode === 'sandbox' ? 'ready' : 'by_hand'
  // What they are signed with, or where WhatsApp, which signs with the app's own secret, was asked to send them.
  if (credentials.webhookSecret || credentials.webhookUrl) return 'ready'
  return row.webhook_tried_at ? 'by_hand' : 'waiting'
}

/** Asks a provider to send its webhooks here: what only the job of that name can do, any verb of a room may order. */
export const registerWebhookJob = {
  name: 'register-webhook',
  data: z.object({ orgId: z.uuid(), connectionId: z.uuid() }),
} as const
