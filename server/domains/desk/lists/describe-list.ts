import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { OrgContext } from '#core/context.ts'
import { mostOfCompanyWords } from '#domains/crm/companies/company-people.ts'
import { choice, shape } from '#shapes'
import type { Reading } from './conditions.ts'
import { type FieldChoice as Choice, choicesOf } from './field-choices.ts'
import { ListFieldType, ListKind, ListOperator, operatorsOf } from './filters.ts'
import { holderKinds, type ListField } from './list-fields.ts'
import { filterLimitOf, isFiltered, ListLimit, notOffered, sortLimitOf } from './offers.ts'
import { isSortable } from './orders.ts'
import { readingFor } from './readings.ts'

const FieldChoice = shape('ListFieldChoice', {
  value: z.string(),
  name: z.string().describe('Of a stage, where there are several pipelines: with that of its pipeline'),
  is_archived: z.boolean().describe('It can be filtered by and is given to no further record'),
})

const HolderKind = choice('ListHolderKind', holderKinds)

const limitWords =
  'Null where it can. `no_index`: no index serves it, so that it would take seconds with a million records; `searched`: the same, and `search` finds it; `several_values`: a record has several of them'

const DescribedField = shape('ListField', {
  key: z.string(),
  name: z.string(),
  type: ListFieldType,
  is_column: z.boolean().describe('It can be shown'),
  is_usual: z.boolean().describe('It is shown where a call names no columns'),
  is_own: z.boolean().describe('A field of the workspace’s own'),
  can_sort: z.boolean(),
  no_sort_because: ListLimit.nullable().describe(limitWords),
  operators: z.array(ListOperator).describe('Empty: the list cannot be filtered by it'),
  no_filter_because: ListLimit.nullable().describe(limitWords),
  choices: z.array(FieldChoice).nullable().describe('Of `choice`, `choices` and `tags`; null of others'),
  currency: z.string().nullable(),
  belongs_to: HolderKind.nullable().describe(
    `Of a \`record\` that can be filtered by: its kind. Of a company it is what belongs to it, to its contacts or to its deals, of a contact also what belongs to their deals. ${mostOfCompanyWords}`,
  ),
})

export const describeList = action({
  name: 'describe-list',
  summary: 'Describe a list: columns, filters, orders',
  description: `With the tags and fields of the workspace’s own. A list offers only filters and orders that an index serves, and says of each other column why it offers none. ${notOffered} \`upload\` needs the scope \`uploads:read\` as well, \`delivery\` (admins) \`deliveries:read\`, \`webhook_delivery\` (admins) \`webhooks:read\` and \`activity\` (admins) \`audit:read\`; these four are closed to workflows and assistants.`,
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'lists:read',
  input: z.object({ kind: ListKind }),
  output: z.object({ kind: ListKind, usual_sort: z.string(), fields: z.array(DescribedField) }),
  errors: [],
  examples: [{ title: 'The list of leads', input: { kind: 'lead' } }],

  async run({ kind }, context) {
    const reading = await readingFor(context, kind)
    const fields = []
    for (const field of reading.fields) fields.push(await described(context, reading, field))
    return { kind, usual_sort: reading.list.usualSort, fields }
  },
})

const described = async (
  context: Pick<OrgContext, 'db' | 'summaryOf' | 'errorOf'>,
  reading: Reading,
  field: ListField,
): Promise<z.input<typeof DescribedField>> => ({
  key: field.key,
  name: field.name,
  type: field.type,
  is_column: field.shown !== undefined || field.type === 'tags',
  is_usual: field.isUsual ?? false,
  is_own: field.own !== undefined,
  can_sort: isSortable(field),
  no_sort_because: sortLimitOf(field),
  operators: operatorsFor(field),
  no_filter_because: filterLimitOf(field),
  choices: (await choicesOf(context.db, context, reading, field))?.map(sentChoice) ?? null,
  currency: field.own?.currency ?? null,
  belongs_to: field.belongs?.to ?? null,
})

const sentChoice = ({ value, name, isArchived = false }: Choice): z.input<typeof FieldChoice> => ({
  ...{ value, name, is_archived: isArchived },
})

const operatorsFor = (field: ListField): ListOperator[] => {
  const { type, filter } = field
  if (!isFiltered(field)) return []
  const every = operatorsOf[type]
  return filter && !filter.isNullable ? every.filter((op) => op !== 'empty' && op !== 'not_empty') : [...every]
}
