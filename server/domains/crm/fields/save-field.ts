import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { PlainRecordKind } from '../records/records.ts'
import { GivenOptions, optionsFor } from './choices.ts'
import { fieldErrors } from './errors.ts'
import { fieldEvents, fieldFieldsOf } from './events.ts'
import { addField, changeField } from './field-edits.ts'
import { type Field, FieldKey, FieldName, FieldType, lockFields, OwnField, sentField } from './fields.ts'

const Input = z.object({
  fieldId: z.uuid().optional(),
  kind: PlainRecordKind.optional().describe('Required for a new field, like `name` and `fieldType`. It does not change'),
  name: FieldName.optional(),
  fieldType: FieldType.optional().describe('It does not change'),
  key: FieldKey.optional().describe('Made from the name if left out. It does not change'),
  ...GivenOptions.shape,
  requiredStageId: z
    .uuid()
    .nullable()
    .optional()
    .describe('Of deals: moving to this stage, or one behind it in its pipeline, needs a value. Losing a deal never does'),
  inForms: z.boolean().optional().describe('Of leads: forms on a website may ask for it'),
})
type Input = z.output<typeof Input>

export const saveField = action({
  name: 'save-field',
  summary: 'Add or change a field of contacts, companies, leads or deals',
  description:
    'Without `fieldId` a new field is added. Omitted settings keep their values. Values that are there stay, also where they lie outside of new limits.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: false },
  input: Input,
  output: z.object({ success: z.literal(true), field: OwnField }),
  errors: [
    transportErrors.missing_field,
    fieldErrors.field_not_found,
    fieldErrors.field_fixed,
    fieldErrors.field_key_taken,
    fieldErrors.field_name_taken,
    fieldErrors.field_options_invalid,
    fieldErrors.too_many_fields,
  ],
  examples: [
    { title: 'A budget of deals', input: { kind: 'deal', name: 'Budget', fieldType: 'money', currency: 'EUR' } },
    {
      title: 'How a contact likes to be reached',
      input: {
        kind: 'contact',
        name: 'Best reached',
        fieldType: 'choice',
        choices: [{ name: 'Phone' }, { name: 'Email', hue: 5 }],
      },
    },
  ],

  async run(input, { db, org, emit }) {
    const list = await lockFields(db, org.id)
    const before = input.fieldId === undefined ? null : list.find(({ id }) => id === input.fieldId)
    if (before === undefined) throw new Failure(fieldErrors.field_not_found)
    const kind = before?.kind ?? input.kind
    await requireFitting(db, org.id, kind, input)
    const field = before ? await changed(db, list, before, input) : await added(db, org.id, list, input)
    await emit(
      fieldEvents.changed,
      field.id,
      changedFields(before && fieldFieldsOf(sentField(before)), fieldFieldsOf(sentField(field))),
    )
    return { success: true as const, field: sentField(field) }
  },
})

const added = (db: Db, orgId: string, list: readonly Field[], input: Input): Promise<Field> => {
  const { kind, name, fieldType: type } = input
  if (!kind || name === undefined || !type) {
    const field = kind ? (name === undefined ? 'name' : 'fieldType') : 'kind'
    throw new Failure('missing_field', { message: `Missing required field: ${field}`, field })
  }
  return addField(db, orgId, list, {
    ...{ kind, name, type, key: input.key, options: optionsFor(type, null, input) },
    ...{ required_stage_id: input.requiredStageId ?? null, in_forms: input.inForms ?? false },
  })
}

const changed = (db: Db, list: readonly Field[], before: Field, input: Input): Promise<Field> => {
  const fixed = { kind: before.kind, fieldType: before.type, key: before.key } as const
  for (const name of ['kind', 'fieldType', 'key'] as const)
    if (input[name] !== undefined && input[name] !== fixed[name]) throw new Failure(fieldErrors.field_fixed, { field: name })
  return changeField(db, list, before, {
    name: input.name ?? before.name,
    options: optionsFor(before.type, before.options, input),
    required_stage_id: input.requiredStageId === undefined ? before.required_stage_id : input.requiredStageId,
    in_forms: input.inForms ?? before.in_forms,
  })
}

/** Stages are of deals, forms make leads. */
const requireFitting = async (db: Db, orgId: string, kind: Field['kind'] | undefined, input: Input): Promise<void> => {
  const refuse = (field: string, message: string) => new Failure(fieldErrors.field_options_invalid, { field, message })
  if (input.inForms && kind !== 'lead') throw refuse('inForms', 'Only fields of leads can be in forms.')
  if (input.requiredStageId == null) return
  if (kind !== 'deal') throw refuse('requiredStageId', 'Only fields of deals can be required at a stage.')
  const stage = await db
    .selectFrom('stages')
    .select('kind')
    .where('org_id', '=', orgId)
    .where('id', '=', input.requiredStageId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!stage) throw refuse('requiredStageId', 'The stage does not exist.')
  if (stage.kind === 'lost') throw refuse('requiredStageId', 'A field cannot be required to lose a deal.')
}
