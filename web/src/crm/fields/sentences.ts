import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('crm/fields/sentences', {
  'save-field': { done: 'saved a field', tried: 'tried to save a field' },
  'order-fields': { done: 'changed the order of fields', tried: 'tried to change the order of fields' },
  'archive-field': { done: 'archived or restored a field', tried: 'tried to archive or restore a field' },
  'delete-field': { done: 'deleted a field with its values', tried: 'tried to delete a field' },
  'set-fields': { done: 'changed fields of a record', tried: 'tried to change fields of a record' },
  'set-lead-fields': {
    done: 'set whether leads bring values of fields',
    tried: 'tried to set whether leads bring values of fields',
  },
})
