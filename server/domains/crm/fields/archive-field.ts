import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { changedFields } from '#core/events/changes.ts'
import { fieldErrors } from './errors.ts'
import { fieldEvents, fieldFieldsOf } from './events.ts'
import { setArchived } from './field-edits.ts'
import { lockFields, OwnField, sentField } from './fields.ts'

export const archiveField = action({
  name: 'archive-field',
  summary: 'Archive a field, or restore it',
  description:
    'An archived field is neither shown nor asked for, and keeps its values and its key. `archived: false` restores it, with all its values.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ fieldId: z.uuid(), archived: z.boolean().default(true) }),
  output: z.object({ success: z.literal(true), field: OwnField }),
  errors: [fieldErrors.field_not_found, fieldErrors.too_many_fields, fieldErrors.field_name_taken],
  examples: [{ title: 'Archive a field', input: { fieldId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ fieldId, archived }, { db, org, emit, fail }) {
    const list = await lockFields(db, org.id)
    const before = list.find(({ id }) => id === fieldId)
    if (!before) throw fail('field_not_found')
    if ((before.archived_at !== null) === archived) return { success: true as const, field: sentField(before) }
    const field = await setArchived(db, list, before, archived)
    await emit(fieldEvents.changed, fieldId, changedFields(fieldFieldsOf(sentField(before)), fieldFieldsOf(sentField(field))))
    return { success: true as const, field: sentField(field) }
  },
})
