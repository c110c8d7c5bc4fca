import { module } from '#core/module.ts'
import { recordErrors } from './errors.ts'

/** What contacts, companies, leads and deals have in common. */
export const recordsModule = module({
  title: 'Records',
  errors: recordErrors,
  scopes: {
    'records:read': 'Read the tags and fields of a workspace',
    'records:write': 'Tag records, and set their own fields',
  },
  owns: [],
})
