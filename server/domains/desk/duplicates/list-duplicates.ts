import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Contact, findContacts, sentContact } from '#domains/crm/identities/contacts.ts'
import { choice, PageSize, shape } from '#shapes'
import { contactPairs } from './contact-pairs.ts'
import { duplicateReasons } from './match-keys.ts'
import { countOpenPairs, findOpenPairs, mostCounted, PairCursor } from './pairs.ts'

const DuplicatePair = shape('DuplicatePair', {
  id: z.string().describe('Of the pair: both ids'),
  contacts: z.array(Contact).length(2).describe('The older one first'),
  reasons: z
    .array(choice('DuplicateReason', duplicateReasons))
    .describe(
      '`mailbox`: the same mailbox, but for dots or what follows a plus; `phone`: the same last nine digits, which no more than five contacts have; `name_company` and `name_domain`: the same name at one company',
    ),
  strength: z.int().describe('1 to 7: the higher, the surer'),
})

export const listDuplicates = action({
  name: 'list-duplicates',
  summary: 'List contacts that may be one person, the surest first',
  description: `Nothing is merged without a member: call \`merge-contacts\`, or \`dismiss-duplicate\`. \`count\`: all pairs, at most ${mostCounted}.`,
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'contacts:read',
  input: z.object({
    cursor: PairCursor.optional(),
    limit: PageSize,
  }),
  output: z.object({ pairs: z.array(DuplicatePair), count: z.int(), next_cursor: z.string().nullable() }),
  errors: [],
  examples: [{ title: 'The ten surest', input: { limit: 10 } }],

  async run({ cursor, limit }, { db, org }) {
    const { pairs, nextCursor } = await findOpenPairs(db, org.id, contactPairs, { cursor, limit })
    const rows = await findContacts(
      db,
      org.id,
      pairs.flatMap(({ one_id, other_id }) => [one_id, other_id]),
    )
    const byId = new Map(rows.map((row) => [row.id, sentContact(row)]))
    return {
      pairs: pairs.flatMap(({ one_id, other_id, reasons, strength }) => {
        const contacts = [byId.get(one_id), byId.get(other_id)].filter((each) => each !== undefined)
        const known = duplicateReasons.filter((reason) => reasons.includes(reason))
        return contacts.length < 2 ? [] : [{ id: `${one_id}~${other_id}`, contacts, reasons: known, strength }]
      }),
      count: await countOpenPairs(db, org.id, contactPairs),
      next_cursor: nextCursor,
    }
  },
})
