import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { PlainRecordKind } from '../records/records.ts'
import { fieldErrors } from './errors.ts'
import { fieldEvents } from './events.ts'
import { lockFields, mostWithArchived } from './fields.ts'

export const orderFields = action({
  name: 'order-fields',
  summary: 'Set the order of the fields of a kind of record',
  description: 'Fields that are not listed come behind, in the order that they have.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  limit: { times: 600, seconds: 60 },
  input: z.object({ kind: PlainRecordKind, fieldIds: z.array(z.uuid()).max(mostWithArchived) }),
  output: z.object({ success: z.literal(true) }),
  errors: [fieldErrors.field_not_found],
  examples: [
    {
      title: 'The second one first',
      input: { kind: 'deal', fieldIds: ['01980000-0000-7000-8000-000000000001', '01980000-0000-7000-8000-000000000000'] },
    },
  ],

  async run({ kind, fieldIds }, { db, org, emit, fail }) {
    const list = (await lockFields(db, org.id)).filter((field) => field.kind === kind)
    const known = new Set(list.map(({ id }) => id))
    if (fieldIds.some((id) => !known.has(id))) throw fail('field_not_found')
    const first = new Set(fieldIds)
    const ordered = [...first, ...list.map(({ id }) => id).filter((id) => !first.has(id))]
    await sql`
      update fields f set place = o.place from unnest(${ordered}::uuid[]) with ordinality as o (id, place)
      where f.org_id = ${org.id} and f.id = o.id and f.place <> o.place`.execute(db)
    await emit(fieldEvents.ordered, org.id, { kind, field_ids: ordered })
    return { success: true as const }
  },
})
