import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { CallError } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Contact } from '#web/wire.ts'
import { overtakenIn } from '../records/overtaken.tsx'
import { OvertakenNotes } from '../records/overtaken-notes.tsx'
import { useContactChange } from './api.ts'
import { strings } from './strings.ts'

interface Props {
  contact: Contact
  onClose: () => void
  /** Another contact has this address or number: are they the same person? */
  onMerge: (search: string) => void
}

export const EditWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.editTitle} sheet>
    <Form {...props} />
  </Window>
)

const fields = [
  { name: 'fullName', label: strings.name, type: 'text', most: 255, autoComplete: 'off' },
  { name: 'email', label: strings.email, type: 'email', most: 254, autoComplete: 'off' },
  { name: 'phone', label: strings.phone, type: 'tel', most: 64, autoComplete: 'off' },
  { name: 'company', label: strings.company, type: 'text', most: 255, autoComplete: 'off' },
  { name: 'jobTitle', label: strings.jobTitle, type: 'text', most: 255, autoComplete: 'off' },
  { name: 'linkedinUrl', label: strings.linkedin, type: 'url', most: 2_048, autoComplete: 'off' },
] as const

const valuesOf = (contact: Contact) => ({
  fullName: contact.full_name ?? '',
  email: contact.email ?? '',
  phone: contact.phone ?? '',
  company: contact.company ?? '',
  jobTitle: contact.job_title ?? '',
  linkedinUrl: contact.linkedin_url ?? '',
})
type Values = ReturnType<typeof valuesOf>

const Form = ({ contact, onClose, onMerge }: Props) => {
  const update = useContactChange('update-contact')
  // As it was when the window was opened: what a colleague changes meanwhile is not what was edited here.
  const [begun] = useState(() => valuesOf(contact))
  const [seen, setSeen] = useState<Partial<Values>>({})
  const form = useForm({ initialValues: begun })
  const overtaken = overtakenIn(update.error)
  const send = (values: Values, seen: Partial<Values>): void => {
    const only = (of: Values) => Object.fromEntries(Object.entries(of).filter(([name]) => form.isDirty(name)))
    update.mutate(
      { contactId: contact.id, ...only(values), was: { ...only(begun), ...seen } },
      {
        onSuccess: () => {
          say(strings.saved)
          onClose()
        },
      },
    )
  }
  const submit = form.onSubmit((values) => send(values, seen))
  const taken = update.error instanceof CallError && update.error.code === 'contact_taken' ? update.error.field : undefined
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <OvertakenNotes
          fields={overtaken}
          names={Object.fromEntries(fields.map(({ name, label }) => [name, label]))}
          onKeep={({ field, value }) => {
            const kept = String(value ?? '')
            form.setFieldValue(field, kept)
            setSeen({ ...seen, [field]: kept })
            update.reset()
          }}
          onReplace={({ field, value }) => {
            const newer = { ...seen, [field]: String(value ?? '') }
            setSeen(newer)
            send(form.values, newer)
          }}
        />
        {overtaken.length === 0 && !fields.some(({ name }) => fieldError(update.error, name)) && (
          <ErrorNote error={update.error} title={strings.notSaved} />
        )}
        {fields.map(({ name, label, type, most, autoComplete }) => (
          <TextInput
            key={name}
            label={label}
            type={type}
            maxLength={most}
            autoComplete={autoComplete}
            {...form.getInputProps(name)}
            error={overtaken.length === 0 && fieldError(update.error, name)}
          />
        ))}
        {(taken === 'email' || taken === 'phone') && (
          <Group>
            <Button variant="light" size="xs" onClick={() => onMerge(form.values[taken])}>
              {strings.mergeInstead}
            </Button>
          </Group>
        )}
        <WindowFoot>
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
            {strings.save}
          </Button>
        </WindowFoot>
      </Stack>
    </form>
  )
}
