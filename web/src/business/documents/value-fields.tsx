import { Stack, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import { Fieldset } from '#web/ui/fieldset.tsx'
import type { Placeholder } from '#web/wire.ts'
import type { Faults } from './send-draft.ts'
import { strings } from './strings.ts'
import { type Known, suggestionsFor } from './suggestions.ts'

interface Props {
  readonly placeholders: readonly Placeholder[]
  readonly values: Readonly<Record<string, string>>
  readonly known: Known
  readonly faults: Faults
  readonly onChange: (key: string, value: string) => void
}

/** A field for each placeholder of the template, of its type, with what is known of the deal as suggestions. */
export const ValueFields = ({ placeholders, ...props }: Props) =>
  placeholders.length > 0 && (
    <Fieldset legend={strings.values}>
      <Stack>
        {placeholders.map((placeholder) => (
          <Value key={placeholder.key} placeholder={placeholder} {...props} />
        ))}
      </Stack>
    </Fieldset>
  )

/** `CLIENT_NAME` as a label: Client name. */
export const labelOf = ({ key, label }: Pick<Placeholder, 'key' | 'label'>): string => {
  if (label !== null) return label
  const words = key.replaceAll(/[_.-]+/g, ' ').toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const inputModes = { line: 'text', number: 'decimal', date: 'text', email: 'email' } as const

const Value = ({
  placeholder,
  values,
  known,
  faults,
  onChange,
}: Omit<Props, 'placeholders'> & { placeholder: Placeholder }) => {
  const { key, type } = placeholder
  const listId = useId()
  const common = {
    label: labelOf(placeholder),
    value: values[key] ?? '',
    error: faults[`replacements.${key}`],
    maxLength: 10_000,
    required: true,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(key, currentTarget.value),
  }
  if (type === 'text') return <Textarea {...common} autosize minRows={3} maxRows={10} />
  return (
    <>
      <TextInput {...common} inputMode={inputModes[type]} list={listId} autoComplete="off" />
      <datalist id={listId}>
        {suggestionsFor(placeholder, known).map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  )
}
