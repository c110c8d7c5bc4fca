import { NativeSelect, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { MultiSelect } from '#web/ui/multi-select.tsx'
import type { ListCondition, ListField, ListOperator } from '#web/wire.ts'
import { filteredName } from './field-words.ts'
import { isSeveral } from './filter-text.ts'
import { strings } from './strings.ts'
import type { ListState } from './use-list.ts'

const RecordValue = lazy(() => import('./record-value.tsx').then(({ RecordValue }) => ({ default: RecordValue })))
const NumberField = lazy(() => import('./number-field.tsx').then(({ NumberField }) => ({ default: NumberField })))

const periods = Object.entries(strings.periods).map(([value, label]) => ({ value, label }))
const ofDays: readonly ListOperator[] = ['last_days', 'next_days', 'older_than_days']
const bare: readonly ListOperator[] = ['empty', 'not_empty']
const filterable = (fields: readonly ListField[]): ListField[] => fields.filter(({ operators }) => operators.length > 0)

/** The first condition that is offered; none while the list is not described yet. */
export const newCondition = (fields: readonly ListField[]): ListCondition | undefined => {
  const offered = filterable(fields)
  // Of a record its name has to be typed: it is not what one begins with.
  const field = offered.find(({ type }) => type !== 'record') ?? offered[0]
  return field && conditionOf(field)
}

const conditionOf = (field: ListField): ListCondition => withOperator(field, preferred(field))

const preferred = ({ operators }: ListField): ListOperator => {
  const wish = (['in_period', 'any_of', 'has_any', 'begins_with', 'at_least'] as const).find((op) => operators.includes(op))
  return wish ?? operators[0] ?? 'is'
}

const withOperator = (field: ListField, op: ListOperator): ListCondition => ({
  field: field.key,
  op,
  ...(op === 'in_period' && { value: 'today' }),
  ...(ofDays.includes(op) && { value: 7 }),
  ...(field.type === 'tick' && { value: true }),
  ...(field.type === 'money' && !bare.includes(op) && { currency: field.currency ?? 'EUR' }),
})

/** It says all that the server needs. */
export const isWhole = ({ op, value }: ListCondition): boolean =>
  bare.includes(op) || (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '')

/** The field, the operator and the value of a condition. */
export const ConditionFields = ({
  state,
  condition,
  onChange,
}: {
  state: ListState
  condition: ListCondition
  onChange: (condition: ListCondition) => void
}) => {
  const field = state.fields.find(({ key }) => key === condition.field)
  return (
    <>
      <NativeSelect
        label={strings.field}
        value={condition.field}
        data={filterable(state.fields).map((each) => ({ value: each.key, label: each.name }))}
        onChange={({ currentTarget: { value } }) => {
          const next = state.fields.find(({ key }) => key === value)
          if (next) onChange(conditionOf(next))
        }}
      />
      {field && (
        <>
          <NativeSelect
            label={strings.operator}
            value={condition.op}
            data={field.operators.map((op) => ({ value: op, label: strings.operators[op] }))}
            onChange={({ currentTarget: { value } }) => {
              const op = field.operators.find((known) => known === value)
              if (op) onChange(withOperator(field, op))
            }}
          />
          {!bare.includes(condition.op) && <ValueField state={state} field={field} condition={condition} onChange={onChange} />}
        </>
      )}
    </>
  )
}

const ValueField = ({
  state,
  field,
  condition,
  onChange,
}: {
  state: ListState
  field: ListField
  condition: ListCondition
  onChange: (condition: ListCondition) => void
}) => {
  const { op, value } = condition
  const set = (next: ListCondition['value']): void => {
    const { value: _before, ...rest } = condition
    onChange(next === undefined ? rest : { ...rest, value: next })
  }
  const choices = choicesOf(field, state)
  if (isSeveral(op))
    return (
      <MultiSelect
        label={strings.values}
        searchable
        isInPopover
        data={choices}
        value={Array.isArray(value) ? [...value] : []}
        onChange={(chosen) => set(chosen)}
      />
    )
  if (field.belongs_to !== null)
    return (
      <Suspense fallback={<TextInput label={strings.value} disabled />}>
        <RecordValue
          key={field.key}
          kind={field.belongs_to}
          id={typeof value === 'string' && value !== '' ? value : null}
          onChange={set}
        />
      </Suspense>
    )
  if (op === 'in_period' || choices.length > 0)
    return (
      <NativeSelect
        label={strings.value}
        value={String(value ?? '')}
        data={[...(value === undefined ? [''] : []), ...(op === 'in_period' ? periods : choices)]}
        onChange={({ currentTarget }) => set(field.type === 'tick' ? currentTarget.value === 'true' : currentTarget.value)}
      />
    )
  if (ofDays.includes(op) || field.type === 'number' || field.type === 'money')
    return (
      <Suspense fallback={<TextInput label={nameOfNumber(op)} disabled />}>
        <NumberField name={nameOfNumber(op)} field={field} condition={condition} onChange={onChange} />
      </Suspense>
    )
  return (
    <TextInput
      label={strings.value}
      type={field.type === 'time' || field.type === 'day' ? 'date' : 'text'}
      value={typeof value === 'string' ? value : ''}
      maxLength={200}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}

const nameOfNumber = (op: ListOperator): string => (ofDays.includes(op) ? strings.days : strings.value)

const choicesOf = (field: ListField, { members }: ListState): { value: string; label: string }[] => {
  if (field.type === 'tick')
    return [
      { value: 'true', label: strings.yes },
      { value: 'false', label: strings.no },
    ]
  if (field.type === 'person')
    return [
      { value: 'me', label: strings.me },
      { value: 'nobody', label: strings.nobody },
      ...members.map(({ id, name }) => ({ value: id, label: name })),
    ]
  return (field.choices ?? []).map(({ value }) => ({ value, label: filteredName(field, value) }))
}
