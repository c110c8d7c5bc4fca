import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { contactErrors } from '../identities/errors.ts'
import { recordErrors } from '../records/errors.ts'
import { DealPerson, findFurtherPeople, setDealPeople as setPeople } from './deal-people.ts'
import { Deal, showDeal } from './deals.ts'
import { dealErrors } from './errors.ts'

/** Beside the first contact. */
const mostOthers = 50

export const setDealPeople = action({
  name: 'set-deal-people',
  summary: 'Set the contacts of a deal',
  description:
    'Its first contact, whom its conversation, documents and proposals are with, and the further ones. A merged contact counts as the canonical one. `contactId: null`: the deal stands with its company, or alone. Omitted fields keep their values.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  changes: 'dealId',
  hints: { destructive: false, idempotent: true },
  scope: 'deals:write',
  input: z.object({
    dealId: z.uuid(),
    contactId: z.uuid().nullish().describe('The first contact; null: none'),
    others: z.array(z.uuid()).max(mostOthers).optional().describe('The further contacts, all of them'),
  }),
  output: z.object({ success: z.literal(true), deal: Deal, people: z.array(DealPerson).describe('The further contacts') }),
  errors: [
    ...[dealErrors.deal_not_found, dealErrors.deal_linked, contactErrors.contact_not_found, recordErrors.record_in_bin],
    transportErrors.conflict,
  ],
  examples: [
    {
      title: 'One contact, and a further one',
      input: {
        dealId: '01980000-0000-7000-8000-000000000000',
        contactId: '01980000-0000-7000-8000-000000000001',
        others: ['01980000-0000-7000-8000-000000000002'],
      },
    },
  ],

  async run(input, { db, org, within }) {
    const { id } = await setPeople(db, org.id, within, {
      ...{ dealId: input.dealId, contactId: input.contactId, others: input.others },
    })
    const deal = await showDeal(db, org.id, id)
    if (!deal) throw new Error('a locked deal is missing')
    return { success: true as const, deal, people: await findFurtherPeople(db, org.id, id) }
  },
})
