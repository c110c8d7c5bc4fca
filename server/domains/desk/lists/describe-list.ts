import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { listSources } from '#domains/crm/leads/leads.ts'
import { shape } from '#shapes'
import type { Reading } from './conditions.ts'
import { ListFieldType, ListKind, ListOperator, operatorsOf } from './filters.ts'
import type { ListField } from './list-fields.ts'
import { isSortable } from './orders.ts'
import { readingOf } from './readings.ts'

const FieldChoice = shape('ListFieldChoice', { value: z.string(), name: z.string() })

const DescribedField = shape('ListField', {
  key: z.string(),
  name: z.string(),
  type: ListFieldType,
  is_column: z.boolean().describe('It can be shown'),
  is_usual: z.boolean().describe('It is shown where a call names no columns'),
  is_own: z.boolean().describe('A field of the workspace’s own'),
  can_sort: z.boolean(),
  operators: z.array(ListOperator).describe('Empty: the list cannot be filtered by it, because no index would serve it'),
  choices: z.array(FieldChoice).nullable().describe('Of `choice`, `choices` and `tags`; null of others'),
  currency: z.string().nullable(),
})

export const describeList = action({
  name: 'describe-list',
  summary: 'Describe a list: columns, filters, orders',
  description:
    'With the tags and fields of the workspace’s own. A list offers only filters and orders that an index serves: names, addresses and numbers of leads are found by `search`; leads are sorted by the time they came, or by fields of the workspace’s own.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'lists:read',
  input: z.object({ kind: ListKind }),
  output: z.object({ kind: ListKind, usual_sort: z.string(), fields: z.array(DescribedField) }),
  errors: [],
  examples: [{ title: 'The list of leads', input: { kind: 'lead' } }],

  async run({ kind }, { db, org, person, now }) {
    const reading = await readingOf(db, org.id, kind, { personId: person?.id ?? null, now: now() })
    const fields = []
    for (const field of reading.fields) fields.push(await described(db, reading, field))
    return { kind, usual_sort: reading.list.usualSort, fields }
  },
})

const described = async (db: Db, reading: Reading, field: ListField): Promise<z.input<typeof DescribedField>> => ({
  key: field.key,
  name: field.name,
  type: field.type,
  is_column: field.shown !== undefined || field.type === 'tags',
  is_usual: field.isUsual ?? false,
  is_own: field.own !== undefined,
  can_sort: isSortable(field),
  operators: operatorsFor(field),
  choices: await choicesOf(db, reading, field),
  currency: field.own?.currency ?? null,
})

const operatorsFor = ({ type, filter, own }: ListField): ListOperator[] => {
  if (!filter && !own && type !== 'tags') return []
  const every = operatorsOf[type]
  return filter && !filter.isNullable ? every.filter((op) => op !== 'empty' && op !== 'not_empty') : [...every]
}

const plain = (values: readonly string[]) => values.map((value) => ({ value, name: value }))

const choicesOf = async (
  db: Db,
  { list, orgId }: Reading,
  field: ListField,
): Promise<{ value: string; name: string }[] | null> => {
  if (field.choices) return plain(field.choices)
  if (field.own) return field.own.options.length === 0 ? null : field.own.options.map(({ id, name }) => ({ value: id, name }))
  if (field.type === 'tags') {
    const tags = await db.selectFrom('tags').select(['id', 'name']).where('org_id', '=', orgId).orderBy('name_key').execute()
    return tags.map(({ id, name }) => ({ value: id, name }))
  }
  if (list.kind === 'lead' && field.key === 'source') return plain(await listSources(db, orgId))
  if (list.kind === 'deal' && field.key === 'stage') {
    const stages = await db
      .selectFrom('stages')
      .select(['id', 'name'])
      .where('org_id', '=', orgId)
      .where('archived_at', 'is', null)
      .orderBy('pipeline_id')
      .orderBy('position')
      .execute()
    return stages.map(({ id, name }) => ({ value: id, name }))
  }
  return null
}
