import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Wanted } from './customers.ts'
import { somePicture } from './picture.ts'
import { Refused } from './refusals.ts'
import type { Business } from './rows.ts'
import type { Store } from './store.ts'

export const fileMaxBytes = 8 * 1024 * 1024

const fileKinds = ['image', 'video', 'audio', 'document', 'sticker'] as const

export const Writing = z.strictObject({
  kind: z
    .enum(['text', ...fileKinds, 'location', 'contacts', 'reaction', 'button', 'interactive', 'unsupported'])
    .default('text'),
  text: z.string().max(65_536).default(''),
  replyTo: z.string().nullable().default(null),
  /** The message that a reaction is about; an empty emoji takes it back. */
  about: z.string().optional(),
  emoji: z.string().max(20).default(''),
  /** A file; a picture is made where there is none. */
  base64: z.string().optional(),
  mimeType: z.string().max(100).optional(),
  name: z.string().max(255).optional(),
  latitude: z.number().min(-90).max(90).default(52.5163),
  longitude: z.number().min(-180).max(180).default(13.3777),
  address: z.string().max(255).optional(),
  card: z.strictObject({ name: z.string(), phone: z.string(), email: z.string().optional() }).optional(),
  /** So long ago by the platform's clock, as from a phone that had no network. */
  ageSeconds: z.int().min(0).max(10_000_000).default(0),
})

/** What is written, as it will be on the wire; a file is kept to be fetched. */
export const wantedOf = (store: Store, writing: z.output<typeof Writing>, business: Business): Wanted => {
  const { kind, text, replyTo, ageSeconds } = writing
  const said = (content: Wanted['content'], shown = text, type: string = kind): Wanted => ({
    type,
    content,
    text: shown,
    replyTo,
    ageSeconds,
  })
  if ((fileKinds as readonly string[]).includes(kind)) return said(...keepFile(store, writing, business))
  if (kind === 'location') {
    const { latitude, longitude, address } = writing
    return said(
      { latitude, longitude, ...(text && { name: text }), ...(address && { address }) },
      text || `${latitude}, ${longitude}`,
    )
  }
  if (kind === 'contacts') {
    const { name, phone, email } = writing.card ?? {
      name: 'Kerry Fisher',
      phone: '+1 (940) 555-1234',
      email: 'kfisher@example.com',
    }
    const [first_name, ...rest] = name.split(' ')
    const card = {
      name: { formatted_name: name, first_name, ...(rest.length > 0 && { last_name: rest.join(' ') }) },
      phones: [{ phone, type: 'WORK' }],
      ...(email && { emails: [{ email, type: 'WORK' }] }),
    }
    return said({ cards: [card] }, name)
  }
  if (kind === 'reaction') {
    const about = writing.about ?? ''
    // Without an emoji it is taken back.
    return said({ message_id: about, ...(writing.emoji && { emoji: writing.emoji }) }, writing.emoji)
  }
  if (kind === 'button') return said({ payload: text, text })
  if (kind === 'interactive') return said({ type: 'button_reply', button_reply: { id: text, title: text } })
  if (kind === 'unsupported') return said({}, 'A kind of message that the platform does not forward')
  return said({ body: text })
}

const keepFile = (
  store: Store,
  { kind, text, base64, mimeType, name }: z.output<typeof Writing>,
  business: Business,
): [Wanted['content'], string] => {
  const content = base64 === undefined ? somePicture() : Buffer.from(base64, 'base64')
  const type = mimeType ?? (base64 === undefined ? 'image/png' : 'application/octet-stream')
  if (content.length > fileMaxBytes) throw new Refused(413, 'The file is larger than 8 MB.', { status: 413 })
  const file = store.files.put({
    id: store.digitsId(),
    business: business.id,
    type,
    name: name ?? null,
    sha256: createHash('sha256').update(content).digest('base64'),
    bytes: content.length,
    base64: content.toString('base64'),
  })
  return [
    {
      id: file.id,
      mime_type: type,
      sha256: file.sha256,
      ...(text && kind !== 'audio' && kind !== 'sticker' && { caption: text }),
      ...(kind === 'document' && { filename: name ?? 'document.png' }),
      ...(kind === 'audio' && { voice: true }),
      ...(kind === 'sticker' && { animated: false }),
    },
    text,
  ]
}
