import type { Language } from '#shapes/languages.ts'
import { leadTemplates } from './lead-templates.ts'
import { reminderTemplates } from './reminder-templates.ts'
import type { WorkflowTemplate } from './template-shapes.ts'
import { templateWords } from './template-words.ts'

/** From which a workflow can be made, in the order in which they are offered; what the workflow says is in this language. */
export const workflowTemplatesIn = (language: Language): readonly WorkflowTemplate[] => {
  const words = templateWords[language]
  return [...leadTemplates(words), ...reminderTemplates(words)]
}
