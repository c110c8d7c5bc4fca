import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { nameOf } from '#web/crm/leads/names.ts'
import { read } from '#web/gateway.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { SuggestingField } from '#web/ui/suggesting-field.tsx'
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
  const [search] = useDebouncedValue(value.trim(), typingMs)
  const asks = !isChosen && search.length >= leastLetters
  const { data, isFetching } = useQuery({
    ...read('list-contacts', { search, limit: most }),
    enabled: asks,
    staleTime: 10_000,
  })
  return (
    <SuggestingField
      label={strings.clientName}
      description={description}
      value={value}
      error={error}
      maxLength={255}
      required
      data-field="clientName"
      found={asks ? (data?.contacts ?? []) : []}
      isSearching={asks && isFetching}
      listLabel={strings.contactsFound}
      onType={onType}
      onChoose={onChoose}
    >
      {(contact) => (
        <span className={classes.contact}>
          <Avatar name={nameOf(contact)} size="1.875rem" />
          <span className={classes.contactText}>
            <span className={classes.client}>{nameOf(contact)}</span>
            <span className={classes.below}>{[contact.email, contact.company].filter(Boolean).join(' · ')}</span>
          </span>
        </span>
      )}
    </SuggestingField>
  )
}
