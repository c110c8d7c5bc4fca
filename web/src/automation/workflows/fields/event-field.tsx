import { Select } from '#web/ui/select.tsx'
import { useEditing } from '../editor/editing.ts'
import { eventChoices } from '../names/event-choices.ts'
import { strings } from '../strings.ts'
import { useTrouble } from './field-context.ts'

/** One of the events that other programs are told of too. */
export const EventField = ({
  label,
  field,
  value,
  onChange,
}: {
  label: string
  field: string
  value: string
  onChange(event: string): void
}) => {
  const { catalogue } = useEditing()
  const event = catalogue.events.find(({ type }) => type === value)
  return (
    <Select
      label={label}
      error={useTrouble(field)}
      description={event?.about}
      withAsterisk
      searchable
      allowDeselect={false}
      placeholder={strings.event}
      value={value || null}
      data={eventChoices(catalogue.events)}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  )
}
