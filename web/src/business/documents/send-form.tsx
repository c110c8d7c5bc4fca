import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { languageChoices } from '#web/business/invoices/choices.ts'
import { useLetters } from '#web/business/invoices/letters.ts'
import { Follows } from '#web/business/templates/signed-rule.tsx'
import { useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import { say } from '#web/ui/say.tsx'
import { WindowFoot } from '#web/ui/window.tsx'
import type { Deal, Template } from '#web/wire.ts'
import { useDocumentChange } from './api.ts'
import { Preview } from './preview.tsx'
import {
  areFaultsPlaced,
  endOf,
  type Faults,
  faultsOf,
  partsOf,
  rejectedBy,
  type SendDraft,
  signersOf,
  unshownIn,
} from './send-draft.ts'
import { SignerFields } from './signer-fields.tsx'
import { strings } from './strings.ts'
import { guessOf, type Known, knownOf } from './suggestions.ts'
import { ValueFields } from './value-fields.tsx'

interface Props {
  readonly deal: Deal
  readonly template: Template
  /** Who signs, as the template says it: `client`, `admin`, `client-2`; none where it does not. */
  readonly signerKeys: readonly string[]
  readonly offered?: Partial<Known>
  readonly onClose: () => void
}

/** What stands in the document, who signs it, and until when. */
export const SendForm = ({ deal, template, signerKeys, offered = {}, onClose }: Props) => {
  const { person, organization } = useSession()
  const navigate = useNavigate()
  const send = useDocumentChange('generate-contract')
  const own = { name: person.name, email: person.email, workspace: organization.name }
  const [draft, setDraft] = useState<SendDraft>(() => firstDraft(deal, template, own, { signerKeys, offered }))
  const [isChecked, setChecked] = useState(false)
  const [rejected, setRejected] = useState<Faults>({})
  const known = { ...knownOf(deal, own, { locale: draft.locale, today: new Date() }), ...offered }
  const missing = faultsOf(draft, template.placeholders)
  const letters = useLetters()
  const unshown = useMemo(() => unshownIn(draft, letters), [draft, letters])
  const faults = { ...rejected, ...(isChecked && missing), ...unshown }
  /** What was rejected stays until it is typed into. */
  const change = (part: Partial<SendDraft>, field?: string): void => {
    setDraft((now) => ({ ...now, ...part }))
    setRejected((now) => Object.fromEntries(Object.entries(now).filter(([name]) => name !== field)))
  }
  const submit = (): void => {
    setChecked(true)
    setRejected({})
    if (Object.keys({ ...missing, ...unshown }).length > 0) return
    send.mutate(
      {
        ...partsOf(draft),
        ...{ projectId: deal.id, templateId: template.id, userId: person.id, docType: 'contract' },
        signers: signersOf(draft),
        ...(draft.deadline !== '' && { expiresAt: endOf(draft.deadline) }),
      },
      {
        onSuccess: ({ document }) => {
          // To its page, which closes the window with the page that it is over.
          say(strings.sent(document.title))
          void navigate({ to: '/documents/$documentId', params: { documentId: document.id } })
        },
        onError: (error) => setRejected(rejectedBy(error)),
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!send.isPending) submit()
      }}
    >
      <Stack>
        {!areFaultsPlaced(rejectedBy(send.error)) && <ErrorNote error={send.error} title={strings.notSent} />}
        <TextInput
          label={strings.titleField}
          description={strings.titleHint}
          value={draft.title}
          error={faults.title}
          maxLength={255}
          required
          onChange={({ currentTarget }) => change({ title: currentTarget.value }, 'title')}
        />
        <ValueFields
          placeholders={template.placeholders}
          values={draft.values}
          known={known}
          faults={faults}
          onChange={(key, value) => change({ values: { ...draft.values, [key]: value } }, `replacements.${key}`)}
        />
        <SignerFields
          signers={draft.signers}
          faults={faults}
          onChange={(signers, field) => change({ signers }, field ?? 'signers')}
        />
        <Follows rule={template.when_signed} />
        <Terms draft={draft} faults={faults} onChange={change} />
        <Preview
          isUsable={draft.title.trim() !== ''}
          input={() => ({
            ...partsOf(draft),
            templateId: template.id,
            signers: signersOf(draft)
              .toSorted((a, b) => (a.order ?? 1) - (b.order ?? 1))
              .map(({ name, role }) => ({ name, role })),
          })}
          isPlaced={(error) => areFaultsPlaced(rejectedBy(error))}
          onRejected={(error) => setRejected(rejectedBy(error))}
        />
        <WindowFoot>
          <FormButtons submit={strings.sendNow} isPending={send.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}

const Terms = ({
  draft,
  faults,
  onChange,
}: {
  draft: SendDraft
  faults: Faults
  onChange: (part: Partial<SendDraft>, field: string) => void
}) => (
  <FieldPair>
    <TextInput
      type="date"
      label={strings.deadline}
      description={strings.deadlineHint}
      value={draft.deadline}
      error={faults.expiresAt}
      onChange={({ currentTarget }) => onChange({ deadline: currentTarget.value }, 'expiresAt')}
    />
    <NativeSelect
      label={strings.language}
      description={strings.languageHint}
      value={draft.locale}
      data={languageChoices(draft.locale)}
      error={faults.locale}
      onChange={({ currentTarget }) => onChange({ locale: currentTarget.value }, 'locale')}
    />
  </FieldPair>
)

const firstDraft = (
  deal: Deal,
  template: Template,
  own: { readonly name: string; readonly email: string; readonly workspace: string },
  { signerKeys, offered }: { readonly signerKeys: readonly string[]; readonly offered: Partial<Known> },
): SendDraft => {
  const known: Known = { ...knownOf(deal, own, { locale: 'en', today: new Date() }), ...offered }
  return {
    title: [template.name, deal.contact?.name].filter(Boolean).join(' – ').slice(0, 255),
    values: Object.fromEntries(template.placeholders.map((each) => [each.key, each.default ?? guessOf(each, known)] as const)),
    signers: signersOfKeys(signerKeys.length > 0 ? signerKeys : ['client', 'admin'], known),
    deadline: '',
    locale: 'en',
  }
}

/** One for each key, with what is known of the first of each role. */
const signersOfKeys = (keys: readonly string[], known: Known): SendDraft['signers'] =>
  [...new Set(keys)].sort(byRoleAndNumber).map((key) => {
    const role = key.startsWith('admin') ? ('admin' as const) : ('client' as const)
    const person =
      key === 'client'
        ? { name: known.clientName, email: known.clientEmail }
        : key === 'admin'
          ? { name: known.ownName, email: known.ownEmail }
          : { name: '', email: '' }
    return { id: key, ...person, role, order: 1, code: 'none' as const }
  })

/** Clients first, each role by its numbers: the order in which a document counts them. */
const byRoleAndNumber = (one: string, other: string): number =>
  Number(one.startsWith('admin')) - Number(other.startsWith('admin')) ||
  Number(one.split('-')[1] ?? 1) - Number(other.split('-')[1] ?? 1)
