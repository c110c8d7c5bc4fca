import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#web/gateway.ts'
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
  const { data } = useQuery(read('list-members', {}))
  const [chosen, setChosen] = useState<{ readonly id: string | null } | null>(null)
  const members = (data?.members ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const value = chosen ? chosen.id : ownerId
  const isFormer = value !== null && data !== undefined && !members.some((member) => member.value === value)
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
