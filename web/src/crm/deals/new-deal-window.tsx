import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { exponentOf, mostMinor } from '#shapes/amounts.ts'
import { currencyChoices, currencyOf } from '#web/business/invoices/choices.ts'
import { type ClientDraft, ClientFields, clientFaults, emptyClient } from '#web/business/invoices/client-fields.tsx'
import { readHabits } from '#web/business/invoices/habits.ts'
import { readAmount } from '#web/business/invoices/typed.ts'
import { read } from '#web/gateway.ts'
import { typedSeparators } from '#web/i18n/format.ts'
import type { CreateGiven } from '#web/module.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import { Select } from '#web/ui/select.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Input } from '#web/wire.ts'
import { Known, useKnown } from '../by-hand/known.tsx'
import { SheetForm } from '../by-hand/sheet-form.tsx'
import { useKeptDraft } from '../by-hand/use-kept-draft.ts'
import { type Stage, useDealChange } from './api.ts'
import { strings } from './strings.ts'

interface Props {
  pipelineId: string | undefined
  stages: readonly Stage[]
  /** Whose deal it is, where that is known. */
  given?: CreateGiven
  onClose: () => void
}

/** A deal with an existing contact or a new one. */
export const NewDealWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.newDeal} sheet>
    <Form {...props} />
  </Window>
)

const Form = ({ pipelineId, stages, given = {}, onClose }: Props) => {
  const navigate = useNavigate()
  const create = useDealChange('create-deal')
  const { contact, lead, company } = given
  const begins = { ...emptyDraft, ...(contact && { contact, person: contact.name }), ...(lead && { person: lead.name }) }
  const kept = useKeptDraft<Draft>(`deal ${lead?.id ?? contact?.id ?? company?.id ?? ''}`, begins)
  const { change, forget } = kept
  const draft = {
    ...kept.draft,
    stageId: stages.some(({ id }) => id === kept.draft.stageId) ? kept.draft.stageId : (stages[0]?.id ?? ''),
  }
  const known = useKnown(draft.contact || lead ? {} : { name: draft.person, email: draft.email, phone: draft.phone })
  const currency = useCurrency(draft.currency)
  const { fields, faults } = readDraft(draft, currency, lead?.id)
  const [isChecked, setChecked] = useState(false)
  const save = (): void => {
    setChecked(true)
    if (Object.values(faults).some(Boolean) || create.isPending) return
    create.mutate(
      {
        ...fields,
        ...(company && { companyId: company.id, businessName: company.name }),
        ...(pipelineId !== undefined && { pipelineId }),
      },
      {
        onSuccess: ({ deal }) => {
          forget()
          onClose()
          void navigate({ to: '/deals/$dealId', params: { dealId: deal.id } })
        },
      },
    )
  }

  return (
    <SheetForm isRestored={kept.isRestored} onStartOver={forget} onSubmit={save}>
      <ErrorNote error={create.error} title={strings.notCreated} />
      {company && <p className="dim">{strings.madeForCompany(company.name)}</p>}
      {lead ? (
        <p className="dim">{strings.madeOfLead(lead.name)}</p>
      ) : (
        <>
          <ClientFields client={draft} faults={isChecked ? faults : {}} error={create.error} at="client." onChange={change} />
          <Known found={known} onOpen={onClose} />
        </>
      )}
      <TextInput
        label={strings.dealName}
        description={strings.dealNameHint}
        value={draft.name}
        placeholder={draft.person}
        maxLength={255}
        error={fieldError(create.error, 'name')}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <FieldPair>
        <TextInput
          label={strings.value}
          inputMode="decimal"
          value={draft.value}
          error={isChecked || draft.value !== '' ? faults.value : undefined}
          onChange={({ currentTarget }) => change({ value: currentTarget.value })}
        />
        <Select
          label={strings.currency}
          data={currencyChoices()}
          value={currency}
          searchable
          allowDeselect={false}
          nothingFoundMessage={strings.nothingFound}
          onChange={(chosen) => change({ currency: chosen })}
        />
      </FieldPair>
      {stages.length > 0 && (
        <NativeSelect
          label={strings.stage}
          value={draft.stageId}
          data={stages.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => change({ stageId: currentTarget.value })}
        />
      )}
      <WindowFoot>
        <FormButtons submit={strings.createDeal} isPending={create.isPending} onCancel={onClose} />
      </WindowFoot>
    </SheetForm>
  )
}

/** The input of the form, as typed. */
interface Draft extends ClientDraft {
  readonly name: string
  readonly stageId: string
  readonly value: string
  /** null: the one of the invoice before, or of the workspace's country. */
  readonly currency: string | null
}
const emptyDraft: Draft = {
  ...emptyClient,
  name: '',
  stageId: '',
  value: '',
  currency: null,
}

const readDraft = (
  draft: Draft,
  currency: string,
  leadId: string | undefined,
): { fields: Input<'create-deal'>; faults: ReturnType<typeof clientFaults> & { value?: string | undefined } } => {
  const [person, email, phone] = [draft.person.trim(), draft.email.trim(), draft.phone.trim()]
  const amount = readAmount(draft.value, exponentOf(currency), mostMinor, typedSeparators)
  return {
    fields: {
      ...(leadId !== undefined
        ? { leadId }
        : draft.contact
          ? { contactId: draft.contact.id }
          : { client: { name: person, ...(email !== '' && { email }), ...(phone !== '' && { phone }) } }),
      name: draft.name.trim() || person,
      ...(draft.stageId !== '' && { stageId: draft.stageId }),
      ...('amountMinor' in amount && { valueMinor: amount.amountMinor, currency }),
    },
    faults: {
      ...(leadId === undefined && clientFaults(draft)),
      value: 'fault' in amount && amount.fault !== 'empty' ? strings.noAmount : undefined,
    },
  }
}

const useCurrency = (chosen: string | null): string => {
  const { organization } = useSession()
  const workspace = useQuery(read('show-workspace', {}))
  return chosen ?? readHabits(organization.id).currency ?? currencyOf(workspace.data?.workspace.default_country ?? null)
}
