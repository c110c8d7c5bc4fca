import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { BinKind } from './bin-kinds.ts'
import { removeForGood } from './removals.ts'

export const removeFromBin = action({
  name: 'remove-from-bin',
  summary: 'Remove deleted records for good',
  description:
    'At once, instead of after 30 days. This cannot be undone. Only records in the bin are removed; one that must be kept by now is restored instead.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: true },
  limit: { times: 300, seconds: 60 },
  input: z.object({ kind: BinKind, ids: z.array(z.uuid()).min(1).max(20).describe('Records of this kind') }),
  output: z.object({ success: z.literal(true), removed: z.array(z.uuid()), restored: z.array(z.uuid()) }),
  errors: [],
  examples: [{ title: 'One contact', input: { kind: 'contact', ids: ['01980000-0000-7000-8000-000000000000'] } }],

  async run({ kind, ids }, { db, org, person, within }) {
    return { success: true as const, ...(await removeForGood(db, org.id, kind, ids, { personId: person.id, within })) }
  },
})
