import { numberIn, prefixes, wholeId } from './ids.ts'
import { allObjects, fieldNamed } from './objects.ts'
import { type FieldType, type Org, type Plan, type Raw, type Row, type SObject, secondOf } from './orgs.ts'
import { noSuchColumn, Refused } from './refusals.ts'
import type { Comparison, Condition, Literal, Soql } from './soql.ts'

/** A field of a row, or of what the row leads to: `Email`, `Account.Name`. */
export interface Path {
  /** As the service writes the names. */
  readonly names: readonly string[]
  readonly type: FieldType
  read(row: Row): Raw
}

export const findPath = (org: Org, object: SObject, path: string, query: string): Path => {
  const [first = '', ...rest] = path.split('.')
  if (rest.length === 0) {
    const found = fieldNamed(object, first, org)
    if (!found) throw noSuchColumn(query, first, object.name)
    return { names: [found.name], type: found.type, read: (row) => found.read(row, org) }
  }
  const link = object.fields.find(({ leadsTo }) => leadsTo?.by.toLowerCase() === first.toLowerCase())
  const targets = allObjects.filter(({ name }) => link?.leadsTo?.objects.includes(name))
  const [target] = targets.toReversed()
  if (!link?.leadsTo || !target)
    throw new Refused(400, 'INVALID_FIELD', `Didn't understand relationship '${first}' in field path.`)
  const { names, type } = findPath(org, target, rest.join('.'), query)
  return {
    names: [link.leadsTo.by, ...names],
    type,
    read: (row) => {
      const id = link.read(row, org)
      const there = targets.find(({ prefix }) => String(id).startsWith(prefix))
      const found = there && id !== null ? there.find(org, numberIn(there.prefix, String(id)) ?? 0) : undefined
      return there && found ? findPath(org, there, rest.join('.'), query).read(found) : null
    },
  }
}

/** What holds for a row where the condition holds. Throws Refused where it names what is not there. */
export const compileCondition = (org: Org, object: SObject, condition: Condition, query: string): ((row: Row) => boolean) => {
  const inner = (part: Condition) => compileCondition(org, object, part, query)
  if ('all' in condition) {
    const parts = condition.all.map(inner)
    return (row) => parts.every((part) => part(row))
  }
  if ('any' in condition) {
    const parts = condition.any.map(inner)
    return (row) => parts.some((part) => part(row))
  }
  if ('not' in condition) {
    const part = inner(condition.not)
    return (row) => !part(row)
  }
  const path = findPath(org, object, condition.field, query)
  const values = condition.values.map((literal) => comparable(path.type, readLiteral(path, condition.field, literal)))
  const compare = comparisons[condition.operator]
  return (row) => compare(comparable(path.type, path.read(row)), values)
}

const kinds: Partial<Record<FieldType, Literal['kind']>> = {
  ...{
    datetime: 'time',
    date: 'date',
    boolean: 'boolean',
    int: 'number',
    double: 'number',
    currency: 'number',
    percent: 'number',
  },
}

const readLiteral = ({ type }: Path, field: string, literal: Literal): Raw => {
  if (literal.kind === 'null') return null
  const wanted = kinds[type] ?? 'text'
  if (literal.kind !== wanted)
    throw new Refused(
      400,
      'INVALID_FIELD',
      `value of filter criterion for field '${field}' must be of type ${type}${wanted === 'text' ? ' and should be enclosed in quotes' : ' and should not be enclosed in quotes'}`,
    )
  if (type !== 'id' && type !== 'reference') return literal.value
  const id = wholeId(String(literal.value))
  if (id === undefined) throw new Refused(400, 'INVALID_QUERY_FILTER_OPERATOR', `invalid ID field: ${literal.value}`)
  return id
}

