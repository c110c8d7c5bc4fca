import { NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { fieldError } from '#web/ui/error-note.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import type { Placeholder } from '#web/wire.ts'
import { strings } from './strings.ts'
import { newPlaceholder, type TemplateDraft, type TypedPlaceholder } from './template-text.ts'
import classes from './templates.module.css'

const types = ['line', 'text', 'number', 'date', 'email'] as const satisfies readonly Placeholder['type'][]

/** What each placeholder of the text is: they come and go as one types. */
export const PlaceholderFields = ({
  keys,
  typed,
  error,
  onChange,
  none = strings.noPlaceholders,
}: {
  keys: readonly string[]
  typed: TemplateDraft['placeholders']
  error: unknown
  onChange: (placeholders: TemplateDraft['placeholders']) => void
  /** What is said while there are none. */
  none?: string
}) =>
  keys.length === 0 ? (
    <Text size="sm" c="dimmed">
      {none}
    </Text>
  ) : (
    <Stack>
      {keys.map((key) => {
        const { type, label, default: usual } = typed[key] ?? newPlaceholder
        const set = (part: Partial<TypedPlaceholder>): void =>
          onChange({ ...typed, [key]: { ...newPlaceholder, ...typed[key], ...part } })
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw another heading for each
          <div key={key} role="group" aria-label={key}>
            <code className={classes.key}>{`{{${key}}}`}</code>
            <FieldPair>
              <TextInput
                label={strings.label}
                value={label}
                maxLength={80}
                onChange={({ currentTarget }) => set({ label: currentTarget.value })}
              />
              <NativeSelect
                label={strings.type}
                value={type}
                data={types.map((value) => ({ value, label: strings.types[value] }))}
                onChange={({ currentTarget }) => set({ type: currentTarget.value as Placeholder['type'] })}
              />
            </FieldPair>
            <Usual
              isLong={type === 'text'}
              value={usual}
              error={fieldError(error, `placeholders.${key}`)}
              onChange={(value) => set({ default: value })}
            />
          </div>
        )
      })}
    </Stack>
  )

/** What stands there unless another value is given; in a field of one line its line breaks would be lost. */
const Usual = ({
  isLong,
  value,
  error,
  onChange,
}: {
  isLong: boolean
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) => {
  const common = {
    ...{ label: strings.usual, value, error, mt: 'xs', maxLength: 10_000 },
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  }
  return isLong ? <Textarea {...common} autosize minRows={3} maxRows={10} /> : <TextInput {...common} />
}
