import { Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Select } from '#web/ui/select.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { CrmFieldMapping, SyncConflictRule, SyncDirection } from '#web/wire.ts'
import { canWrite, type FieldChoice, type OwnNames, ownFields } from './mapped-fields.ts'
import { mappingStrings as strings } from './mapping-strings.ts'
import { strings as pageStrings } from './strings.ts'
import { fieldName } from './values.ts'

interface Props {
  readonly field: CrmFieldMapping | null
  readonly choice: FieldChoice | undefined
  /** The CRM's title. */
  readonly title: string
  /** Labels of other fields that become the same one here. */
  readonly othersOf: (ours: string) => readonly string[]
  /** Fields of the workspace's own for this kind of record. */
  readonly ownNames: OwnNames
  readonly onApply: (choice: FieldChoice) => void
  readonly onClose: () => void
}

/** What becomes of one field of the CRM: which field here, in which direction, and who wins where both changed it. */
export const FieldWindow = ({ opened, field, choice, title, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.edit(field?.label ?? '')}>
    {field && choice && <FieldForm field={field} choice={choice} title={title} {...props} />}
  </Window>
)

const FieldForm = ({
  field,
  choice,
  title,
  othersOf,
  ownNames,
  onApply,
  onClose,
}: Props & { field: CrmFieldMapping; choice: FieldChoice }) => {
  const [chosen, setChosen] = useState(choice)
  const isOff = chosen.direction === 'off'
  const mayWrite = canWrite(field, chosen.ours)
  const others = isOff || chosen.ours === 'custom' ? [] : othersOf(chosen.ours)
  const become = (value: string | null): void => {
    if (value === null || value === 'off') return setChosen({ ...chosen, direction: 'off' })
    const direction = isOff || !canWrite(field, value) ? 'in' : chosen.direction
    setChosen({ ...chosen, ours: value, direction })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onApply(chosen)
      }}
    >
      <Stack>
        <Facts>
          <Fact name={strings.theirField(title)}>
            <code>{field.theirs}</code>
          </Fact>
          <Fact name={strings.examples} wide>
            {field.examples.length === 0 ? strings.noExamples : <bdi>{field.examples.join(', ')}</bdi>}
          </Fact>
        </Facts>
        <Select
          label={strings.becomes}
          data={[
            { group: pageStrings.here, items: ownFields[field.entity].map((value) => ({ value, label: fieldName(value) })) },
            ...(ownNames.size === 0
              ? []
              : [{ group: strings.ownFields, items: [...ownNames].map(([value, label]) => ({ value, label })) }]),
            {
              group: strings.other,
              items: [
                { value: 'custom', label: strings.keptAs },
                { value: 'off', label: strings.leaveOut },
              ],
            },
          ]}
          value={isOff ? 'off' : chosen.ours}
          allowDeselect={false}
          onChange={become}
        />
        {chosen.ours === 'custom' && !isOff && (
          <Text size="sm">
            {strings.keptAsText(title)}{' '}
            <Link to="/settings/fields" className="text-link">
              {strings.addOwn}
            </Link>
          </Text>
        )}
        {others.length > 0 && (
          <Text size="sm">{strings.alsoFilled(fieldName(chosen.ours, ownNames.get(chosen.ours)), others.join(', '))}</Text>
        )}
        {!isOff && (
          <Select
            label={strings.direction}
            {...(!mayWrite && { description: field.is_writable ? strings.inOnly : strings.readOnly(title) })}
            data={(mayWrite ? (['in', 'out', 'both'] as const) : (['in'] as const)).map((value) => ({
              value,
              label: strings.directions[value](title),
            }))}
            value={chosen.direction}
            allowDeselect={false}
            disabled={!mayWrite}
            onChange={(value) => setChosen({ ...chosen, direction: value as SyncDirection })}
          />
        )}
        {!isOff && chosen.ours !== 'custom' && chosen.direction !== 'out' && (
          <Select
            label={strings.rule}
            data={(['ask', 'ours', 'theirs', 'newer'] as const).map((value) => ({ value, label: strings.rules[value] }))}
            value={chosen.conflict}
            allowDeselect={false}
            onChange={(value) => setChosen({ ...chosen, conflict: value as SyncConflictRule })}
          />
        )}
        <WindowFoot>
          <FormButtons submit={strings.apply} isPending={false} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}
