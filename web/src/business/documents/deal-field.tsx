import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#web/gateway.ts'
import type { Deal } from '#web/wire.ts'
import { strings } from './strings.ts'

const typingMs = 200
const most = 8

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
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState('')
  const [isChosen, setIsChosen] = useState(false)
  const [search] = useDebouncedValue(typed.trim(), typingMs)
  const { data, isFetching } = useQuery({
    ...read('list-deals', { limit: most, ...(search !== '' && { search }) }),
    enabled: !isChosen,
    staleTime: 10_000,
  })
  const found = isChosen ? [] : (data?.deals ?? [])
  return (
    <Combobox
      // Open with nothing to show it would take the Escape that is meant for the window around it.
      store={{ ...combobox, dropdownOpened: combobox.dropdownOpened && found.length > 0 }}
      shadow="md"
      onOptionSubmit={(id) => {
        const deal = found.find((one) => one.id === id)
        if (!deal) return
        setTyped(deal.name)
        setIsChosen(true)
        onChoose(id)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          label={strings.deal}
          description={strings.dealHint}
          value={typed}
          autoComplete="off"
          required
          rightSection={!isChosen && isFetching ? <Loader size={16} aria-hidden /> : undefined}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            if (isChosen) onChoose(undefined)
            setIsChosen(false)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options aria-label={strings.dealsFound}>
          {found.map((deal) => (
            <Combobox.Option key={deal.id} value={deal.id}>
              <bdi>{deal.name}</bdi>
              <Beside deal={deal} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
