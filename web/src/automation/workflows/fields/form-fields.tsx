import { Checkbox, NativeSelect, Textarea } from '@mantine/core'
import type { NodeOf } from '../graph/graph.ts'
import { freeId } from '../graph/graph-edits.ts'
import { strings } from '../strings.ts'
import { RowList } from './row-list.tsx'
import { PlainField } from './value-field.tsx'

export type FormField = NodeOf<'person'>['form'][number]
const types = ['text', 'long_text', 'number', 'money', 'date', 'tick', 'choice', 'several', 'email', 'phone'] as const
const hasChoices = (type: FormField['type']): boolean => type === 'choice' || type === 'several'

/** The fields of a form that a person or a caller fills in. */
export const FormFields = ({
  legend,
  field,
  rows,
  onChange,
}: {
  legend: string
  field: string
  rows: readonly FormField[]
  onChange(rows: FormField[], about: string): void
}) => (
  <RowList
    legend={legend}
    field={field}
    rows={rows}
    nameOf={({ label, name }) => label || name}
    least={0}
    add={strings.addField}
    onAdd={() => {
      const name = freeId(new Set(rows.map((each) => each.name)), 'field')
      onChange([...rows, { name, label: '', type: 'text', required: false }], 'add')
    }}
    onChange={(next) => onChange([...next], field)}
  >
    {(each, set, n) => (
      <>
        <PlainField
          label={strings.label}
          field={`${field}.${n}.label`}
          value={each.label ?? ''}
          maxLength={120}
          onChange={(label) => set({ ...each, label })}
        />
        <PlainField
          label={strings.stepId}
          field={`${field}.${n}.name`}
          value={each.name}
          maxLength={40}
          onChange={(name) => set({ ...each, name })}
        />
        <NativeSelect
          label={strings.type}
          value={each.type}
          data={types.map((value) => ({ value, label: strings.fieldTypes[value] }))}
          onChange={({ currentTarget: { value } }) => {
            const { choices, ...rest } = each
            const type = types.find((known) => known === value) ?? 'text'
            set({ ...rest, type, ...(hasChoices(type) && { choices: choices ?? [] }) })
          }}
        />
        {hasChoices(each.type) && (
          <Textarea
            label={strings.choices}
            defaultValue={each.choices?.map(({ label }) => label).join('\n') ?? ''}
            autosize
            minRows={2}
            onChange={({ currentTarget }) => set({ ...each, choices: choicesOf(currentTarget.value, each.choices ?? []) })}
          />
        )}
        <Checkbox
          label={strings.required}
          checked={each.required}
          onChange={({ currentTarget }) => set({ ...each, required: currentTarget.checked })}
        />
        <Checkbox
          label={strings.hideField}
          checked={each.hidden ?? false}
          onChange={({ currentTarget: { checked } }) => {
            const { hidden: _, ...rest } = each
            set(checked ? { ...rest, hidden: true } : rest)
          }}
        />
      </>
    )}
  </RowList>
)

type Choices = NonNullable<FormField['choices']>

/** A line a choice. The value of a line that was there before stays: answers that are stored name it. */
const choicesOf = (text: string, before: Choices): Choices => {
  const taken = new Set<string>()
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((label) => {
      const known = before.find((choice) => choice.label === label && !taken.has(choice.value))
      const value = known?.value ?? freeId(taken, label)
      taken.add(value)
      return { value, label }
    })
}
