import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { findStage } from '#domains/crm/deals/pipelines.ts'
import { templateErrors } from './errors.ts'
import { templateEvents } from './events.ts'
import { googleFailures } from './google-accounts.ts'
import { GoogleFileId, readSentDoc } from './google-docs.ts'
import { googleErrors } from './google-errors.ts'
import { BoxInputs, FieldInputs } from './placed-input.ts'
import { Reminders, reminderColumns } from './reminders.ts'
import { FileId } from './template-files.ts'
import { Placeholders, TemplateBody, TemplateName } from './template-input.ts'
import { isChange, partErrors, readParts } from './template-parts.ts'
import { addVersion, isNameTaken, lockTemplate, showTemplateOf, TemplateDetail } from './templates.ts'
import { ruleColumn, WhenSigned } from './when-signed.ts'

export const updateTemplate = action({
  name: 'update-template',
  summary: 'Change a template',
  description:
    'A change of the text, or of the file, fields and boxes of a PDF, is a new version. With `googleFileId` a Google Doc is read again; where it changed, or is another one, that is a new version. A part that is not sent is kept. Documents keep the version that they were made from.',
  who: 'admin',
  transports: ['gateway', 'mcp'],
  effect: 'write',
  scope: 'documents:write',
  input: z.object({
    templateId: z.uuid(),
    name: TemplateName.optional(),
    body: TemplateBody.optional(),
    file: FileId.optional(),
    googleFileId: GoogleFileId.optional(),
    fields: FieldInputs.optional(),
    boxes: BoxInputs.optional(),
    placeholders: Placeholders.optional(),
    reminders: Reminders.nullish().describe('`null`: as the workspace says'),
    whenSigned: WhenSigned.nullish().describe('What follows when all have signed a document that is made from now on'),
  }),
  output: z.object({ success: z.literal(true), template: TemplateDetail }),
  errors: [
    dealErrors.stage_not_found,
    templateErrors.document_template_not_found,
    templateErrors.template_name_taken,
    templateErrors.template_unreadable,
    ...partErrors,
    ...[googleErrors.google_doc_address_wrong, ...googleFailures],
  ],
  examples: [
    { title: 'Another name', input: { templateId: '01980000-0000-7000-8000-000000000000', name: 'Retainer agreement' } },
  ],

  prepare: ({ googleFileId }, context) => readSentDoc(googleFileId, context),

  async run({ templateId, name, reminders, whenSigned, ...given }, { db, org, person, ports, emit, prepared, fail }) {
    const held = await lockTemplate(db, org.id, templateId)
    const before = held && (await showTemplateOf(db, org.id, templateId))
    if (!held || !before || held.archived_at) throw fail('document_template_not_found')
    if (name !== undefined && (await isNameTaken(db, org.id, name, templateId)))
      throw fail('template_name_taken', { field: 'name' })
    if (whenSigned?.stageId && !(await findStage(db, org.id, whenSigned.stageId)))
      throw fail('stage_not_found', { field: 'whenSigned.stageId' })
    const isNew = isChange(given, before, prepared)
    const version = isNew ? held.version + 1 : held.version
    if (isNew) {
      const parts = await readParts(
        db,
        org.id,
        { kind: before.kind, given, before, read: prepared },
        ports.documents.coverage(),
      )
      await addVersion(db, org.id, templateId, version, { ...parts, madeBy: person?.id ?? null })
    }
    await db
      .updateTable('templates')
      .set({
        ...(name !== undefined && { name }),
        ...changedReminders(reminders),
        ...(whenSigned !== undefined && { when_signed: ruleColumn(whenSigned) }),
        version,
        updated_at: sql`now()`,
      })
      .where('org_id', '=', org.id)
      .where('id', '=', templateId)
      .execute()
    await emit(templateEvents.saved, templateId, { name: name ?? held.name, version })
    const template = await showTemplateOf(db, org.id, templateId)
    if (!template) throw new Error('a template that was just changed is not there')
    return { success: true as const, template }
  },
})

const changedReminders = (reminders: Reminders | null | undefined) =>
  reminders === undefined ? {} : reminders === null ? { remind_after: null, remind_before: null } : reminderColumns(reminders)
