import { z } from 'zod'
import { choice, schemaNames, shape } from '#shapes'
import { isStorable } from '#shapes/texts.ts'

export const listKinds = [
  ...(['lead', 'contact', 'company', 'deal', 'task', 'invoice'] as const),
  ...(['upload', 'delivery', 'webhook_delivery', 'activity'] as const),
] as const
/** What lists there are. */
export const ListKind = choice('ListKind', listKinds)
export type ListKind = z.output<typeof ListKind>

/** `time` is an instant, `day` a day of the calendar; `record` another record, with its id and name; `records` several. */
export const ListFieldType = choice('ListFieldType', [
  'text',
  'choice',
  'choices',
  'person',
  'time',
  'day',
  'number',
  'money',
  'tick',
  'link',
  'tags',
  'record',
  'records',
])
export type ListFieldType = z.output<typeof ListFieldType>

export const ListOperator = choice('ListOperator', [
  ...(['is', 'is_not', 'any_of', 'none_of', 'begins_with', 'empty', 'not_empty'] as const),
  ...(['has_any', 'has_all', 'has_none', 'at_least', 'at_most'] as const),
  ...(['on', 'before', 'after', 'in_period', 'last_days', 'next_days', 'older_than_days'] as const),
])
export type ListOperator = z.output<typeof ListOperator>

/** Which operators go with a type. */
export const operatorsOf: Readonly<Record<ListFieldType, readonly ListOperator[]>> = {
  text: ['is', 'is_not', 'begins_with', 'empty', 'not_empty'],
  link: ['is', 'is_not', 'begins_with', 'empty', 'not_empty'],
  choice: ['is', 'is_not', 'any_of', 'none_of', 'empty', 'not_empty'],
  choices: ['has_any', 'has_all', 'has_none', 'empty', 'not_empty'],
  person: ['is', 'is_not', 'any_of', 'none_of', 'empty', 'not_empty'],
  time: ['on', 'before', 'after', 'in_period', 'last_days', 'next_days', 'older_than_days', 'empty', 'not_empty'],
  day: ['on', 'before', 'after', 'in_period', 'last_days', 'next_days', 'older_than_days', 'empty', 'not_empty'],
  number: ['is', 'at_least', 'at_most', 'empty', 'not_empty'],
  money: ['is', 'at_least', 'at_most', 'empty', 'not_empty'],
  tick: ['is'],
  tags: ['has_any', 'has_all', 'has_none', 'empty', 'not_empty'],
  record: ['is'],
  records: [],
}

/** Times that move with today, in the workspace's time zone; weeks begin on Monday. */
export const Period = choice('ListPeriod', [
  ...(['today', 'yesterday', 'tomorrow', 'this_week', 'last_week', 'next_week'] as const),
  ...(['this_month', 'last_month', 'next_month', 'this_year', 'last_year'] as const),
])
export type Period = z.output<typeof Period>

const FilterText = z
  .string()
  .max(200)
  .refine((text) => isStorable(text), 'is not valid text')
const FilterValue = z
  .union([FilterText, z.number(), z.boolean(), z.array(FilterText).max(100)])
  .describe(
    'Of `person`: the id of a member, `me` or `nobody`. Of `in_period`: a `ListPeriod`. Of `on`, `before`, `after`: YYYY-MM-DD. Of `…_days`: a number of days. Of `tags`: ids. Of `record`: its id. Of `money`: the smallest unit, with `currency`.',
  )

const condition = {
  field: z.string().min(1).max(80).describe('A key of `describe-list`; a field of the workspace’s own is `field.<key>`'),
  op: ListOperator,
  value: FilterValue.optional(),
  currency: z.string().length(3).optional().describe('Of `money`: ISO 4217'),
}
const match = choice('FilterMatch', ['all', 'any'])

export const mostConditions = 20

/** What is misspelt is refused, at every level: a filter without its condition means more records, not fewer. */
const strictShape = <Shape extends z.core.$ZodShape>(id: string, fields: Shape) =>
  z.strictObject(fields).register(schemaNames, { id })

const ListCondition = strictShape('ListCondition', condition)
const taken = { match: match.default('all'), conditions: z.array(ListCondition).max(mostConditions).default([]) }
/** The deepest level: groups within it are refused, and not left out unsaid. */
const ListInnerGroup = strictShape('ListInnerGroup', taken)
const ListGroup = strictShape('ListGroup', { ...taken, groups: z.array(ListInnerGroup).max(mostConditions).default([]) })
/** Which records a list shows: conditions of which all or any hold, in up to three levels of groups. */
export const ListFilter = strictShape('ListFilter', {
  ...taken,
  groups: z.array(ListGroup).max(mostConditions).default([]),
}).refine((filter) => countConditions(filter) <= mostConditions, `has more than ${mostConditions} conditions`)
export type ListFilter = z.output<typeof ListFilter>
export type ListCondition = z.output<typeof ListCondition>

/** A group at any level. */
export interface Group {
  readonly match: 'all' | 'any'
  readonly conditions: readonly ListCondition[]
  readonly groups?: readonly Group[] | undefined
}

export const countConditions = (group: Group): number =>
  group.conditions.length + (group.groups ?? []).reduce((sum, inner) => sum + countConditions(inner), 0)

/** Every condition of it, at whatever level. */
export const conditionsIn = (group: Group): readonly ListCondition[] => [
  ...group.conditions,
  ...(group.groups ?? []).flatMap(conditionsIn),
]

const SavedCondition = shape('SavedCondition', condition)
const kept = { match, conditions: z.array(SavedCondition) }
const SavedInnerGroup = shape('SavedInnerGroup', kept)
const SavedGroup = shape('SavedGroup', { ...kept, groups: z.array(SavedInnerGroup) })
/** The same as it is kept in a view. */
export const SavedFilter = shape('SavedFilter', { ...kept, groups: z.array(SavedGroup) })
