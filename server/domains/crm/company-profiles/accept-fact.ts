import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { companyErrors } from '../companies/errors.ts'
import { acceptProposal, Fact, factsOf, lockProposal, subjectOf } from '../companies/facts.ts'

export const acceptFact = action({
  name: 'accept-fact',
  summary: 'Accept an AI suggestion',
  description: 'From then on it counts as set by a person, and still shows its origin.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ factId: z.uuid() }),
  output: z.object({ success: z.literal(true), facts: z.array(Fact) }),
  errors: [companyErrors.fact_not_found, companyErrors.fact_not_proposed],
  examples: [{ title: 'Accept a suggestion', input: { factId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ factId }, { org, person, db }) {
    const fact = await lockProposal(db, org.id, factId)
    await acceptProposal(db, org.id, fact, person.id)
    return { success: true as const, facts: await factsOf(db, org.id, subjectOf(fact)) }
  },
})
