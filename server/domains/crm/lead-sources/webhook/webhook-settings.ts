import { z } from 'zod'
import { choice } from '#shapes'

/**
 * A place in what was sent: a JSON pointer (RFC 6901) such as `/payload/email`, or `key:` and the key of an entry in the list of answers,
 * whose position means nothing.
 */
export const Place = z
  .string()
  .max(400)
  .regex(
    /^(?:(?:\/(?:[^~/]|~[01])*)+|key:.+)$/s,
    'must be a JSON pointer such as /payload/email, or key: and the key of an answer',
  )

const Pointer = z
  .string()
  .max(400)
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'must be a JSON pointer such as /payload/email')

/** The members of a lead that a place can be clicked to. Of first and last name the name is made where it has no place of its own. */
export const mappedMembers = [
  'email',
  'phone',
  'name',
  'first_name',
  'last_name',
  'company',
  'title',
  'note',
  'linkedin_url',
  'external_id',
] as const
export type MappedMember = (typeof mappedMembers)[number]

export const Mapping = z.object({
  email: Place.optional(),
  phone: Place.optional(),
  name: Place.optional(),
  first_name: Place.optional(),
  last_name: Place.optional(),
  company: Place.optional(),
  title: Place.optional(),
  note: Place.optional(),
  linkedin_url: Place.optional(),
  external_id: Place.optional(),
})

/** A header as HTTP has it; compared without its case. */
const Header = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/)
  .describe('Name of a header')

/** What a signature is made over. */
export const signedTexts = ['body', 'timestamp.body', 'timestamp:body', 'hmacsha256=body', 'id.timestamp.body'] as const

/** How a request proves who sent it. */
export const Proof = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('signature'),
    header: Header,
    prefix: z.string().max(32).default('').describe('Before the signature in its header, such as `sha256=`'),
    encoding: choice('SignatureEncoding', ['hex', 'base64']),
    signed: choice('SignedText', signedTexts).describe(
      'HMAC-SHA256 over this. `id.timestamp.body`: Standard Webhooks, with `webhook-id` and `webhook-timestamp`',
    ),
    timestamp: z
      .object({
        header: Header.nullable().describe('null: in the header of the signature, as `t=…`'),
        unit: choice('TimestampUnit', ['seconds', 'milliseconds']),
        toleranceSeconds: z.int().min(1).max(3_600).default(300),
      })
      .nullable()
      .default(null),
  }),
  z.object({ by: z.literal('header'), header: Header }),
  z.object({ by: z.literal('address') }),
])

/** Settings of a webhook of another service. */
export const WebhookSettings = z.object({
  kind: z.literal('webhook'),
  service: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('generic')
    .describe('The preset that it was made from'),
  proof: Proof.default({ by: 'address' }),
  only: z
    .object({ place: Pointer, is: z.array(z.string().max(200)).min(1).max(10) })
    .nullable()
    .default(null)
    .describe('Requests in which this place has none of these texts are ignored'),
  unless: Pointer.nullable().default(null).describe('Requests in which something stands at this place are ignored'),
  answers: z
    .object({
      list: Pointer,
      key: Pointer.describe('Within an entry'),
      label: Pointer.nullable().default(null).describe('Within an entry: the question as a person reads it'),
      value: Pointer.nullable().describe('Within an entry; null: under the name that its `type` has'),
      options: Pointer.nullable().default(null).describe('Within an entry: a list of {id, text} that its value names'),
    })
    .nullable()
    .default(null)
    .describe('A list of answers, or an object of them, whose entries are found by key'),
  mapping: Mapping.default({}),
})
export type WebhookSettings = z.output<typeof WebhookSettings>
