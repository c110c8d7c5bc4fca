import { z } from 'zod'
import type { IncomingMessage, MediaReference } from '#ports/messaging.ts'
import { formOf, textOfForm } from './flows.ts'

/** A number as the platform writes it; null for what is none, such as an id in its place. */
export const digits = (text: string | null | undefined): string | null => /^\+?(\d{5,20})$/.exec(text ?? '')?.[1] ?? null

export type Content = Pick<IncomingMessage, 'kind'> & Partial<IncomingMessage>
/** What a message has not, unless its kind says so. */
export const nothing = {
  text: null,
  media: null,
  reaction: null,
  location: null,
  contacts: null,
  changedTo: null,
  changedUserId: null,
  form: null,
  referral: null,
} as const

/** What is in a message of a kind that is known; null when it is none of them, or is not what its kind should be. */
export const contentOf = (type: string, raw: Readonly<Record<string, unknown>>): Content | null => {
  const reader = Object.hasOwn(readers, type) ? readers[type as keyof typeof readers] : undefined
  return reader?.(raw[type]) ?? null
}

const reading =
  <T>(shape: z.ZodType<T>, say: (value: T) => Content | null) =>
  (value: unknown): Content | null => {
    const read = shape.safeParse(value)
    return read.success ? say(read.data) : null
  }

const File = z.object({
  id: z.string().min(1),
  mime_type: z.string().nullish(),
  sha256: z.string().nullish(),
  caption: z.string().nullish(),
  filename: z.string().nullish(),
})
const media = (kind: 'image' | 'video' | 'audio' | 'document' | 'sticker') =>
  reading(File, ({ id, mime_type, sha256, caption, filename }) => {
    const reference: MediaReference = { id, type: mime_type ?? null, name: filename ?? null, sha256: sha256 ?? null }
    return { kind, text: caption || null, media: reference }
  })

const Card = z.object({
  name: z.object({ formatted_name: z.string().nullish(), first_name: z.string().nullish() }).nullish(),
  phones: z.array(z.object({ phone: z.string().nullish(), wa_id: z.string().nullish() })).nullish(),
  emails: z.array(z.object({ email: z.string().nullish() })).nullish(),
})
export const given = (text: string | null | undefined): text is string => text != null && text !== ''

const readers = {
  text: reading(z.object({ body: z.string() }), ({ body }) => ({ kind: 'text', text: body })),
  image: media('image'),
  video: media('video'),
  audio: media('audio'),
  document: media('document'),
  sticker: media('sticker'),
  reaction: reading(z.object({ message_id: z.string().min(1), emoji: z.string().nullish() }), ({ message_id, emoji }) => ({
    kind: 'reaction',
    text: emoji || null,
    reaction: { emoji: emoji ?? '', about: message_id },
  })),
  location: reading(
    z.object({
      latitude: z.coerce.number().min(-90).max(90),
      longitude: z.coerce.number().min(-180).max(180),
      name: z.string().nullish(),
      address: z.string().nullish(),
    }),
    ({ latitude, longitude, name, address }) => ({
      kind: 'location',
      text: name || address || null,
      location: { latitude, longitude, name: name || null, address: address || null },
    }),
  ),
  contacts: reading(z.array(Card).min(1), (cards) => {
    const contacts = cards.map(({ name, phones, emails }) => ({
      name: name?.formatted_name || name?.first_name || '',
      phones: (phones ?? []).map(({ phone, wa_id }) => phone || wa_id).filter(given),
      emails: (emails ?? []).map(({ email }) => email).filter(given),
    }))
    return {
      kind: 'contacts',
      text:
        contacts
          .map(({ name }) => name)
          .filter(given)
          .join(', ') || null,
      contacts,
    }
  }),
  button: reading(z.object({ text: z.string() }), ({ text }) => ({ kind: 'button', text })),
  interactive: reading(
    z.object({
      button_reply: z.object({ title: z.string() }).nullish(),
      list_reply: z.object({ title: z.string() }).nullish(),
      nfm_reply: z.object({ name: z.string().nullish(), body: z.string().nullish(), response_json: z.unknown() }).nullish(),
    }),
    ({ button_reply, list_reply, nfm_reply }) => {
      const form = nfm_reply ? formOf(nfm_reply.name, nfm_reply.response_json) : null
      const text = button_reply?.title || list_reply?.title || nfm_reply?.body || null
      return { kind: 'interactive', text: form ? textOfForm(text, form) : text, form }
    },
  ),
  system: reading(
    z.object({
      body: z.string().nullish(),
      type: z.string().nullish(),
      wa_id: z.string().nullish(),
      new_wa_id: z.string().nullish(),
      user_id: z.string().nullish(),
    }),
    ({ body, type, wa_id, new_wa_id, user_id }) => {
      // `customer_changed_number` until version 12. With a number the id changes too.
      const hasMoved = type === 'user_changed_number' || type === 'customer_changed_number'
      return {
        kind: 'system',
        text: body || null,
        changedTo: hasMoved ? digits(new_wa_id ?? wa_id) : null,
        changedUserId: hasMoved || type === 'user_changed_user_id' ? user_id || null : null,
      }
    },
  ),
} as const satisfies { [Kind in IncomingMessage['kind']]?: (value: unknown) => Content | null }
