import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { DealPerson } from '#web/wire.ts'
import { ContactSearch } from '../contacts/contact-search.tsx'
import { type ShownDeal, useDealChange } from './api.ts'
import classes from './people-window.module.css'
import { nameOfContact } from './standing.ts'
import { strings } from './strings.ts'

interface Props {
  readonly shown: ShownDeal
  readonly onClose: () => void
}

/** Who a deal is with: contacts are added and removed, and one of them is the first. */
export const PeopleWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.people} sheet>
    <Form {...props} />
  </Window>
)

const Form = ({ shown: { deal, people: others }, onClose }: Props) => {
  const save = useDealChange('set-deal-people')
  const [people, setPeople] = useState<readonly DealPerson[]>([...(deal.contact ? [deal.contact] : []), ...others])
  const [firstId, setFirstId] = useState<string | null>(deal.contact?.id ?? null)
  const remove = (id: string): void => {
    setPeople(people.filter((one) => one.id !== id))
    if (id === firstId) setFirstId(null)
  }
  const submit = (): void =>
    save.mutate(
      { dealId: deal.id, contactId: firstId, others: people.flatMap(({ id }) => (id === firstId ? [] : [id])) },
      {
        onSuccess: () => {
          say(strings.peopleSaved)
          onClose()
        },
      },
    )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <ErrorNote error={save.error} title={strings.peopleNotSaved} />
        <Text size="sm">{firstId === null ? strings.noPeople : strings.firstContactHint}</Text>
        {people.length > 0 && (
          // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
          <ul className={classes.people} role="list" aria-label={strings.people}>
            {people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                isFirst={person.id === firstId}
                onFirst={() => setFirstId(person.id)}
                onRemove={() => remove(person.id)}
              />
            ))}
          </ul>
        )}
        <ContactSearch
          label={strings.addPerson}
          without={people.map(({ id }) => id)}
          onChoose={({ id, full_name: name, email }) => {
            setPeople([...people, { id, name, email }])
            if (people.length === 0) setFirstId(id)
          }}
        />
        <WindowFoot>
          <FormButtons submit={strings.save} isPending={save.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}

const PersonRow = ({
  person,
  isFirst,
  onFirst,
  onRemove,
}: {
  person: DealPerson
  isFirst: boolean
  onFirst: () => void
  onRemove: () => void
}) => {
  const name = nameOfContact(person)
  return (
    <li className={classes.person}>
      <Avatar name={name} size="2rem" />
      <span className={classes.text}>
        <bdi>{name}</bdi>
        {person.email !== null && person.email !== name && <span className={classes.reach}>{person.email}</span>}
      </span>
      {isFirst ? (
        <Pill>{strings.firstContact}</Pill>
      ) : (
        <Button size="xs" variant="default" aria-label={strings.makeFirstThis(name)} onClick={onFirst}>
          {strings.makeFirst}
        </Button>
      )}
      <Button size="xs" variant="default" aria-label={strings.removePerson(name)} onClick={onRemove}>
        {strings.remove}
      </Button>
    </li>
  )
}
