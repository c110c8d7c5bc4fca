import { NativeSelect } from '@mantine/core'
import { useMembersByName } from '#web/platform/audit/choices.ts'
import { strings } from './strings.ts'

/** Who takes care of it; empty: without an owner. */
export const OwnerField = ({ value, onChange }: { value: string; onChange: (ownerId: string) => void }) => (
  <NativeSelect
    label={strings.owner}
    value={value}
    data={[{ value: '', label: strings.noOwner }, ...useMembersByName()]}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
