import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { decideClaim as decide } from '../identities/claims.ts'
import { contactErrors } from '../identities/errors.ts'
import { canonicalContactOf } from '../identities/merge-groups.ts'

export const decideClaim = action({
  name: 'decide-claim',
  summary: 'Accept or dismiss an unverified claim',
  description:
    'A form, a website chat, a call or a lead may name the email address or number of a contact; that is a claim, and merges nothing. Once accepted, the contact has the address or number, and if another contact has it, the two are merged: `mergeId` names the merge, which `undo-merge` undoes. Once dismissed, it is not proposed again. A decided claim stays as it is.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ claimId: z.uuid(), accept: z.boolean() }),
  output: z.object({
    success: z.literal(true),
    contactId: z.uuid().describe('The canonical contact from then on'),
    mergeId: z.uuid().nullable(),
  }),
  errors: [contactErrors.claim_not_found, transportErrors.conflict],
  examples: [{ title: 'Accept a claim', input: { claimId: '01980000-0000-7000-8000-000000000000', accept: true } }],

  async run({ claimId, accept }, { db, org, person, within }) {
    const { contactId, mergeId } = await decide(db, org.id, within, { claimId, accept, personId: person.id })
    return { success: true as const, contactId: await canonicalContactOf(db, org.id, contactId), mergeId }
  },
})
