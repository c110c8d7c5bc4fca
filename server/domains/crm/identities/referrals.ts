import { z } from 'zod'
import { question } from '#core/within.ts'
import { extension, shape } from '#shapes'

/** The ad or post through which a contact came. */
export const Referral = shape('Referral', {
  type: z.string().nullable().describe('ad or post'),
  id: z.string().nullable(),
  url: z.string().nullable(),
  headline: z.string().nullable(),
  body: z.string().nullable(),
  media_type: z.string().nullable(),
  media_url: z.string().nullable(),
  click_id: z.string().nullable().describe('`ctwa_clid`: the id for reporting a conversion to Meta'),
})
export type Referral = z.output<typeof Referral>

/** The first ad or post of a contact, with its message. */
export const CameBy = extension('FirstReferral', Referral, { message_id: z.uuid(), at: z.iso.datetime() })
export type CameBy = z.output<typeof CameBy>

/** The first advertisement or post by which a person wrote, on any of these records; or of a deal, and those that went into it. */
export const firstReferral = question<{ readonly contactIds: readonly string[] } | { readonly dealId: string }, CameBy | null>(
  'first-referral',
)
