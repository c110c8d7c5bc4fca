import { leadTemplates } from './lead-templates.ts'
import { reminderTemplates } from './reminder-templates.ts'
import type { WorkflowTemplate } from './template-shapes.ts'

/** From which a workflow can be made, in the order in which they are offered. */
export const workflowTemplates: readonly WorkflowTemplate[] = [...leadTemplates, ...reminderTemplates]
