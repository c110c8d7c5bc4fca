import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '#web/gateway.ts'
import type { CreateWindowProps } from '#web/module.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import { sayDone } from '#web/ui/say.tsx'
import { SuggestingField } from '#web/ui/suggesting-field.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { useCallOnce } from '#web/use-call-once.ts'
import { Known, useKnown } from '../by-hand/known.tsx'
import { OwnerField } from '../by-hand/owner-field.tsx'
import { SheetForm } from '../by-hand/sheet-form.tsx'
import { useKeptDraft } from '../by-hand/use-kept-draft.ts'
import { nameOf } from './names.ts'
import { strings } from './strings.ts'

/** As they are stored: the same in each language, or reports would count them apart. */
const usualSources = ['phone', 'walk-in', 'referral', 'event'] as const

/** Someone who called or came by. */
export const NewLeadWindow = ({ opened, onClose }: CreateWindowProps) => (
  <Window opened={opened} onClose={onClose} title={strings.addTitle} sheet>
    <Form onClose={onClose} />
  </Window>
)

const empty = { name: '', email: '', phone: '', company: '', title: '', note: '', source: '', waits: false }

const Form = ({ onClose }: { onClose: () => void }) => {
  const { person } = useSession()
  const navigate = useNavigate()
  const { draft, change, forget, isRestored } = useKeptDraft('lead', { ...empty, owner: person.id })
  const [wasTried, setTried] = useState(false)
  const known = useKnown({ name: draft.name, email: draft.email, phone: draft.phone, company: draft.company })
  const addOnce = useCallOnce('add-lead')
  const add = useMutation({
    mutationFn: () => {
      const { waits, owner, ...texts } = draft
      return addOnce({ ...texts, ownerId: owner === '' ? null : owner, waitsForAnswer: waits })
    },
    onSuccess: ({ lead }) => {
      forget()
      onClose()
      const open = (): void => void navigate({ to: '/leads/$leadId', params: { leadId: lead.id } })
      sayDone(strings.added(nameOf(lead)), { label: strings.open, act: open })
    },
  })
  const isUnreachable = draft.email.trim() === '' && draft.phone.trim() === ''
  const faults = ['email', 'phone', 'name', 'company', 'title', 'note', 'source'].some((field) => fieldError(add.error, field))
  const textOf = (field: 'name' | 'email' | 'phone' | 'company' | 'title') => ({
    value: draft[field],
    autoComplete: 'off',
    error: fieldError(add.error, field),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change({ ...draft, [field]: currentTarget.value }),
  })
  return (
    <SheetForm
      isRestored={isRestored}
      onStartOver={forget}
      onSubmit={() => {
        setTried(true)
        if (!isUnreachable && !add.isPending) add.mutate()
      }}
    >
      {!faults && <ErrorNote error={add.error} title={strings.notAdded} />}
      <TextInput label={strings.fields.full_name} maxLength={255} data-autofocus {...textOf('name')} />
      <FieldPair>
        <TextInput
          type="email"
          label={strings.fields.email}
          maxLength={254}
          {...textOf('email')}
          error={wasTried && isUnreachable ? strings.reachMissing : fieldError(add.error, 'email')}
        />
        <TextInput type="tel" label={strings.fields.phone} maxLength={64} {...textOf('phone')} />
      </FieldPair>
      <FieldPair>
        <TextInput label={strings.fields.company} maxLength={255} {...textOf('company')} />
        <TextInput label={strings.fields.job_title} maxLength={255} {...textOf('title')} />
      </FieldPair>
      <Known found={known} onOpen={onClose} />
      <Textarea
        label={strings.wish}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={10_000}
        value={draft.note}
        error={fieldError(add.error, 'note')}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      <FieldPair>
        <SourceField value={draft.source} onChange={(source) => change({ source })} error={fieldError(add.error, 'source')} />
        <OwnerField value={draft.owner} onChange={(owner) => change({ owner })} />
      </FieldPair>
      <Checkbox
        label={strings.waitsForAnswer}
        description={strings.waitsForAnswerText}
        checked={draft.waits}
        onChange={({ currentTarget }) => change({ waits: currentTarget.checked })}
      />
      <WindowFoot>
        <FormButtons submit={strings.add} isPending={add.isPending} onCancel={onClose} />
      </WindowFoot>
    </SheetForm>
  )
}

const SourceField = ({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (source: string) => void
}) => {
  const { data, isFetching } = useQuery(read('list-sources', {}))
  const typed = value.trim().toLowerCase()
  const sources = [...new Set<string>([...usualSources, ...(data?.sources ?? [])])]
  return (
    <SuggestingField
      label={strings.fields.source}
      value={value}
      error={error}
      maxLength={64}
      placeholder={strings.byHand}
      found={sources.filter((source) => source !== typed && source.startsWith(typed)).map((id) => ({ id }))}
      isSearching={isFetching}
      listLabel={strings.sources}
      onType={onChange}
      onChoose={({ id }) => onChange(id)}
    >
      {({ id }) => id}
    </SuggestingField>
  )
}
