import { listed, money, onDate } from '#web/i18n/format.ts'
import type { ListCondition, ListField, Member } from '#web/wire.ts'
import { strings } from './strings.ts'

const wordIn = (words: Readonly<Record<string, string>>, key: string): string | undefined => words[key]

/** What a column is called: those of the workspace's own as people named them. */
export const fieldName = ({ key, name, is_own }: Pick<ListField, 'key' | 'name' | 'is_own'>): string =>
  is_own ? name : (wordIn(strings.fields, key) ?? name)

/** What one of the words of a choice is called. */
export const choiceName = (field: Pick<ListField, 'choices' | 'is_own'>, value: string): string => {
  const named = field.choices?.find((choice) => choice.value === value)?.name
  return named !== undefined && named !== value ? named : (wordIn(strings.choices, value) ?? named ?? value)
}

/** The same in a filter, where one that is given to no further record can be chosen, and a link may name a tag that was deleted. */
export const filteredName = (field: Pick<ListField, 'choices' | 'is_own' | 'type'>, value: string): string => {
  const known = field.choices?.find((choice) => choice.value === value)
  if (!known && field.type === 'tags') return strings.deletedTag
  const name = choiceName(field, value)
  return known?.is_archived ? strings.archivedChoice(name) : name
}

/** A condition in words, in the two parts of its chip: `Source` and `is not Test`. */
export const conditionWords = (
  { op, value, currency }: ListCondition,
  field: ListField,
  members: readonly Member[],
  /** Of a condition on a record: what it is called, once that is known. */
  recordName?: string,
): string => {
  if (field.belongs_to !== null) return recordName ?? '…'
  if (op === 'empty' || op === 'not_empty') return strings.operators[op]
  if (op === 'in_period') return wordIn(strings.periods, String(value)) ?? String(value)
  if (typeof value === 'number' && op === 'last_days') return strings.lastDays(value)
  if (typeof value === 'number' && op === 'next_days') return strings.nextDays(value)
  if (typeof value === 'number' && op === 'older_than_days') return strings.olderThan(value)
  const said = [value ?? ''].flat().map((each) => valueWords(each, field, members, currency))
  return op === 'is' || op === 'on' ? listed(said) : `${strings.operators[op]} ${listed(said)}`
}

const valueWords = (
  value: string | number | boolean,
  field: ListField,
  members: readonly Member[],
  currency: string | undefined,
): string => {
  if (typeof value === 'boolean') return value ? strings.yes : strings.no
  if (typeof value === 'number') {
    const code = currency ?? field.currency
    return field.type === 'money' && code ? money(value, code) : String(value)
  }
  if (field.type === 'person') {
    if (value === 'me') return strings.me
    if (value === 'nobody') return strings.nobody
    return members.find(({ id }) => id === value)?.name ?? strings.formerMember
  }
  if (field.type === 'time' || field.type === 'day') return onDate(value)
  return filteredName(field, value)
}
