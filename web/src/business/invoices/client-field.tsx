import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { nameOf } from '#web/crm/leads/names.ts'
import { read } from '#web/gateway.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import type { Contact } from '#web/wire.ts'
import classes from './form.module.css'
import { strings } from './strings.ts'

const typingMs = 200
const leastLetters = 2
const most = 6

/** The client's name: typed, or chosen from the contacts that it begins like. */
export const ClientField = ({
  value,
  error,
  isChosen,
  description,
  onType,
  onChoose,
}: {
  value: string
  error: string | undefined
  /** A contact is linked: no other is suggested. */
  isChosen: boolean
  description: ReactNode
  onType: (name: string) => void
  onChoose: (contact: Contact) => void
}) => {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [search] = useDebouncedValue(value.trim(), typingMs)
  const asks = !isChosen && search.length >= leastLetters
  const { data, isFetching } = useQuery({
    ...read('list-contacts', { search, limit: most }),
    enabled: asks,
    staleTime: 10_000,
  })
  const found = asks ? (data?.contacts ?? []) : []
  return (
    <Combobox
      // Open with nothing to show it would take the Escape that is meant for the window around it.
      store={{ ...combobox, dropdownOpened: combobox.dropdownOpened && found.length > 0 }}
      shadow="md"
      onOptionSubmit={(id) => {
        const contact = found.find((one) => one.id === id)
        if (contact) onChoose(contact)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          label={strings.clientName}
          description={description}
          value={value}
          error={error}
          maxLength={255}
          autoComplete="off"
          required
          data-field="clientName"
          rightSection={asks && isFetching ? <Loader size={16} aria-hidden /> : undefined}
          onChange={({ currentTarget }) => {
            onType(currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options aria-label={strings.contactsFound}>
          {found.map((contact) => (
            <Combobox.Option key={contact.id} value={contact.id}>
              <span className={classes.contact}>
                <Avatar name={nameOf(contact)} size="1.875rem" />
                <span className={classes.contactText}>
                  <span className={classes.client}>{nameOf(contact)}</span>
                  <span className={classes.below}>{[contact.email, contact.company].filter(Boolean).join(' · ')}</span>
                </span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
