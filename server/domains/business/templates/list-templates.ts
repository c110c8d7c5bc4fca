import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { listTemplatesOf, Template } from './templates.ts'

export const listTemplates = action({
  name: 'list-templates',
  summary: 'List the templates of documents',
  description: 'By name. The id of one is the `templateId` of `generate-contract`.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'read',
  scope: 'documents:read',
  input: z.object({ archived: z.boolean().default(false).describe('Those that are no longer in use') }),
  output: z.object({ templates: z.array(Template) }),
  errors: [],
  examples: [{ title: 'Those in use', input: {} }],

  run: async ({ archived }, { db, org }) => ({ templates: await listTemplatesOf(db, org.id, archived) }),
})
