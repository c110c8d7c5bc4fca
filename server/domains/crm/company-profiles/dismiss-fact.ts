import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { companyErrors } from '../companies/errors.ts'
import { Fact, factsOf, lockProposal, subjectOf, turnDownProposal } from '../companies/facts.ts'

export const dismissFact = action({
  name: 'dismiss-fact',
  summary: 'Dismiss an AI suggestion',
  description: 'The same value is not proposed again.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ factId: z.uuid() }),
  output: z.object({ success: z.literal(true), facts: z.array(Fact) }),
  errors: [companyErrors.fact_not_found, companyErrors.fact_not_proposed],
  examples: [{ title: 'Dismiss a suggestion', input: { factId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ factId }, { org, person, db }) {
    const fact = await lockProposal(db, org.id, factId)
    await turnDownProposal(db, org.id, fact, person.id)
    return { success: true as const, facts: await factsOf(db, org.id, subjectOf(fact)) }
  },
})
