import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { findStage } from '#domains/crm/deals/pipelines.ts'
import { templateErrors } from './errors.ts'
import { templateEvents } from './events.ts'
import { Reminders, reminderColumns } from './reminders.ts'
import { Placeholders, readBody, TemplateBody, TemplateName } from './template-input.ts'
import { addVersion, isNameTaken, showTemplateOf, TemplateDetail } from './templates.ts'
import { ruleColumn, WhenSigned } from './when-signed.ts'

export const createTemplate = action({
  name: 'create-template',
  summary: 'Create a template',
  description:
    'A text with placeholders, from which `generate-contract` makes documents. A text that cannot be read, or that no font can show, is rejected with the place.',
  who: 'admin',
  transports: ['gateway', 'mcp'],
  effect: 'write',
  scope: 'documents:write',
  input: z.object({
    name: TemplateName,
    kind: z.enum(['text']).describe('`text`: written in the app'),
    body: TemplateBody,
    placeholders: Placeholders.default([]),
    reminders: Reminders.nullish().describe('Of its documents; without it as the workspace says'),
    whenSigned: WhenSigned.nullish().describe('What follows when all have signed a document of it'),
  }),
  output: z.object({ success: z.literal(true), template: TemplateDetail }),
  errors: [
    dealErrors.stage_not_found,
    templateErrors.template_name_taken,
    templateErrors.template_unreadable,
    transportErrors.letter_without_font,
  ],
  examples: [
    {
      title: 'A short agreement',
      input: {
        name: 'Service agreement',
        kind: 'text',
        body: '# Service agreement\n\nBetween {{AGENCY}} and **{{CLIENT_NAME}}**.\n\n[[signature client]] [[date client]]',
        placeholders: [{ key: 'AGENCY', default: 'Northwind' }],
      },
    },
  ],

  async run({ name, body, placeholders: given, reminders, whenSigned }, { db, org, person, ports, newId, emit, fail }) {
    const { placeholders } = readBody(body, given, ports.documents.coverage())
    if (await isNameTaken(db, org.id, name, null)) throw fail('template_name_taken', { field: 'name' })
    if (whenSigned?.stageId && !(await findStage(db, org.id, whenSigned.stageId)))
      throw fail('stage_not_found', { field: 'whenSigned.stageId' })
    const id = newId()
    await db
      .insertInto('templates')
      .values({
        org_id: org.id,
        id,
        name,
        kind: 'text',
        version: 1,
        ...(reminders && reminderColumns(reminders)),
        when_signed: ruleColumn(whenSigned ?? null),
      })
      .execute()
    await addVersion(db, org.id, id, 1, { body, placeholders, fields: [], madeBy: person?.id ?? null })
    await emit(templateEvents.saved, id, { name, version: 1 })
    const template = await showTemplateOf(db, org.id, id)
    if (!template) throw new Error('a template that was just made is not there')
    return { success: true as const, template }
  },
})
