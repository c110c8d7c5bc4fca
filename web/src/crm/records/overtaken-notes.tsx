import { WarningNote } from '#web/ui/warning-note.tsx'
import { Overtaken, type OvertakenField } from './overtaken.tsx'

/** In a window, where several fields may be another by now than its editor saw: a note for each. */
export const OvertakenNotes = ({
  fields,
  names,
  shownOf = ({ value }) => value,
  onKeep,
  onReplace,
}: {
  fields: readonly OvertakenField[]
  /** By field, as it is sent. */
  names: Readonly<Record<string, string>>
  /** What is shown as its value. */
  shownOf?: (field: OvertakenField) => unknown
  onKeep: (field: OvertakenField) => void
  onReplace: (field: OvertakenField) => void
}) =>
  fields.map((each) => (
    <WarningNote key={each.field} title={names[each.field] ?? each.field}>
      <Overtaken field={{ ...each, value: shownOf(each) }} onKeep={() => onKeep(each)} onReplace={() => onReplace(each)} />
    </WarningNote>
  ))
