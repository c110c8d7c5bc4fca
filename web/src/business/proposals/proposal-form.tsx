import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { currencyChoices, languageChoices } from '#web/business/invoices/choices.ts'
import { LeaveWindow } from '#web/business/invoices/leave-window.tsx'
import { SignedRuleFields } from '#web/business/templates/signed-rule.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FieldPair, FormPage, Part } from '#web/ui/form-page.tsx'
import type { Input } from '#web/wire.ts'
import { type Faults, type ProposalDraft, readDraft, rejectedBy, withoutEmpty } from './draft.ts'
import { LineFields } from './line-fields.tsx'
import { SectionFields } from './section-fields.tsx'
import { strings } from './strings.ts'

interface Props {
  readonly initial: ProposalDraft
  readonly error: unknown
  readonly isPending: boolean
  /** Before everything else: whose it is. */
  readonly above?: ReactNode
  /** `saved` is called before the page is left, so that nothing asks whether to. */
  readonly onSave: (fields: Omit<Input<'create-proposal'>, 'dealId'>, saved: () => void) => void
}

/** A proposal as it is written: text, prices with options, and what follows. */
export const ProposalForm = ({ initial, error, isPending, above, onSave }: Props) => {
  const [draft, setDraft] = useState(initial)
  const [isChecked, setChecked] = useState(false)
  const kept = useRef(initial)
  const form = useRef<HTMLFormElement>(null)
  const change = (part: Partial<ProposalDraft>): void => setDraft((now) => ({ ...now, ...part }))
  const read = readDraft(draft)
  const rejected = rejectedBy(error)
  const faults: Faults = { ...rejected, ...(isChecked && read.faults) }
  const save = (): void => {
    setChecked(true)
    if (Object.keys(read.faults).length > 0) {
      // Once the messages stand at their fields.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    // As it is sent, so that the fields that are named are those that are shown.
    const sent = withoutEmpty(draft)
    setDraft(sent)
    onSave(read.fields, () => {
      kept.current = sent
    })
  }
  return (
    <FormPage>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) save()
        }}
      >
        {Object.keys(rejected).length === 0 && <ErrorNote error={error} title={strings.notSaved} />}
        <Part title={strings.content}>
          <Stack>
            {above}
            <TextInput
              label={strings.titleField}
              value={draft.title}
              error={faults.title}
              maxLength={255}
              required
              onChange={({ currentTarget }) => change({ title: currentTarget.value })}
            />
            <ClientFields draft={draft} faults={faults} onChange={change} />
            <TermFields draft={draft} faults={faults} onChange={change} />
          </Stack>
        </Part>
        <Part title={strings.sections}>
          <SectionFields sections={draft.sections} faults={faults} onChange={(sections) => change({ sections })} />
        </Part>
        <Part title={strings.prices}>
          <Stack>
            <NativeSelect
              label={strings.currency}
              value={draft.currency}
              data={currencyChoices()}
              error={faults.currency}
              onChange={({ currentTarget }) => change({ currency: currentTarget.value })}
            />
            <LineFields lines={draft.lines} faults={faults} onChange={(lines) => change({ lines })} />
          </Stack>
        </Part>
        <Part title={strings.whenAccepted} text={strings.whenAcceptedHint}>
          <SignedRuleFields of="proposal" typed={draft.rule} isChecked={isChecked} onChange={(rule) => change({ rule })} />
        </Part>
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {strings.saveDraft}
          </Button>
        </Group>
      </form>
      <LeaveWindow isHeld={() => kept.current !== draft} />
    </FormPage>
  )
}

interface PartProps {
  readonly draft: ProposalDraft
  readonly faults: Faults
  readonly onChange: (part: Partial<ProposalDraft>) => void
}

const ClientFields = ({ draft, faults, onChange }: PartProps) => (
  <FieldPair>
    <TextInput
      label={strings.clientName}
      value={draft.clientName}
      error={faults.clientName}
      maxLength={255}
      onChange={({ currentTarget }) => onChange({ clientName: currentTarget.value })}
    />
    <TextInput
      label={strings.clientEmail}
      description={strings.clientHint}
      inputMode="email"
      value={draft.clientEmail}
      error={faults.clientEmail}
      maxLength={254}
      onChange={({ currentTarget }) => onChange({ clientEmail: currentTarget.value })}
    />
  </FieldPair>
)

const TermFields = ({ draft, faults, onChange }: PartProps) => (
  <FieldPair>
    <NativeSelect
      label={strings.language}
      value={draft.locale}
      data={languageChoices(draft.locale)}
      onChange={({ currentTarget }) => onChange({ locale: currentTarget.value })}
    />
    <TextInput
      label={strings.validDays}
      description={strings.validHint}
      inputMode="numeric"
      value={draft.validDays}
      error={faults.validDays}
      maxLength={3}
      onChange={({ currentTarget }) => onChange({ validDays: currentTarget.value })}
    />
  </FieldPair>
)
