import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('business/templates/sentences', {
  'archive-template': { done: 'archived or restored a template', tried: 'tried to archive or restore a template' },
  'create-template': { done: 'created a template', tried: 'tried to create a template' },
  'update-template': { done: 'edited a template', tried: 'tried to edit a template' },
})
