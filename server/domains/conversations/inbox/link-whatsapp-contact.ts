import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { findDeal } from '#domains/crm/deals/deals.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { linkDeals } from '#domains/crm/deals/links.ts'
import { fillContact } from '#domains/crm/identities/contact-changes.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { countMessages } from './message-changes.ts'

export const linkWhatsappContact = action({
  name: 'link-whatsapp-contact',
  summary: 'Join the conversation of one deal with that of another: it is the same person',
  description:
    'The source goes into the destination: the people of both become one, with one thread, and the source is `linked`. `merged` says how many messages came along; a second time it is 0. Nothing is moved or lost, also not what is written meanwhile, and `undo-merge` with the `mergeId` takes it back whole. `mergeId` is null where both deals were the same person’s: then `undo-merge` takes the `dealId`.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    projectId: z.uuid().describe('The source'),
    targetProjectId: z.uuid().describe('The destination'),
    name: z.string().trim().max(255).optional().describe('Fills a blank of the person'),
    email: z.string().trim().max(254).optional().describe('Fills a blank of the person'),
  }),
  output: z.object({ success: z.literal(true), merged: z.int(), mergeId: z.uuid().nullable() }),
  errors: [
    dealErrors.deal_not_found,
    dealErrors.deal_linked,
    contactErrors.merge_with_itself,
    contactErrors.contact_not_found,
    transportErrors.email_malformed,
    contactErrors.contact_taken,
    transportErrors.conflict,
  ],
  examples: [
    {
      title: 'The one who writes on WhatsApp is the one of the form',
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
    await fillContact(db, org.id, target.contact_id, { full_name: name || null, email: email || null })
    return { success: true as const, merged, mergeId }
  },
})
