import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { originsOf } from '#web/ui/origins.ts'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { useChatWidgetChange } from './api.ts'
import { SiteFields, siteFaults } from './site-fields.tsx'
import { strings } from './strings.ts'

/** Makes a chat, and leads to its tag. */
export const NewWidget = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const navigate = useNavigate()
  const create = useChatWidgetChange('create-chat-widget')
  const form = useForm({
    initialValues: { name: '', origins: '' },
    validate: siteFaults,
  })
  const close = (): void => {
    create.reset()
    form.reset()
    onClose()
  }
  return (
    <Window opened={opened} onClose={close} title={strings.newTitle} sheet>
      <form
        noValidate
        onSubmit={form.onSubmit(({ name, origins }) =>
          create.mutate(
            { name: name.trim(), allowedOrigins: originsOf(origins), greeting: strings.greetingExample },
            {
              onSuccess: ({ widget }) =>
                void navigate({ to: '/settings/website-chat/$widgetId', params: { widgetId: widget.id } }),
            },
          ),
        )}
      >
        <Stack>
          <ErrorNote error={create.error} />
          <SiteFields name={form.getInputProps('name')} origins={form.getInputProps('origins')} />
          <WindowFoot>
            <FormButtons submit={strings.create} isPending={create.isPending} onCancel={close} />
          </WindowFoot>
        </Stack>
      </form>
    </Window>
  )
}
