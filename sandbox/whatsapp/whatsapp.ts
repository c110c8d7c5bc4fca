import { createHmac } from 'node:crypto'
import type { Simulator } from '../simulators.ts'
import { serveApi } from './api.ts'
import { checkTheClock } from './messages.ts'
import { servePhones } from './phones.ts'
import { openStore } from './store.ts'
import { serveTemplates } from './templates-page.ts'

/** What was taken is told as sent, and then as delivered, a look apart. */
const pollMs = 200

/** WhatsApp: the Cloud API of businesses, and the phones of their customers. */
export const whatsapp: Simulator = {
  slug: 'whatsapp',
  title: 'WhatsApp',
  instead: 'WhatsApp’s Cloud API and customer phones',
  about:
    'Any access token that starts with EAA is a separate business. On the phones, write, reply and react, go offline, block, change the number, or show a username only. Sending to a new number creates its phone; a number that ends in 0000 has no WhatsApp.',
  pages: [
    { path: '/phones', title: 'Phones' },
    { path: '/templates', title: 'Templates' },
  ],
  counts: (context) => ({ phones: context.table('phones').count, messages: context.table('messages').count }),
  register(app, context) {
    const store = openStore(context)
    serveApi(app, context, store)
    servePhones(app, context, store)
    serveTemplates(app, context, store)
    context.every(pollMs, () => checkTheClock(store))
  },
  isMeant: ({ path, authorization }) => /^Bearer EAA/.test(authorization) || /^\/v\d+\.\d+\/\d+/.test(path),
  textsOfErrors: (status) => ({
    error:
      status === 429
        ? { message: '(#130429) Rate limit hit', type: 'OAuthException', code: 130429, fbtrace_id: 'ASandboxTrace0' }
        : status === 503
          ? { message: 'Service temporarily unavailable', type: 'OAuthException', code: 2, is_transient: true }
          : { message: 'An unknown error occurred', type: 'OAuthException', code: 1, fbtrace_id: 'ASandboxTrace0' },
  }),
  // https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads
  sign: ({ body, secret }) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }),
}
