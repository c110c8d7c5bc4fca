import { z } from 'zod'
import type { PersonAskingContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { ConnectionRow } from '#domains/connections/connections/connections.ts'
import { findDeal } from '#domains/crm/deals/deals.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { findContact } from '#domains/crm/identities/contacts.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { designKinds } from '#ports/designs.ts'
import { choice, SearchText } from '#shapes'
import { findDesignAccount } from './accounts.ts'
import type { LinkTarget } from './design-links.ts'
import { designErrors } from './errors.ts'
import { DesignFormat } from './shown-designs.ts'

const CanvaId = z.string().regex(/^[a-zA-Z0-9_-]{1,50}$/, 'is no id of Canva')
const Title = z.string().trim().min(1).max(255)
const Side = z.int().min(40).max(8_000)

export const canvaVerbs = [
  ...(['list', 'show', 'create', 'formats', 'export', 'status', 'remove', 'link', 'unlink'] as const),
  ...(['templates', 'template', 'autofill'] as const),
] as const
export const CanvaVerb = choice('CanvaVerb', canvaVerbs)

/** Those that change nothing, here or at Canva. */
const readingVerbs: ReadonlySet<unknown> = new Set(['list', 'show', 'formats', 'status', 'templates', 'template'])

/** Of a body as it came, before it is known to be an input. */
export const isReading = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'action' in body && readingVerbs.has(body.action)

export const CanvaInput = z.object({
  action: CanvaVerb,
  designId: CanvaId.optional().describe('`show` `formats` `export` `link`: Canva’s id of the design'),
  query: SearchText.optional().describe('`list` `templates`: words of the title'),
  cursor: z.string().min(1).max(4_096).optional().describe('`list` `templates`: `next_cursor` of the page before'),
  limit: z.int().min(1).max(100).default(25).describe('`list` `templates`'),
  title: Title.optional().describe('`create` `autofill`'),
  kind: choice('DesignKind', designKinds).optional().describe('`create`: in place of a size'),
  width: Side.optional().describe('`create`: in pixels, with `height`'),
  height: Side.optional(),
  copyOf: CanvaId.optional().describe('`create`: a copy of this design'),
  templateId: CanvaId.optional().describe('`create`: from this brand template as it is; `template` `autofill`'),
  texts: z
    .record(z.string().min(1).max(200), z.string().max(5_000))
    .refine((texts) => Object.keys(texts).length <= 200, 'has more than 200 texts')
    .optional()
    .describe('`autofill`: texts by the names of the template’s fields'),
  dealId: z.uuid().optional().describe('`link`: a deal, or a contact; `create` `autofill`: what the new design is linked to'),
  contactId: z.uuid().optional(),
  linkId: z.uuid().optional().describe('`unlink`'),
  format: DesignFormat.optional().describe('`export`'),
  pages: z.array(z.int().min(1).max(1_000)).max(300).default([]).describe('`export`: from 1; all without any'),
  exportId: z.uuid().optional().describe('`status` `remove`'),
  autofillId: z.uuid().optional().describe('`status`'),
})
export type CanvaInput = z.output<typeof CanvaInput>

export const missing = (field: string): Failure =>
  new Failure('missing_field', { field, message: `Missing required field: ${field}` })

/** A field that this verb needs. Throws `missing_field`. */
export const needed = <Name extends keyof CanvaInput>(input: CanvaInput, name: Name): NonNullable<CanvaInput[Name]> => {
  const value = input[name]
  if (value === undefined) throw missing(name)
  return value as NonNullable<CanvaInput[Name]>
}

/** The workspace's account. Throws `canva_not_connected`. */
export const accountOf = async ({ org, inOrg }: PersonAskingContext): Promise<ConnectionRow> => {
  const account = await inOrg(({ db }) => findDesignAccount(db, org.id))
  if (!account) throw new Failure(designErrors.canva_not_connected)
  return account
}

/** The deal or the contact that is meant, of this workspace; null where none is named. Throws where it is not there, or both are named. */
export const targetOf = async (
  { dealId, contactId }: Pick<CanvaInput, 'dealId' | 'contactId'>,
  { org, inOrg }: PersonAskingContext,
): Promise<LinkTarget | null> => {
  if (dealId !== undefined && contactId !== undefined)
    throw new Failure('bad_request', { field: 'contactId', message: 'Send either dealId or contactId.' })
  return inOrg(async ({ db }) => {
    if (dealId !== undefined) {
      const deal = await findDeal(db, org.id, dealId)
      if (!deal) throw new Failure(dealErrors.deal_not_found, { field: 'dealId' })
      return { dealId: deal.id, contactId: null }
    }
    if (contactId === undefined) return null
    const contact = await findContact(db, org.id, contactId)
    if (!contact) throw new Failure(contactErrors.contact_not_found, { field: 'contactId' })
    return { dealId: null, contactId: contact.id }
  })
}
