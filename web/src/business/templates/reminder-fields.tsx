import { TextInput } from '@mantine/core'
import { FieldPair } from '#web/ui/form-page.tsx'
import type { SigningReminders } from '#web/wire.ts'
import { strings } from './strings.ts'

/** When signers are reminded, as typed. */
export interface TypedReminders {
  /** `3, 7` */
  readonly after: string
  readonly before: string
}

export const typedReminders = ({ after, before }: SigningReminders): TypedReminders => ({
  after: after.join(', '),
  before: before === null ? '' : String(before),
})

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)

/** What the server is sent. */
export const remindersOf = ({ after, before }: TypedReminders): SigningReminders => ({
  after: numbersIn(after),
  before: numbersIn(before)[0] ?? null,
})

/** What is wrong with it, by its field; none where it can be sent. */
export const reminderFaults = ({ after, before }: TypedReminders): { after?: string; before?: string } => {
  const days = numbersIn(after)
  const isAfter = /^[\s\d,]*$/.test(after) && days.length <= 5 && days.every((day) => day >= 1 && day <= 90)
  const last = numbersIn(before)[0]
  const isBefore = /^\s*\d*\s*$/.test(before) && (last === undefined || (last >= 1 && last <= 30))
  return {
    ...(!(isAfter && new Set(days).size === days.length) && { after: strings.afterWrong }),
    ...(!isBefore && { before: strings.beforeWrong }),
  }
}

export const ReminderFields = ({
  typed,
  isChecked,
  onChange,
}: {
  typed: TypedReminders
  isChecked: boolean
  onChange: (typed: TypedReminders) => void
}) => {
  const faults = isChecked ? reminderFaults(typed) : {}
  return (
    <FieldPair>
      <TextInput
        label={strings.remindAfter}
        description={strings.remindAfterHint}
        value={typed.after}
        error={faults.after}
        onChange={({ currentTarget }) => onChange({ ...typed, after: currentTarget.value })}
      />
      <TextInput
        label={strings.remindBefore}
        description={strings.remindBeforeHint}
        inputMode="numeric"
        value={typed.before}
        error={faults.before}
        onChange={({ currentTarget }) => onChange({ ...typed, before: currentTarget.value })}
      />
    </FieldPair>
  )
}
