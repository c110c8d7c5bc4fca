import { z } from 'zod'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { Messaging, MessagingAccount, OutgoingMessage, Recipient } from '#ports/messaging.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { makeCalls } from './calls.ts'
import { countVariables, filledComponents } from './templates.ts'

/** The most that a list gives at once without being slow. */
const pageSize = 100

/** One number of WhatsApp’s Cloud API by plain HTTP (https://developers.facebook.com/docs/whatsapp/cloud-api): JSON in and out. */
export const whatsappMessaging = ({
  base,
  credentials,
  mode,
  http,
  now,
}: {
  base: string
  credentials: Readonly<Record<string, string>>
  mode: MessagingAccount['mode']
  http: ProviderHttp
  now: () => Date
}): Messaging => {
  const { accessToken = '', phoneNumberId = '', businessAccountId = '' } = credentials
  const api = makeCalls({ base, accessToken, http, now })
  const number = `/${encodeURIComponent(phoneNumberId)}`
  const business = `/${encodeURIComponent(businessAccountId)}`

  return {
    async test() {
      const fields = 'display_phone_number,verified_name,account_mode'
      const found = await api.get('phone_number.get', `${number}?fields=${fields}`, PhoneNumber)
      // The account is checked too: a wrong one is found when it is entered, and not with the first template.
      await api.get(
        'message_templates.list',
        `${business}/message_templates?limit=1&fields=id`,
        z.object({ data: z.array(z.unknown()) }),
      )
      const account = [found.verified_name, found.display_phone_number].filter(Boolean).join(', ')
      const accountId = `${businessAccountId}/${phoneNumberId}`
      return { account: account || phoneNumberId, accountId, isLive: mode !== 'sandbox' && found.account_mode !== 'SANDBOX' }
    },

    async send(message) {
      const sent = await api.send('messages.send', `${number}/messages`, Sent, {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        ...addressee(message.to),
        ...(message.replyTo !== null && { context: { message_id: message.replyTo } }),
        biz_opaque_callback_data: message.ours,
        ...contentOf(message),
      })
      const [contact] = sent.contacts ?? []
      return { messageId: sent.messages[0].id, recipient: contact?.wa_id ?? contact?.user_id ?? null }
    },

    async listTemplates(cursor) {
      const query = new URLSearchParams({ limit: String(pageSize), fields: templateFields })
      if (cursor !== null) query.set('after', cursor)
      const page = await api.get('message_templates.list', `${business}/message_templates?${query}`, Templates)
      return {
        items: page.data.map(({ id, name, language, category, status, rejected_reason, components }) => ({
          id,
          name,
          language,
          category: category ?? '',
          status,
          reason: rejected_reason && rejected_reason !== 'NONE' ? rejected_reason : null,
          components: components ?? [],
          variables: countVariables(components ?? []),
        })),
        next: page.paging?.next ? (page.paging.cursors?.after ?? null) : null,
      }
    },

    async subscribe(url, verifyToken) {
      const body = { override_callback_uri: url, verify_token: verifyToken }
      await api.post('subscribed_apps.create', `${business}/subscribed_apps`, z.object({ success: z.literal(true) }), body)
    },

    async fetchMedia(mediaId) {
      // An id of the platform is digits; anything else would be another path.
      if (!/^\w{1,100}$/.test(mediaId)) throw new ProviderError('refused', 'This is not a file id.')
      const found = await api.get('media.get', `/${mediaId}?phone_number_id=${encodeURIComponent(phoneNumberId)}`, MediaAddress)
      const answer = await api.download('media.download', found.url)
      return { type: found.mime_type ?? answer.headers['content-type'] ?? 'application/octet-stream', content: answer.body }
    },
  }
}

/** `recipient` takes a business-scoped user id; in `to` one is lost without a word. */
const addressee = (to: Recipient): object => ('phone' in to ? { to: to.phone } : { recipient: to.userId })

const contentOf = (message: OutgoingMessage): object => {
  if (message.kind === 'text') return { type: 'text', text: { preview_url: true, body: message.text } }
  if (message.kind === 'reaction') return { type: 'reaction', reaction: { message_id: message.about, emoji: message.emoji } }
  const { name, language, values, components, ours } = message
  const filled = filledComponents(components, values, ours)
  return {
    type: 'template',
    template: { name, language: { code: language }, ...(filled.length > 0 && { components: filled }) },
  }
}

// What is asked of the answers: only what is used of them. Everything else may come, go or change.

const PhoneNumber = z.object({
  id: z.string(),
  display_phone_number: z.string().nullish(),
  verified_name: z.string().nullish(),
  account_mode: z.string().nullish(),
})
const Sent = z.object({
  contacts: z.array(z.object({ wa_id: z.string().nullish(), user_id: z.string().nullish() })).nullish(),
  messages: z.tuple([z.object({ id: z.string().min(1) })], z.unknown()),
})
const templateFields = 'id,name,language,category,status,rejected_reason,components'
const Templates = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      language: z.string(),
      status: z.string(),
      category: z.string().nullish(),
      rejected_reason: z.string().nullish(),
      components: z.array(z.record(z.string(), z.unknown())).nullish(),
    }),
  ),
  paging: z.object({ next: z.string().nullish(), cursors: z.object({ after: z.string().nullish() }).nullish() }).nullish(),
})
const MediaAddress = z.object({ url: z.string(), mime_type: z.string().nullish() })
