import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { BinKind } from './bin-kinds.ts'
import { putInBin } from './bin-records.ts'
import { sentKept, UndeletedRecord } from './kept-records.ts'

export const deleteRecords = action({
  name: 'delete-records',
  summary: 'Delete contacts, companies, leads, deals or tasks',
  description:
    'They are in the bin for 30 days: no list, search, report or reminder has them, and `restore-records` brings them back. The leads of a contact and its tasks without a deal go with it, the tasks of a deal with the deal; deals stay when their contact goes. What must be kept stays where it is, in `kept`, with the reason: a sent or paid invoice, a document that is signed or out for signature, a proposal that was accepted or waits for an answer, a meeting ahead. A new lead, message, call or booking of a deleted contact restores it, and so does who enters it anew.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: true },
  scope: 'bin:write',
  limit: { times: 300, seconds: 60 },
  input: z.object({ kind: BinKind, ids: z.array(z.uuid()).min(1).max(100).describe('Records of this kind') }),
  output: z.object({
    success: z.literal(true),
    deleted: z.array(z.uuid()).describe('Those that were not in the bin before; of contacts the canonical ones'),
    kept: z.array(UndeletedRecord),
  }),
  errors: [],
  examples: [{ title: 'One contact', input: { kind: 'contact', ids: ['01980000-0000-7000-8000-000000000000'] } }],

  async run({ kind, ids }, { db, org, person }) {
    const { removed, kept } = await putInBin(db, org.id, kind, ids, { personId: person?.id ?? null })
    return { success: true as const, deleted: removed, kept: kept.map(sentKept) }
  },
})
