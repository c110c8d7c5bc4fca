import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { decideClaim as decide } from '../identities/claims.ts'
import { contactErrors } from '../identities/errors.ts'
import { canonicalContactOf } from '../identities/merge-groups.ts'

export const decideClaim = action({
  name: 'decide-claim',
  summary: 'Accept or dismiss what an unverified caller said of itself',
  description:
    'A form, a website chat, a call or a lead may name the address or number of a contact; that is a claim, and joins nothing. Accepted, the contact has the address or number from then on, and where another contact has it the two are merged: `mergeId` names the merge, which `undo-merge` takes back. Dismissed, it is not proposed again. A claim that was decided before stays as it is.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ claimId: z.uuid(), accept: z.boolean() }),
  output: z.object({
    success: z.literal(true),
    contactId: z.uuid().describe('The contact that stands for the person from then on'),
    mergeId: z.uuid().nullable(),
  }),
  errors: [contactErrors.claim_not_found, transportErrors.conflict],
  examples: [{ title: 'It is her', input: { claimId: '01980000-0000-7000-8000-000000000000', accept: true } }],

  async run({ claimId, accept }, { db, org, person, within }) {
    const { contactId, mergeId } = await decide(db, org.id, within, { claimId, accept, personId: person.id })
    return { success: true as const, contactId: await canonicalContactOf(db, org.id, contactId), mergeId }
  },
})
