import { module } from '#core/module.ts'
import { archiveTemplate } from './archive-template.ts'
import { createTemplate } from './create-template.ts'
import { downloadTemplatePage } from './download-template-page.ts'
import { templateErrors } from './errors.ts'
import { templateEvents } from './events.ts'
import { googleErrors } from './google-errors.ts'
import { listTemplates } from './list-templates.ts'
import { showTemplate } from './show-template.ts'
import { templateFileRoutes } from './template-file-routes.ts'
import { updateTemplate } from './update-template.ts'

export const templatesModule = module({
  title: 'Templates',
  actions: [listTemplates, showTemplate, createTemplate, updateTemplate, archiveTemplate, downloadTemplatePage],
  routes: [templateFileRoutes],
  errors: { ...templateErrors, ...googleErrors },
  events: [templateEvents],
  scopes: {
    'documents:read': 'Read templates and documents, with their evidence',
    'documents:write': 'Make, send, void and remind of documents; change templates',
  },
  owns: ['templates', 'template_versions', 'template_files'],
})
