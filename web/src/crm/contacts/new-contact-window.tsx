import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CreateWindowProps } from '#web/module.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import { sayDone } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { useCallOnce } from '#web/use-call-once.ts'
import { Known, sureOf, useKnown } from '../by-hand/known.tsx'
import { OwnerField } from '../by-hand/owner-field.tsx'
import { SheetForm } from '../by-hand/sheet-form.tsx'
import { useKeptDraft } from '../by-hand/use-kept-draft.ts'
import { nameOf } from '../leads/names.ts'
import { strings } from './strings.ts'

/** A person who is not known yet. */
export const NewContactWindow = ({ opened, given: { company }, onClose }: CreateWindowProps) => (
  <Window opened={opened} onClose={onClose} title={strings.addTitle} sheet>
    <Form key={company?.id} company={company?.name} onClose={onClose} />
  </Window>
)

const empty = { fullName: '', email: '', phone: '', company: '', jobTitle: '', linkedinUrl: '' }
const fields = Object.keys(empty) as (keyof typeof empty)[]

const Form = ({ company, onClose }: { company: string | undefined; onClose: () => void }) => {
  const { person } = useSession()
  const navigate = useNavigate()
  const { draft, change, forget, isRestored } = useKeptDraft(company === undefined ? 'contact' : `contact ${company}`, {
    ...{ ...empty, owner: person.id },
    ...(company !== undefined && { company }),
  })
  const [wasTried, setTried] = useState(false)
  const known = useKnown({ name: draft.fullName, email: draft.email, phone: draft.phone, company: draft.company })
  const sure = sureOf(known)
  const createOnce = useCallOnce('create-contact')
  const add = useMutation({
    mutationFn: () => {
      const { owner, ...texts } = draft
      return createOnce({ ...texts, ownerId: owner === '' ? null : owner })
    },
    onSuccess: ({ contact, created }) => {
      forget()
      onClose()
      const open = (): void => void navigate({ to: '/contacts/$contactId', params: { contactId: contact.id } })
      sayDone(created ? strings.created(nameOf(contact)) : strings.wasKnown(nameOf(contact)), {
        label: strings.open,
        act: open,
      })
    },
  })
  const isEmpty = [draft.fullName, draft.email, draft.phone].every((text) => text.trim() === '')
  const textOf = (field: keyof typeof empty) => ({
    value: draft[field],
    autoComplete: 'off',
    error: fieldError(add.error, field),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change({ [field]: currentTarget.value }),
  })
  return (
    <SheetForm
      isRestored={isRestored}
      onStartOver={forget}
      onSubmit={() => {
        setTried(true)
        if (!isEmpty && !sure && !add.isPending) add.mutate()
      }}
    >
      {!fields.some((field) => fieldError(add.error, field)) && <ErrorNote error={add.error} title={strings.notCreated} />}
      <TextInput
        label={strings.name}
        maxLength={255}
        data-autofocus
        {...textOf('fullName')}
        error={wasTried && isEmpty ? strings.whoMissing : fieldError(add.error, 'fullName')}
      />
      <FieldPair>
        <TextInput type="email" label={strings.email} maxLength={254} {...textOf('email')} />
        <TextInput type="tel" label={strings.phone} maxLength={64} {...textOf('phone')} />
      </FieldPair>
      <FieldPair>
        <TextInput label={strings.company} maxLength={255} {...textOf('company')} />
        <TextInput label={strings.jobTitle} maxLength={255} {...textOf('jobTitle')} />
      </FieldPair>
      <Known found={known} onOpen={onClose} />
      <FieldPair>
        <TextInput type="url" label={strings.linkedin} maxLength={2_048} {...textOf('linkedinUrl')} />
        <OwnerField value={draft.owner} onChange={(owner) => change({ owner })} />
      </FieldPair>
      <WindowFoot>
        {sure ? (
          <>
            <Button variant="default" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button component={Link} to={`/contacts/${sure.id}`} onClick={onClose}>
              {strings.openOf(sure.name ?? sure.email ?? sure.phone ?? '')}
            </Button>
          </>
        ) : (
          <FormButtons submit={strings.add} isPending={add.isPending} onCancel={onClose} />
        )}
      </WindowFoot>
    </SheetForm>
  )
}
