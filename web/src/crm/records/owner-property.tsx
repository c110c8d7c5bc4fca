import { useState } from 'react'
import { useMembersByName } from '#web/platform/audit/choices.ts'
import { sayFailure } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import { PropertyLine } from './property.tsx'
import { strings } from './strings.ts'

/** The member who looks after a record, chosen in place; shown at once, and as before where it is refused. */
export const OwnerProperty = ({
  ownerId,
  onChange,
}: {
  ownerId: string | null
  onChange: (ownerId: string | null) => Promise<unknown>
}) => {
  const [chosen, setChosen] = useState<{ readonly id: string | null } | null>(null)
  const members = useMembersByName()
  const value = chosen ? chosen.id : ownerId
  // A workspace has a member at least: none are the ones that have not come yet.
  const isFormer = value !== null && members.length > 0 && !members.some((member) => member.value === value)
  const choose = async (id: string | null): Promise<void> => {
    setChosen({ id })
    try {
      await onChange(id)
    } catch (error) {
      sayFailure(error, strings.notSaved)
    } finally {
      setChosen(null)
    }
  }
  return (
    <PropertyLine name={strings.owner}>
      <Select
        aria-label={strings.owner}
        size="xs"
        flex={1}
        variant="unstyled"
        styles={{ input: { paddingInlineStart: 8 } }}
        searchable
        clearable
        allowDeselect={false}
        clearButtonProps={{ 'aria-label': strings.noOwner }}
        placeholder={strings.noOwner}
        data={isFormer ? [...members, { value, label: strings.formerMember }] : members}
        value={value}
        onChange={(id) => void choose(id)}
      />
    </PropertyLine>
  )
}
