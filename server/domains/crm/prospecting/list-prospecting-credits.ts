import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { choice, MemberReference, Reference, shape } from '#shapes'
import { findSpent } from './spent-credits.ts'

const CreditPerson = shape('CreditPerson', { id: z.string(), name: z.string().nullable(), company: z.string().nullable() })

const CreditSpend = shape('CreditSpend', {
  id: z.uuid(),
  at: z.iso.datetime(),
  person: MemberReference.nullable().describe('Who asked'),
  state: choice('CreditSpendState', ['reserved', 'sent', 'settled', 'released', 'unknown']).describe(
    '`settled`: as Apollo said it. `unknown`: no answer came, so all that it may have cost counts. `released`: nothing was paid for',
  ),
  reason: z.string().nullable().describe('Why it was released or is unknown'),
  asked: z.int().describe('For how many people; 0: for a company'),
  company: Reference.nullable(),
  with_mobiles: z.boolean().describe('Their mobile numbers too'),
  reserved: z.int().describe('The most that it can cost'),
  credits: z.int().nullable().describe('What it did cost, or may have cost; null while it is under way'),
  people: z
    .array(CreditPerson)
    .describe('Those of them that are still known here: for 90 days, and until another call asks for them again'),
})

export const listProspectingCredits = action({
  name: 'list-prospecting-credits',
  summary: 'List what enrichment of prospects cost',
  description: 'Newest first: each call to Apollo with who had it made, for whom, and its credits. Kept for 400 days.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 300, seconds: 60 },
  input: z.object({
    personId: z.uuid().optional().describe('Only what this member had asked'),
    cursor: z.uuid().optional().describe('`next_cursor` of the previous page'),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: z.object({ spends: z.array(CreditSpend), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [{ title: 'The newest', input: {} }],

  async run({ personId, cursor, limit }, { org, db, vault }) {
    const spends = await findSpent(db, org.id, { personId, cursor, limit: limit + 1 }, vault)
    const page = spends.slice(0, limit)
    return { spends: page, next_cursor: spends.length > limit ? (page.at(-1)?.id ?? null) : null }
  },
})
