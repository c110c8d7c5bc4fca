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
import { partErrors, readParts } from './template-parts.ts'
import { addVersion, isNameTaken, showTemplateOf, TemplateDetail, TemplateKind } from './templates.ts'
import { ruleColumn, WhenSigned } from './when-signed.ts'

export const createTemplate = action({
  name: 'create-template',
  summary: 'Create a template',
  description:
    'A text with placeholders, a PDF with boxes for values and fields for signers, or a Google Doc with placeholders, from which `generate-contract` makes documents. A text that cannot be read, or that no font can show, is rejected with the place. A PDF is uploaded first: `PUT /template-files?name=<file name>` with its bytes answers the `id` for `file`. A Google Doc is read now, with the Google account of the workspace; what was read is the version, and signers sign on a page that is added at the end.',
  who: 'admin',
  transports: ['gateway', 'mcp'],
  effect: 'write',
  scope: 'documents:write',
  input: z.object({
    name: TemplateName,
    kind: TemplateKind.describe(
      '`text`: written in the app. `pdf`: an uploaded file with placed fields. `google`: a Google Doc',
    ),
    body: TemplateBody.optional(),
    file: FileId.optional(),
    googleFileId: GoogleFileId.optional(),
    fields: FieldInputs.optional(),
    boxes: BoxInputs.optional(),
    placeholders: Placeholders.default([]),
    reminders: Reminders.nullish().describe('Of its documents; without it as the workspace says'),
    whenSigned: WhenSigned.nullish().describe('What follows when all have signed a document of it'),
  }),
  output: z.object({ success: z.literal(true), template: TemplateDetail }),
  errors: [
    ...[dealErrors.stage_not_found, templateErrors.template_name_taken, templateErrors.template_unreadable],
    ...partErrors,
    ...[googleErrors.google_doc_address_wrong, ...googleFailures],
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
    {
      title: 'A PDF with a price and a signature',
      input: {
        ...{ name: 'Order form', kind: 'pdf', file: '01980000-0000-7000-8000-000000000000' },
        fields: [{ id: 'f1', kind: 'signature', signer: 'client', page: 0, x: 60, y: 700, width: 180, height: 40 }],
        boxes: [{ id: 'b1', key: 'PRICE', page: 0, x: 400, y: 320, width: 120, height: 16, align: 'right' }],
        placeholders: [{ key: 'PRICE', type: 'line', label: 'Price' }],
      },
    },
  ],

  prepare: ({ kind, googleFileId }, context) => readSentDoc(kind === 'google' ? googleFileId : undefined, context),

  async run({ name, kind, reminders, whenSigned, ...given }, { db, org, person, ports, newId, emit, prepared, fail }) {
    const parts = await readParts(db, org.id, { kind, given, before: null, read: prepared }, ports.documents.coverage())
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
        kind,
        version: 1,
        ...(reminders && reminderColumns(reminders)),
        when_signed: ruleColumn(whenSigned ?? null),
      })
      .execute()
    await addVersion(db, org.id, id, 1, { ...parts, madeBy: person?.id ?? null })
    await emit(templateEvents.saved, id, { name, version: 1 })
    const template = await showTemplateOf(db, org.id, id)
    if (!template) throw new Error('a template that was just made is not there')
    return { success: true as const, template }
  },
})
