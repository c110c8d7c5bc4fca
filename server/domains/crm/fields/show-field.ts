import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { fieldErrors } from './errors.ts'
import { findField, OwnField, sentField } from './fields.ts'
import { countValues } from './values.ts'

export const showField = action({
  name: 'show-field',
  summary: 'Show a field, with how many records have a value of it',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'records:read',
  input: z.object({ fieldId: z.uuid() }),
  output: z.object({ field: OwnField, values: z.int().describe('Records with a value') }),
  errors: [fieldErrors.field_not_found],
  examples: [{ title: 'One field', input: { fieldId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ fieldId }, { db, org, fail }) {
    const field = await findField(db, org.id, fieldId)
    if (!field) throw fail('field_not_found')
    return { field: sentField(field), values: await countValues(db, org.id, field) }
  },
})
