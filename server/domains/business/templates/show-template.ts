import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { templateErrors } from './errors.ts'
import { showTemplateOf, TemplateDetail } from './templates.ts'

export const showTemplate = action({
  name: 'show-template',
  summary: 'Show a template',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'read',
  scope: 'documents:read',
  input: z.object({ templateId: z.uuid() }),
  output: z.object({ template: TemplateDetail }),
  errors: [templateErrors.document_template_not_found],
  examples: [{ title: 'Its newest version', input: { templateId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ templateId }, { db, org, fail }) {
    const template = await showTemplateOf(db, org.id, templateId)
    if (!template) throw fail('document_template_not_found')
    return { template }
  },
})
