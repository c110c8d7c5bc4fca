import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { Window } from '#web/settings/window.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { useChatWidgetChange } from './api.ts'
import { originsOf, wrongLine } from './origins.ts'
import { words } from './strings.ts'

/** Makes a chat, and leads to its tag. */
export const NewWidget = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const navigate = useNavigate()
  const create = useChatWidgetChange('create-chat-widget')
  const form = useForm({
    initialValues: { name: '', origins: '' },
    validate: {
      name: (name) => (name.trim() === '' ? words.nameMissing : null),
      origins: (text) => {
        const line = wrongLine(text)
        return line === null ? null : words.originWrong(line)
      },
    },
  })
  const close = (): void => {
    create.reset()
    form.reset()
    onClose()
  }
  return (
    <Window opened={opened} onClose={close} title={words.newTitle}>
      <form
        noValidate
        onSubmit={form.onSubmit(({ name, origins }) =>
          create.mutate(
            { name: name.trim(), allowedOrigins: originsOf(origins), greeting: words.greetingExample },
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
            label={words.name}
            description={words.nameHint}
            maxLength={100}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Textarea
            label={words.origins}
            description={words.originsHint}
            placeholder={words.originsExample}
            autosize
            minRows={2}
            dir="ltr"
            spellCheck={false}
            inputMode="url"
            {...form.getInputProps('origins')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {words.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Window>
  )
}
