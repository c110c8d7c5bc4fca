import { TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#web/gateway.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import type { Contact } from '#web/wire.ts'
import { nameOf } from '../leads/names.ts'
import classes from './contact-search.module.css'
import { strings } from './strings.ts'

const typingMs = 200
const leastLetters = 2
const most = 8

/** Looks for a contact by name, email address, phone number or company, and chooses one. */
export const ContactSearch = ({
  label,
  search = '',
  without,
  onChoose,
}: {
  label: string
  /** What to look for at first. */
  search?: string
  /** The ids of contacts that cannot be chosen. */
  without: readonly string[]
  onChoose: (contact: Contact) => void
}) => {
  const [typed, setTyped] = useState(search)
  const [asked] = useDebouncedValue(typed.trim(), typingMs)
  // What was typed is not looked for any more once one is chosen.
  const asks = asked.length >= leastLetters && typed.trim().length >= leastLetters
  const { data, error } = useQuery({ ...read('list-contacts', { search: asked, limit: most }), enabled: asks })
  const found = asks ? data?.contacts.filter(({ id }) => !without.includes(id)) : undefined
  return (
    <>
      <TextInput
        label={label}
        placeholder={strings.searchPlaceholder}
        value={typed}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          // It looks for a contact; the form around it is not sent.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <ErrorNote error={error} title={strings.loadFailed} />
      <div role="status">{found?.length === 0 && <span className="dim">{strings.noMatchTitle}</span>}</div>
      {found !== undefined && found.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
        <ul className={classes.choices} role="list" aria-label={strings.contactsFound}>
          {found.map((one) => (
            <li key={one.id}>
              <UnstyledButton
                className={classes.choice}
                onClick={() => {
                  setTyped('')
                  onChoose(one)
                }}
              >
                <Avatar name={nameOf(one)} size="2rem" />
                <span className={classes.choiceText}>
                  {nameOf(one)}
                  <span className={classes.choiceReach}>{[one.email, one.phone].filter(Boolean).join(' · ')}</span>
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
