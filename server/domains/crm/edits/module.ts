import { module } from '#core/module.ts'
import { editErrors } from './errors.ts'
import { editRetention } from './retention.ts'

/** What was changed of records, from what to what, and by whom. */
export const editsModule = module({
  title: 'Edits',
  errors: editErrors,
  retention: [editRetention],
  owns: ['record_edits'],
})
