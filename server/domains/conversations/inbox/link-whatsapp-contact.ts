import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { contactIdOf, findDeal } from '#domains/crm/deals/deals.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { linkDeals } from '#domains/crm/deals/links.ts'
import { fillContact } from '#domains/crm/identities/contact-changes.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { countMessages } from './message-changes.ts'

export const linkWhatsappContact = action({
  name: 'link-whatsapp-contact',
  summary: 'Join the conversation of one deal with that of another: it is the same person',
  description:
    'The source is merged into the destination: their contacts become one, with one conversation, and the source deal becomes `linked`. `merged` is the number of messages added; a second call returns 0. Nothing is moved or lost, including messages that arrive meanwhile, and `undo-merge` with the `mergeId` undoes it completely. `mergeId` is null if both deals already belong to one contact: then pass the `dealId` to `undo-merge`.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    projectId: z.uuid().describe('The source'),
    targetProjectId: z.uuid().describe('The destination'),
    name: z.string().trim().max(255).optional().describe('Used if the contact has none yet'),
    email: z.string().trim().max(254).optional().describe('Used if the contact has none yet'),
  }),
  output: z.object({ success: z.literal(true), merged: z.int(), mergeId: z.uuid().nullable() }),
  errors: [
    dealErrors.deal_not_found,
    dealErrors.deal_has_no_contact,
    dealErrors.deal_linked,
    contactErrors.merge_with_itself,
    contactErrors.contact_not_found,
    transportErrors.email_malformed,
    contactErrors.contact_taken,
    transportErrors.conflict,
  ],
  examples: [
    {
      title: 'Merge a WhatsApp contact with the contact of a form',
      input: {
        projectId: '01980000-0000-7000-8000-000000000000',
        targetProjectId: '01980000-0000-7000-8000-000000000001',
      },
    },
  ],

  async run({ projectId, targetProjectId, name, email }, { db, org, person, within, fail }) {
    const { coming, mergeId } = await linkDeals(db, org.id, within, {
      sourceId: projectId,
      targetId: targetProjectId,
      personId: person.id,
    })
    const merged = coming.length === 0 ? 0 : await countMessages(db, org.id, coming)
    const target = await findDeal(db, org.id, targetProjectId)
    if (!target) throw fail('deal_not_found')
    await fillContact(db, org.id, contactIdOf(target), { full_name: name || null, email: email || null })
    return { success: true as const, merged, mergeId }
  },
})
