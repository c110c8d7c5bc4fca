import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { whatsappErrors } from './errors.ts'
import { fetchMedia } from './fetch-media.ts'
import { listUnconnectedNumbers } from './list-unconnected-numbers.ts'
import { listWhatsAppTemplates } from './list-whatsapp-templates.ts'
import { whatsappNotices } from './notices.ts'
import { readEveryTemplate } from './read-all-templates.ts'
import { readTemplates } from './read-templates.ts'
import { readUnconnected } from './read-unconnected.ts'
import { sendHiddenMessage, sendMessage } from './send-message.ts'
import { sendWhatsApp } from './send-whatsapp.ts'
import { settleSends } from './settle-sends.ts'
import { syncWhatsAppTemplates } from './sync-whatsapp-templates.ts'
import { whatsappConnected, whatsappDisconnected, whatsappRegistering } from './whatsapp-connections.ts'
import { whatsappWebhook } from './whatsapp-webhook.ts'

export const whatsappModule = module({
  title: 'WhatsApp',
  actions: [sendWhatsApp, listUnconnectedNumbers, listWhatsAppTemplates, syncWhatsAppTemplates],
  jobs: [sendMessage, sendHiddenMessage, settleSends, fetchMedia, readTemplates, readUnconnected, readEveryTemplate],
  inbound: [whatsappWebhook],
  errors: whatsappErrors,
  notices: whatsappNotices,
  within: [whatsappConnected, whatsappRegistering, whatsappDisconnected],
  held: [
    held({ name: 'WhatsApp messages', kind: 'messages', jobs: [sendMessage, sendHiddenMessage] }),
    held({ name: 'templates and files of WhatsApp', kind: 'syncs', jobs: [readTemplates, fetchMedia] }),
  ],
  owns: ['directory.whatsapp_numbers', 'message_states', 'unconnected_webhooks', 'whatsapp_templates'],
})
