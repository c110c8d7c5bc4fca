import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { findTemplatesInUse } from '#domains/conversations/whatsapp/templates.ts'
import { shape } from '#shapes'
import { sealingErrors } from './errors.ts'

const name = z.string().trim().min(1).max(512)
const language = z.string().trim().min(2).max(20)

export const CodeTemplateInput = z.object({ name, language })

/** The WhatsApp template by which codes go. */
export const CodeTemplate = shape('CodeTemplate', { name, language })
export type CodeTemplate = z.output<typeof CodeTemplate>

export const findCodeTemplate = async (db: Db, orgId: string): Promise<CodeTemplate | null> => {
  const row = await db.selectFrom('sealing_settings').select('code_template').where('org_id', '=', orgId).executeTakeFirst()
  return CodeTemplate.nullable().parse(row?.code_template ?? null)
}

/**
 * Refuses a template by which no code can go. WhatsApp takes codes in a category of their own alone. The one that is chosen already is taken as it is: WhatsApp may
 * have paused it, and other settings are saved beside it.
 */
export const requireFitTemplate = async (db: Db, orgId: string, { name, language }: CodeTemplate): Promise<void> => {
  const chosen = await findCodeTemplate(db, orgId)
  if (chosen?.name === name && chosen.language === language) return
  const templates = await findTemplatesInUse(db, orgId, { name })
  const found = templates.find((each) => each.language === language)
  if (!found) throw refuse('codeTemplate', 'The connected WhatsApp number has no such template.')
  const { status, category, unusable, variables } = found
  if (status !== 'APPROVED') throw refuse('codeTemplate', `WhatsApp has not approved this template: ${status}.`)
  if (category !== 'AUTHENTICATION') throw refuse('codeTemplate', 'Codes need a template of the category “Authentication”.')
  if (unusable !== null) throw refuse('codeTemplate', `Foyer does not support this template: it has ${unusable}.`)
  if (variables !== 1) throw refuse('codeTemplate', 'This template needs other values than a code.')
}

const refuse = (field: string, message: string): Failure => new Failure(sealingErrors.code_template_unfit, { field, message })
