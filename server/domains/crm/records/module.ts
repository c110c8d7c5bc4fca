import { module } from '#core/module.ts'
import { linkedParts } from './attached-parts.ts'
import { recordErrors } from './errors.ts'
import { attachedParts } from './moments.ts'

/** What contacts, companies, leads and deals have in common. */
export const recordsModule = module({
  title: 'Records',
  errors: recordErrors,
  scopes: {
    'records:read': 'Read the tags and fields of a workspace',
    'records:write': 'Tag records, and set their own fields',
  },
  moments: [attachedParts],
  within: [linkedParts],
  owns: [],
})
