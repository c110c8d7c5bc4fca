import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { BinKind } from './bin-kinds.ts'
import { takeFromBin } from './bin-records.ts'
import { sentKept, UndeletedRecord } from './kept-records.ts'

export const restoreRecords = action({
  name: 'restore-records',
  summary: 'Restore deleted records from the bin',
  description: 'With what was deleted with them. A lead or a task also brings back the contact or deal that it went with.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'bin:write',
  limit: { times: 300, seconds: 60 },
  input: z.object({ kind: BinKind, ids: z.array(z.uuid()).min(1).max(100).describe('Records of this kind') }),
  output: z.object({
    success: z.literal(true),
    restored: z.array(z.uuid()).describe('Those that were in the bin'),
    kept: z.array(UndeletedRecord),
  }),
  errors: [],
  examples: [{ title: 'One contact', input: { kind: 'contact', ids: ['01980000-0000-7000-8000-000000000000'] } }],

  async run({ kind, ids }, { db, org, person }) {
    const { restored, kept } = await takeFromBin(db, org.id, kind, ids, { personId: person?.id ?? null })
    return { success: true as const, restored, kept: kept.map(sentKept) }
  },
})
