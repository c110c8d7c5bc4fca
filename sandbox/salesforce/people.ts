import { owners, stages } from '../crm/seed.ts'
import { field, systemFields } from './fields.ts'
import { idOf, numberIn, orgPrefix, userPrefix } from './ids.ts'
import type { Field, Org, Plan, Row, SObject } from './orgs.ts'

/** Objects of few rows that do not change here: users, queues, stages, the org. */

interface Kept extends Row {
  readonly values: Readonly<Record<string, string | number | boolean | null>>
}

const since = Date.UTC(2024, 0, 1)

const small = (
  name: string,
  prefix: string,
  fields: readonly Field<Kept>[],
  rowsOf: (org: Org) => readonly Kept[],
): SObject<Kept> => ({
  ...{ name, label: name, prefix, isMergeable: false, isWritable: false },
  fields: [...systemFields<Kept>(prefix), ...fields],
  rows: (org, { ids }: Plan) => rowsOf(org).filter(({ n }) => ids === null || ids.includes(n)),
  find: (org, n) => rowsOf(org).find((row) => row.n === n),
})

const readValue = (name: string) => (row: Kept) => row.values[name] ?? null
const rowOf = (n: number, values: Kept['values']): Kept => ({ n, stamp: since, isDeleted: false, values })

const queuePrefix = '00G'
/** Who owns what has no owner: each record here has one. */
const queueNumber = 1

export const users = small(
  'User',
  userPrefix,
  [
    field('Name', 'string', readValue('Name')),
    field('Username', 'string', readValue('Email')),
    field('Email', 'email', readValue('Email')),
    field('IsActive', 'boolean', readValue('IsActive'), { label: 'Active' }),
    field('UserType', 'picklist', () => 'Standard'),
  ],
  () => owners.map(({ id, name, email, hasLeft }) => rowOf(id, { Name: name, Email: email, IsActive: !hasLeft })),
)

export const queues = small(
  'Group',
  queuePrefix,
  [field('Name', 'string', readValue('Name')), field('Type', 'picklist', () => 'Queue')],
  () => [rowOf(queueNumber, { Name: 'Unassigned' })],
)

export const ownerIdOf = (ownerId: string | null | undefined): string =>
  ownerId === null || ownerId === undefined ? idOf(queuePrefix, queueNumber) : idOf(userPrefix, Number(ownerId))

/** Undefined: there is no such owner. Null: the queue. */
export const ownerIn = (id: string): string | null | undefined => {
  if (numberIn(queuePrefix, id) === queueNumber) return null
  const n = numberIn(userPrefix, id)
  return owners.some((owner) => owner.id === n) ? String(n) : undefined
}

export const stageObject = small(
  'OpportunityStage',
  '01J',
  [
    field('ApiName', 'string', readValue('ApiName')),
    field('MasterLabel', 'string', readValue('ApiName')),
    field('IsActive', 'boolean', () => true),
    field('IsClosed', 'boolean', readValue('IsClosed')),
    field('IsWon', 'boolean', readValue('IsWon')),
    field('DefaultProbability', 'percent', readValue('DefaultProbability')),
    field('SortOrder', 'int', readValue('SortOrder')),
  ],
  () =>
    stages.map(({ name, kind, probability }, at) =>
      rowOf(at + 1, {
        ...{ ApiName: name, IsClosed: kind !== 'open', IsWon: kind === 'won' },
        ...{ DefaultProbability: probability, SortOrder: at + 1 },
      }),
    ),
)

export const organizations = small('Organization', orgPrefix, [field('Name', 'string', readValue('Name'))], ({ account }) => [
  rowOf(Number(account), { Name: `Sandbox org ${account}` }),
])
