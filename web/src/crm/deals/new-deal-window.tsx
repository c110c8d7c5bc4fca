import { Button, Group, NativeSelect, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { exponentOf, mostMinor } from '#shapes/amounts.ts'
import { currencyChoices, currencyOf } from '#web/business/invoices/choices.ts'
import { ClientField } from '#web/business/invoices/client-field.tsx'
import { readHabits } from '#web/business/invoices/habits.ts'
import { readAmount } from '#web/business/invoices/typed.ts'
import { read } from '#web/gateway.ts'
import { typedSeparators } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Contact } from '#web/wire.ts'
import { nameOf } from '../leads/names.ts'
import { type Stage, useDealChange } from './api.ts'
import classes from './deals.module.css'
import { strings } from './strings.ts'

interface Props {
  pipelineId: string | undefined
  stages: readonly Stage[]
  onClose: () => void
}

/** A deal with an existing contact or a new one. */
export const NewDealWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.newDeal}>
    {opened && <Form {...props} />}
  </Window>
)

const Form = ({ pipelineId, stages, onClose }: Props) => {
  const { organization } = useSession()
  const navigate = useNavigate()
  const workspace = useQuery(read('show-workspace', {}))
  const create = useDealChange('create-deal')
  const [contact, setContact] = useState<Contact | null>(null)
  const [person, setPerson] = useState('')
  const [email, setEmail] = useState('')
  const [phone, setPhone] = useState('')
  const [name, setName] = useState('')
  const [stageId, setStageId] = useState(stages[0]?.id ?? '')
  const [value, setValue] = useState('')
  const [chosenCurrency, setCurrency] = useState<string | null>(null)
  const [isChecked, setChecked] = useState(false)
  const currency =
    chosenCurrency ?? readHabits(organization.id).currency ?? currencyOf(workspace.data?.workspace.default_country ?? null)

  const amount = readAmount(value, exponentOf(currency), mostMinor, typedSeparators)
  const faults = {
    person: person.trim() === '' ? strings.personMissing : undefined,
    reach: contact === null && email.trim() === '' && phone.trim() === '' ? strings.contactWayMissing : undefined,
    value: 'fault' in amount && amount.fault !== 'empty' ? strings.noAmount : undefined,
  }
  const save = (): void => {
    setChecked(true)
    if (Object.values(faults).some(Boolean)) return
    create.mutate(
      {
        ...(contact
          ? { contactId: contact.id }
          : {
              client: {
                name: person.trim(),
                ...(email.trim() !== '' && { email: email.trim() }),
                ...(phone.trim() !== '' && { phone: phone.trim() }),
              },
            }),
        name: name.trim() || person.trim(),
        ...(pipelineId !== undefined && { pipelineId }),
        ...(stageId !== '' && { stageId }),
        ...('amountMinor' in amount && { valueMinor: amount.amountMinor, currency }),
      },
      {
        onSuccess: ({ deal }) => {
          onClose()
          void navigate({ to: '/deals/$dealId', params: { dealId: deal.id } })
        },
      },
    )
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack>
        <ErrorNote error={create.error} title={strings.notCreated} />
        <ClientField
          value={person}
          error={isChecked ? faults.person : undefined}
          isChosen={contact !== null}
          description={contact ? strings.fromContacts : strings.personHint}
          onType={(typed) => {
            setPerson(typed)
            setContact(null)
          }}
          onChoose={(chosen) => {
            setContact(chosen)
            setPerson(nameOf(chosen))
          }}
        />
        {contact === null && (
          <div className={classes.pair}>
            <TextInput
              type="email"
              label={strings.email}
              value={email}
              error={isChecked ? (faults.reach ?? fieldError(create.error, 'client.email')) : undefined}
              maxLength={255}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
            <TextInput
              type="tel"
              label={strings.phone}
              value={phone}
              error={fieldError(create.error, 'client.phone')}
              maxLength={50}
              onChange={({ currentTarget }) => setPhone(currentTarget.value)}
            />
          </div>
        )}
        <TextInput
          label={strings.dealName}
          description={strings.dealNameHint}
          value={name}
          placeholder={person}
          maxLength={255}
          error={fieldError(create.error, 'name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <div className={classes.pair}>
          <TextInput
            label={strings.value}
            inputMode="decimal"
            value={value}
            error={isChecked || value !== '' ? faults.value : undefined}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
          <Select
            label={strings.currency}
            data={currencyChoices()}
            value={currency}
            searchable
            allowDeselect={false}
            nothingFoundMessage={strings.nothingFound}
            onChange={setCurrency}
          />
        </div>
        {stages.length > 0 && (
          <NativeSelect
            label={strings.stage}
            value={stageId}
            data={stages.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => setStageId(currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {strings.createDeal}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
