import type { MessagingVendor } from '../vendors.ts'
import { whatsappMessaging } from './messaging.ts'
import { isSignedByWhatsapp, isWhatsappWebhook, parseWhatsappWebhook } from './webhooks.ts'

export const whatsappPort: MessagingVendor = {
  open: whatsappMessaging,
  isSigned: (sent, { appSecret = '' }) => isSignedByWhatsapp(sent, appSecret),
  isWebhook: isWhatsappWebhook,
  parseWebhook: parseWhatsappWebhook,
}
