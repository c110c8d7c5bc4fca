import { useState } from 'react'
import { RecordField } from '#web/crm/by-hand/record-field.tsx'
import type { ListField } from '#web/wire.ts'
import { useRecordName } from './record-names.ts'
import { strings } from './strings.ts'

/** The record to which what is listed belongs, found by what is typed. */
export const RecordValue = ({
  kind,
  id,
  onChange,
}: {
  kind: NonNullable<ListField['belongs_to']>
  id: string | null
  onChange: (id: string | undefined) => void
}) => {
  const name = useRecordName(kind, id)
  /** Null: nothing has been typed since it was chosen. */
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? name ?? ''
  return (
    <RecordField
      label={strings.value}
      only={kind}
      value={shown}
      chosen={id === null ? null : { kind, id, name: shown, contactId: null }}
      isRequired
      isInPopover
      error={undefined}
      onType={(text) => {
        setTyped(text)
        onChange(undefined)
      }}
      onChoose={(record) => {
        setTyped(record.name)
        onChange(record.id)
      }}
    />
  )
}
