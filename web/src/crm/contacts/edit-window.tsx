import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { CallError } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Contact } from '#web/wire.ts'
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

const Form = ({ contact, onClose, onMerge }: Props) => {
  const update = useContactChange('update-contact')
  const form = useForm({
    initialValues: {
      fullName: contact.full_name ?? '',
      email: contact.email ?? '',
      phone: contact.phone ?? '',
      company: contact.company ?? '',
      jobTitle: contact.job_title ?? '',
      linkedinUrl: contact.linkedin_url ?? '',
    },
  })
  const submit = form.onSubmit((values) => {
    const changed = Object.fromEntries(Object.entries(values).filter(([name]) => form.isDirty(name)))
    update.mutate(
      { contactId: contact.id, ...changed },
      {
        onSuccess: () => {
          say(strings.saved)
          onClose()
        },
      },
    )
  })
  const taken = update.error instanceof CallError && update.error.code === 'contact_taken' ? update.error.field : undefined
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {!fields.some(({ name }) => fieldError(update.error, name)) && (
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
            error={fieldError(update.error, name)}
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
