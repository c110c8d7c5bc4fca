import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#web/gateway.ts'
import { SuggestingField } from '#web/ui/suggesting-field.tsx'
import { strings } from './strings.ts'

const typingMs = 200
const most = 8

/** A deal, found by its name or its client; the newest before anything is typed. */
export const DealField = ({ onChoose }: { onChoose: (dealId: string | undefined) => void }) => {
  const [typed, setTyped] = useState('')
  const [isChosen, setIsChosen] = useState(false)
  const [search] = useDebouncedValue(typed.trim(), typingMs)
  const { data, isFetching } = useQuery({
    ...read('list-deals', { limit: most, ...(search !== '' && { search }) }),
    enabled: !isChosen,
    staleTime: 10_000,
  })
  return (
    <SuggestingField
      label={strings.deal}
      description={strings.dealHint}
      value={typed}
      required
      found={isChosen ? [] : (data?.deals ?? [])}
      isSearching={!isChosen && isFetching}
      listLabel={strings.dealsFound}
      onType={(text) => {
        setTyped(text)
        if (isChosen) onChoose(undefined)
        setIsChosen(false)
      }}
      onChoose={({ id, name }) => {
        setTyped(name)
        setIsChosen(true)
        onChoose(id)
      }}
    >
      {({ name, contact }) => (
        <>
          <bdi>{name}</bdi>
          {contact.name !== null && contact.name !== name && (
            <span className="dim">
              {' · '}
              <bdi>{contact.name}</bdi>
            </span>
          )}
        </>
      )}
    </SuggestingField>
  )
}
