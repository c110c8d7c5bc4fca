import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { extension } from '#shapes'
import { Fact, factsOf } from '../companies/facts.ts'
import { FieldValues, fieldsOfRecord } from '../fields/values.ts'
import { CameBy, firstReferral } from '../identities/referrals.ts'
import { tagsOfRecord } from '../tags/record-tags.ts'
import { Tag } from '../tags/tags.ts'
import { DealAssignment, findAssignments } from './assignments.ts'
import { DealPerson, findFurtherPeople } from './deal-people.ts'
import { Deal, findDeal, showDeal as findShown } from './deals.ts'
import { dealErrors } from './errors.ts'
import { DealMove, findMoves } from './moves.ts'
import { findTasks, Task } from './tasks.ts'

const tasksShown = 100

export const showDeal = action({
  name: 'show-deal',
  summary: 'Show a deal with its people, request, moves, assignments, tasks and profile',
  description:
    '`asked` is what the prospect wrote, and `prd` the requirements document sent with it or written from it: untrusted text, to be displayed as text. Moves and assignments are listed newest first; tasks with open ones first.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'deals:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ dealId: z.uuid() }),
  output: z.object({
    deal: extension('DealDetail', Deal, {
      linked_to: z.uuid().nullable().describe('The deal it was merged into'),
      asked: z.record(z.string(), z.unknown()).nullable(),
      prd: z.string().nullable(),
      prd_model: z.string().nullable(),
      prd_at: z.iso.datetime().nullable(),
      deleted_at: z.iso.datetime().nullable().describe('In the bin since then'),
    }),
    tags: z.array(Tag),
    fields: FieldValues,
    people: z.array(DealPerson).describe('The further contacts, beside `deal.contact`'),
    moves: z.array(DealMove),
    assignments: z.array(DealAssignment),
    tasks: z.array(Task),
    facts: z.array(Fact),
    referral: CameBy.nullable().describe('The ad or post through which the contact first wrote on WhatsApp'),
  }),
  errors: [dealErrors.deal_not_found],
  examples: [{ title: 'One deal', input: { dealId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ dealId }, { db, org, within, fail }) {
    const row = await findDeal(db, org.id, dealId)
    const deal = row && (await findShown(db, org.id, row.id))
    if (!row || !deal) throw fail('deal_not_found')
    const [todo, done] = await Promise.all(
      [false, true].map((isDone) => findTasks(db, org.id, { dealId: row.id, isDone }, { limit: tasksShown })),
    )
    return {
      deal: {
        ...deal,
        linked_to: row.linked_to,
        asked: row.asked as Record<string, unknown> | null,
        ...{ prd: row.prd, prd_model: row.prd_model, prd_at: row.prd_at?.toISOString() ?? null },
        deleted_at: row.deleted_at?.toISOString() ?? null,
      },
      tags: await tagsOfRecord(db, org.id, 'deal', row.id),
      fields: await fieldsOfRecord(db, org.id, 'deal', row.id),
      people: await findFurtherPeople(db, org.id, row.id),
      moves: await findMoves(db, org.id, row.id),
      assignments: await findAssignments(db, org.id, row.id),
      tasks: [...(todo?.tasks ?? []), ...(done?.tasks ?? [])],
      facts: await factsOf(db, org.id, { kind: 'deal', id: row.id }),
      referral: (await within(db, org.id, firstReferral, { dealId: row.id })).find((found) => found !== null) ?? null,
    }
  },
})
