import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import type { Language } from '#shapes/languages.ts'
import { workflowErrors } from './errors.ts'
import { workflowTemplatesIn } from './templates.ts'

export const TemplateAnswers = z.record(z.string().max(64), z.union([z.string().max(4_000), z.number(), z.boolean()]))
export type TemplateAnswers = z.output<typeof TemplateAnswers>

/** The definition of a template with what was answered. Throws what is missing, or the template itself. */
export const fillTemplate = (id: string, answers: TemplateAnswers, language: Language = 'en'): Record<string, unknown> => {
  const template = workflowTemplatesIn(language).find((each) => each.id === id)
  if (!template) throw new Failure(workflowErrors.workflow_template_not_found, { field: 'template' })
  const filled = new Map<string, string | number | boolean>()
  for (const { name, type, standard } of template.asks) {
    const answer = answers[name] ?? standard
    if (answer === undefined || (type === 'number') !== (typeof answer === 'number'))
      throw new Failure(workflowErrors.template_answer_missing, { field: `answers.${name}` })
    filled.set(name, answer)
  }
  return put(template.definition, filled) as Record<string, unknown>
}

/** `[[name]]` alone is the answer with its type; inside a text it is its text. */
const put = (value: unknown, answers: ReadonlyMap<string, string | number | boolean>): unknown => {
  if (typeof value === 'string') {
    const alone = /^\[\[(\w+)\]\]$/.exec(value)?.[1]
    if (alone !== undefined) return answers.get(alone)
    return value.replaceAll(/\[\[(\w+)\]\]/g, (_, name: string) => String(answers.get(name)))
  }
  if (Array.isArray(value)) return value.map((each) => put(each, answers))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, put(each, answers)]))
  return value
}
