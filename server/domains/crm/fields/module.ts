import { module } from '#core/module.ts'
import { archiveField } from './archive-field.ts'
import { deleteField } from './delete-field.ts'
import { fieldErrors } from './errors.ts'
import { fieldEvents, recordFieldEvents } from './events.ts'
import { listFields } from './list-fields.ts'
import { orderFields } from './order-fields.ts'
import { attachedFields } from './record-fields.ts'
import { removeFieldValues } from './remove-field-values.ts'
import { saveField } from './save-field.ts'
import { setFields } from './set-fields.ts'
import { setLeadFields } from './set-lead-fields.ts'
import { showField } from './show-field.ts'

/** Fields of the workspace’s own on its records. */
export const fieldsModule = module({
  title: 'Fields',
  actions: [listFields, showField, saveField, orderFields, archiveField, deleteField, setFields, setLeadFields],
  jobs: [removeFieldValues],
  errors: fieldErrors,
  events: [recordFieldEvents, fieldEvents],
  within: [attachedFields],
  owns: ['field_settings', 'field_values', 'fields'],
})
