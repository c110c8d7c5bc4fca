import { Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exponentOf, mostMinor, plainAmount } from '#shapes/amounts.ts'
import { currencyChoices, currencyOf } from '#web/business/invoices/choices.ts'
import { readHabits } from '#web/business/invoices/habits.ts'
import { readAmount } from '#web/business/invoices/typed.ts'
import { writeNumber } from '#web/business/invoices/write-number.ts'
import { read } from '#web/gateway.ts'
import { typedSeparators } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Deal } from '#web/wire.ts'
import { useDealChange } from './api.ts'
import { AssignForm } from './assign-form.tsx'
import { strings } from './strings.ts'

interface Props {
  readonly deal: Deal
  readonly onClose: () => void
}

/** Name, business and value of a deal. */
export const EditWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.editTitle} sheet>
    <EditForm {...props} />
  </Window>
)

const EditForm = ({ deal, onClose }: Props) => {
  const { organization } = useSession()
  const workspace = useQuery(read('show-workspace', {}))
  const update = useDealChange('update-deal')
  const [name, setName] = useState(deal.name)
  const [business, setBusiness] = useState(deal.business_name ?? '')
  const [value, setValue] = useState(
    deal.value_minor === null || deal.currency === null
      ? ''
      : writeNumber(plainAmount(deal.value_minor, deal.currency), typedSeparators),
  )
  const [chosenCurrency, setCurrency] = useState(deal.currency)
  const currency =
    chosenCurrency ?? readHabits(organization.id).currency ?? currencyOf(workspace.data?.workspace.default_country ?? null)
  const amount = readAmount(value, exponentOf(currency), mostMinor, typedSeparators)
  const nameFault = name.trim() === '' ? strings.nameMissing : undefined
  const valueFault = 'fault' in amount && amount.fault !== 'empty' ? strings.noAmount : undefined
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (nameFault || valueFault) return
        update.mutate(
          {
            dealId: deal.id,
            name: name.trim(),
            businessName: business.trim() === '' ? null : business.trim(),
            ...('amountMinor' in amount ? { valueMinor: amount.amountMinor, currency } : { valueMinor: null, currency: null }),
          },
          { onSuccess: onClose },
        )
      }}
    >
      <Stack>
        <ErrorNote error={update.error} title={strings.notSaved} />
        <TextInput
          label={strings.dealName}
          value={name}
          error={nameFault ?? fieldError(update.error, 'name')}
          maxLength={255}
          required
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label={strings.company}
          value={business}
          error={fieldError(update.error, 'businessName')}
          maxLength={255}
          onChange={({ currentTarget }) => setBusiness(currentTarget.value)}
        />
        <FieldPair>
          <TextInput
            label={strings.value}
            inputMode="decimal"
            value={value}
            error={valueFault ?? fieldError(update.error, 'valueMinor')}
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
        </FieldPair>
        <WindowFoot>
          <FormButtons submit={strings.save} isPending={update.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}

/** Whose it is from now on, and why. */
export const AssignWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.assignTitle}>
    <AssignDeal {...props} />
  </Window>
)

const AssignDeal = ({ deal, onClose }: Props) => {
  const assign = useDealChange('assign-deal')
  return (
    <AssignForm
      owner={deal.assigned_to}
      error={assign.error}
      errorTitle={strings.notAssigned}
      isPending={assign.isPending}
      onAssign={(to) =>
        assign.mutate(
          { dealId: deal.id, ...to },
          {
            onSuccess: () => {
              say(strings.assigned)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}
