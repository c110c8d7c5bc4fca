import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '#web/gateway.ts'
import { SuggestingField } from '#web/ui/suggesting-field.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { Deal } from '#web/wire.ts'
import { strings } from './strings.ts'

const typingMs = 200
const most = 8

/** In place of a form that needs the contact of a deal: where one is added. */
export const NoContactNote = ({ dealId, onLeave }: { dealId: string; onLeave?: () => void }) => (
  <WarningNote title={strings.needsContact}>
    {strings.needsContactText}{' '}
    <Link to="/deals/$dealId" params={{ dealId }} className="text-link" onClick={onLeave}>
      {strings.openDeal}
    </Link>
  </WarningNote>
)

/** The client, where the deal is not called like them. */
const Beside = ({ deal }: { deal: Deal }) => {
  const client = deal.contact ? deal.contact.name : (deal.company?.name ?? deal.business_name)
  if (client === null || client === deal.name) return null
  return (
    <span className="dim">
      {' · '}
      <bdi>{client}</bdi>
    </span>
  )
}

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
      {(deal) => (
        <>
          <bdi>{deal.name}</bdi>
          <Beside deal={deal} />
        </>
      )}
    </SuggestingField>
  )
}
