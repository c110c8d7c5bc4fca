import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { useChatWidgetChange } from './api.ts'
import { originsOf, wrongLine } from './origins.ts'
import { strings } from './strings.ts'

/** Makes a chat, and leads to its tag. */
export const NewWidget = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const navigate = useNavigate()
  const create = useChatWidgetChange('create-chat-widget')
  const form = useForm({
    initialValues: { name: '', origins: '' },
    validate: {
      name: (name) => (name.trim() === '' ? strings.nameMissing : null),
      origins: (text) => {
        const line = wrongLine(text)
        return line === null ? null : strings.originWrong(line)
      },
    },
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
          <TextInput
            label={strings.name}
            description={strings.nameHint}
            maxLength={100}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Textarea
            label={strings.origins}
            description={strings.originsHint}
            placeholder={strings.originsExample}
            autosize
            minRows={2}
            dir="ltr"
            spellCheck={false}
            inputMode="url"
            {...form.getInputProps('origins')}
          />
          <WindowFoot>
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {strings.create}
            </Button>
          </WindowFoot>
        </Stack>
      </form>
    </Window>
  )
}
