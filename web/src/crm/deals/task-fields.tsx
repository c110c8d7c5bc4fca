import { NativeSelect, TextInput } from '@mantine/core'
import { FieldPair } from '#web/ui/form-page.tsx'
import type { TaskKind } from '#web/wire.ts'
import { strings } from './strings.ts'

const kinds: readonly TaskKind[] = ['next_action', 'call_back', 'wait']

/** A task as it is typed. */
export interface TypedTask {
  readonly kind: TaskKind
  readonly title: string
  /** As a field of a browser has it: in the reader's own zone. */
  readonly due: string
}
export const emptyTask: TypedTask = { kind: 'next_action', title: '', due: '' }

export const asInput = ({ kind, title, due }: TypedTask) => ({
  kind,
  title: title.trim(),
  ...(due !== '' && { dueAt: new Date(due).toISOString() }),
})

export const TaskFields = ({
  value,
  onChange,
  titleError,
}: {
  value: TypedTask
  onChange: (value: TypedTask) => void
  titleError: string | undefined
}) => (
  <>
    <TextInput
      label={strings.taskTitle}
      value={value.title}
      error={titleError}
      maxLength={500}
      required
      onChange={({ currentTarget }) => onChange({ ...value, title: currentTarget.value })}
    />
    <FieldPair>
      <NativeSelect
        label={strings.taskKind}
        value={value.kind}
        data={kinds.map((kind) => ({ value: kind, label: strings.taskKinds[kind] }))}
        onChange={({ currentTarget }) =>
          onChange({ ...value, kind: kinds.find((kind) => kind === currentTarget.value) ?? 'next_action' })
        }
      />
      <TextInput
        type="datetime-local"
        label={strings.taskDue}
        value={value.due}
        onChange={({ currentTarget }) => onChange({ ...value, due: currentTarget.value })}
      />
    </FieldPair>
  </>
)