/** Times by whole seconds, texts without regard to capitals, ids to the letter. */
const comparable = (type: FieldType, value: Raw): Raw => {
  if (type === 'datetime' && typeof value === 'number') return secondOf(value)
  if (typeof value === 'string' && type !== 'id' && type !== 'reference') return value.toLowerCase()
  return value
}

const ordered =
  (holds: (a: string | number, b: string | number) => boolean) =>
  (value: Raw, [other]: readonly Raw[]): boolean =>
    value !== null && other !== null && other !== undefined && holds(value as string | number, other as string | number)

const comparisons: Readonly<Record<Comparison, (value: Raw, others: readonly Raw[]) => boolean>> = {
  '=': (value, [other]) => value === other,
  '!=': (value, [other]) => value !== other,
  '<': ordered((a, b) => a < b),
  '<=': ordered((a, b) => a <= b),
  '>': ordered((a, b) => a > b),
  '>=': ordered((a, b) => a >= b),
  IN: (value, others) => others.includes(value),
  'NOT IN': (value, others) => !others.includes(value),
  LIKE: (value, [pattern]) => typeof value === 'string' && likeness(String(pattern)).test(value),
}

const likeness = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
    's',
  )

/** Of what a query says for all its rows: where to begin and to end. The rows are still compared one by one. */
export const planOf = ({ where, orderBy }: Pick<Soql, 'where' | 'orderBy'>, object: SObject, wantsAll: boolean): Plan => {
  const [first, second] = orderBy.map(({ field, isDescending }) => (isDescending ? '' : field.toLowerCase()))
  const isByChange = first === 'systemmodstamp' && (second === undefined || second === 'id')
  let plan: Plan = {
    ...{ ids: null, deals: null, afterId: 0, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY },
    ...{ deleted: wantsAll ? 'both' : 'no', by: isByChange ? 'change' : 'id' },
  }
  for (const part of where === null ? [] : 'all' in where ? where.all : [where]) plan = narrowed(plan, part, object)
  return plan
}

const narrowed = (plan: Plan, part: Condition, object: SObject): Plan => {
  // (SystemModstamp > a OR (SystemModstamp = a AND Id > b)): nothing before a.
  if ('any' in part) {
    const [one, other] = part.any
    const equals = other && 'all' in other ? other.all[0] : undefined
    if (part.any.length !== 2 || !one || !equals || !('field' in one) || !('field' in equals)) return plan
    const isKeyset = one.operator === '>' && equals.operator === '=' && one.field === equals.field
    return isKeyset && one.values[0]?.value === equals.values[0]?.value
      ? narrowed(plan, { ...one, operator: '>=' }, object)
      : plan
  }
  if (!('field' in part)) return plan
  const [field, value] = [part.field.toLowerCase(), part.values[0]]
  const numbers = (prefix: string): number[] =>
    [...new Set(part.values.flatMap((each) => numberIn(prefix, String(each.value)) ?? []))].sort((a, b) => a - b)
  const isOneOf = part.operator === '=' || part.operator === 'IN'
  if (field === 'id' && isOneOf) return { ...plan, ids: numbers(object.prefix) }
  if (field === 'opportunityid' && isOneOf) return { ...plan, deals: numbers(prefixes.deals) }
  if (field === 'id' && part.operator === '>') return { ...plan, afterId: numberIn(object.prefix, String(value?.value)) ?? 0 }
  if (field === 'isdeleted' && part.operator === '=' && plan.deleted === 'both')
    return { ...plan, deleted: value?.value === true ? 'yes' : 'no' }
  if (field !== 'systemmodstamp' || value?.kind !== 'time') return plan
  const [at, next] = [secondOf(value.value) * 1_000, (secondOf(value.value) + 1) * 1_000]
  const from = { '>=': at, '>': next, '=': at }[part.operator as string] ?? plan.from
  const until = { '<': at, '<=': next, '=': next }[part.operator as string] ?? plan.until
  return { ...plan, from: Math.max(plan.from, from), until: Math.min(plan.until, until) }
}
