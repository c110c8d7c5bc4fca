import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { fieldErrors } from './errors.ts'
import { fieldEvents, fieldFieldsOf } from './events.ts'
import { lockFields, sentField } from './fields.ts'
import { removeValuesReference } from './job-references.ts'
import { countValues } from './values.ts'

export const deleteField = action({
  name: 'delete-field',
  summary: 'Delete an archived field with all its values',
  description: 'It cannot be undone. `values`: how many records had one.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: true },
  input: z.object({ fieldId: z.uuid() }),
  output: z.object({ success: z.literal(true), values: z.int() }),
  errors: [fieldErrors.field_not_found, fieldErrors.field_not_archived],
  examples: [{ title: 'Delete a field', input: { fieldId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ fieldId }, { db, org, emit, enqueue, fail }) {
    const field = (await lockFields(db, org.id)).find(({ id }) => id === fieldId)
    if (!field) throw fail('field_not_found')
    if (field.archived_at === null) throw fail('field_not_archived')
    const values = await countValues(db, org.id, field)
    await db.deleteFrom('fields').where('org_id', '=', org.id).where('id', '=', fieldId).execute()
    await emit(fieldEvents.changed, fieldId, { before: fieldFieldsOf(sentField(field)), after: null })
    if (values > 0) await enqueue(removeValuesReference, { orgId: org.id, fieldId, type: field.type })
    return { success: true as const, values }
  },
})
