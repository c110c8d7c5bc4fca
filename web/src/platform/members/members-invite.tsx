import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { IconCircleCheck } from '#icons'
import { onDay } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Note } from '#web/ui/note.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Role } from '#web/wire.ts'
import { useInvite } from './members-api.ts'
import { MailHint } from './members-mail-hint.tsx'
import { RoleField } from './members-roles.tsx'
import { strings } from './members-strings.ts'

/** Invites one after the other: the window stays open for the next until it is closed. */
export const InviteWindow = ({ opened, onClose }: { opened: boolean; onClose(): void }) => (
  <Window opened={opened} onClose={onClose} title={strings.inviteTeammate} sheet>
    <InviteForm onDone={onClose} />
  </Window>
)

const InviteForm = ({ onDone }: { onDone(): void }) => {
  const { role: by } = useSession()
  const invite = useInvite()
  const email = useRef<HTMLInputElement>(null)
  const form = useForm({
    initialValues: { email: '', name: '', role: 'member' as Role },
    validate: { email: (text) => (/^\S+@\S+\.\S+$/.test(text.trim()) ? null : strings.emailInvalid) },
  })
  const submit = form.onSubmit(({ email: address, name, role }) =>
    invite.mutate(
      { email: address.trim(), role, ...(name.trim() === '' ? {} : { name: name.trim() }) },
      {
        onSuccess: () => {
          form.setValues({ email: '', name: '' })
          form.clearErrors()
          email.current?.focus()
        },
      },
    ),
  )
  const invited = invite.data?.invitation

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          {strings.inviteLead}
        </Text>
        {invited && (
          <Note tone="good" icon={<IconCircleCheck size={18} />} title={strings.invited(invited.email)}>
            {strings.invitedUntil(onDay(invited.expires_at))} <MailHint />
          </Note>
        )}
        <TextInput
          ref={email}
          label={strings.email}
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          required
          data-autofocus
          {...form.getInputProps('email')}
          error={form.errors.email ?? fieldError(invite.error, 'email')}
        />
        <TextInput
          label={strings.nameOptional}
          description={strings.nameHint}
          autoComplete="off"
          maxLength={255}
          {...form.getInputProps('name')}
          error={fieldError(invite.error, 'name')}
        />
        <RoleField by={by} {...form.getInputProps('role')} />
        <ErrorNote error={invite.error} />
        <WindowFoot>
          <FormButtons
            submit={invited ? strings.another : strings.sendInvitation}
            isPending={invite.isPending}
            cancel={invited ? strings.done : strings.cancel}
            onCancel={onDone}
          />
        </WindowFoot>
      </Stack>
    </form>
  )
}
