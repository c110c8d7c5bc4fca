import { NativeSelect, Stack } from '@mantine/core'
import { Part } from '#web/ui/form-page.tsx'
import type { TemplateDetail } from '#web/wire.ts'
import { ReminderFields, reminderFaults, remindersOf, type TypedReminders, typedReminders } from './reminder-fields.tsx'
import { ruleFault, ruleOf, SignedRuleFields, type TypedRule, typedRule } from './signed-rule.tsx'
import { strings } from './strings.ts'

/** What holds for the documents of a template, whatever it is made of, as typed. */
export interface TypedRules {
  /** Null: as the workspace does. */
  readonly reminders: TypedReminders | null
  readonly whenSigned: TypedRule
}

export const typedRules = ({ reminders, when_signed }: Pick<TemplateDetail, 'reminders' | 'when_signed'>): TypedRules => ({
  reminders: reminders && typedReminders(reminders),
  whenSigned: typedRule(when_signed),
})

/** Whether something is wrong with them that stands at its field. */
export const areRulesFaulty = ({ reminders, whenSigned }: TypedRules): boolean =>
  (reminders !== null && Object.keys(reminderFaults(reminders)).length > 0) || ruleFault(whenSigned) !== undefined

/** What the server is sent. */
export const rulesOf = ({ reminders, whenSigned }: TypedRules) => ({
  reminders: reminders && remindersOf(reminders),
  whenSigned: ruleOf(whenSigned),
})

/** When signers are reminded, and what follows when all have signed, with words for what will happen. */
export const RuleParts = ({
  typed: { reminders, whenSigned },
  isChecked,
  onChange,
}: {
  typed: TypedRules
  isChecked: boolean
  onChange: (part: Partial<TypedRules>) => void
}) => (
  <>
    <Part title={strings.reminders} text={strings.remindersHint}>
      <Stack>
        <NativeSelect
          label={strings.remindersOf}
          value={reminders === null ? 'workspace' : 'own'}
          data={(['workspace', 'own'] as const).map((value) => ({ value, label: strings.remindersAs[value] }))}
          onChange={({ currentTarget }) =>
            onChange({ reminders: currentTarget.value === 'own' ? { after: '3, 7', before: '1' } : null })
          }
        />
        {reminders !== null && (
          <ReminderFields typed={reminders} isChecked={isChecked} onChange={(typed) => onChange({ reminders: typed })} />
        )}
      </Stack>
    </Part>
    <Part title={strings.whenSigned} text={strings.whenSignedHint}>
      <SignedRuleFields typed={whenSigned} isChecked={isChecked} onChange={(typed) => onChange({ whenSigned: typed })} />
    </Part>
  </>
)
