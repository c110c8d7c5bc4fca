import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'
import { PlainRecordKind } from '../records/records.ts'
import { FieldChoice, FieldType } from './fields.ts'
import { FieldValues } from './values.ts'

const Changed = z.object({
  kind: PlainRecordKind.describe('Of the record'),
  before: FieldValues.describe('By key, the fields that changed, as they were'),
  after: FieldValues.describe('The same fields, as they are'),
  fields: FieldValues.describe('All fields of the record, as `show-contact` and the others answer them'),
})

export const recordFieldEvents = {
  changed: event({
    type: 'record.changed',
    about: 'Fields of the workspace’s own changed on a contact, company, lead or deal.',
    facts: Changed,
    webhook: {
      body: Changed.extend({ id: z.uuid().describe('The record') }),
      tell: ({ subjectId, facts }) => ({ id: subjectId, ...facts }),
      /** Each has had its facts from the first on. */
      read: async () => () => undefined,
    },
  }),
}

const FieldFields = z.object({
  name: z.string(),
  kind: PlainRecordKind,
  key: z.string(),
  type: FieldType,
  choices: z.array(z.object(FieldChoice.shape)),
  min: z.number().nullable(),
  max: z.number().nullable(),
  required_stage_id: z.uuid().nullable(),
  in_forms: z.boolean(),
  archived_at: z.iso.datetime().nullable(),
})

/** Of a field as it is sent. */
export const fieldFieldsOf = (field: z.input<typeof FieldFields>): z.output<typeof FieldFields> => FieldFields.parse(field)

export const fieldEvents = {
  changed: event({
    type: 'field.changed',
    about: 'A field of the workspace’s own was added, changed, archived, restored or deleted.',
    facts: changesOf(FieldFields),
  }),
  leads: event({
    type: 'field.leads_changed',
    about: 'Whether leads of the API bring values of fields was set.',
    facts: changesOf(z.object({ reads_leads: z.boolean() })),
  }),
  ordered: event({
    type: 'field.ordered',
    about: 'The fields of a kind of record have another order.',
    facts: z.object({ kind: PlainRecordKind, field_ids: z.array(z.uuid()).describe('In their order') }),
  }),
}
