import { Button, Group, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { languageChoices } from '#web/business/invoices/choices.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { originsOf, refusedLine } from '#web/ui/origins.ts'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import type { ChatWidget } from '#web/wire.ts'
import { useChatWidgetChange } from './api.ts'
import { Preview } from './preview.tsx'
import { originFault, SiteFields, siteFaults } from './site-fields.tsx'
import { strings } from './strings.ts'
import classes from './webchat.module.css'

/** What of a widget can be changed, with a preview beside it. */
export const WidgetForm = ({ widget }: { widget: ChatWidget }) => {
  const update = useChatWidgetChange('update-chat-widget', () => say(strings.saved))
  const form = useWidgetForm(widget)
  const save = ({ origins, ...rest }: typeof form.values): void =>
    update.mutate(
      { widgetId: widget.id, ...rest, allowedOrigins: originsOf(origins) },
      {
        // As they are kept: without a path, and each once.
        onSuccess: ({ widget: saved }) => form.setFieldValue('origins', saved.allowed_origins.join('\n')),
      },
    )
  const refused = originFault(refusedLine(update.error, 'allowedOrigins'))
  const { accent, greeting, locale, side, theme, title } = form.values
  return (
    <div className={classes.sides}>
      <form noValidate onSubmit={form.onSubmit(save)}>
        <Stack>
          {!refused && <ErrorNote error={update.error} />}
          <SiteFields
            name={form.getInputProps('name')}
            origins={{ ...form.getInputProps('origins'), error: form.errors.origins ?? refused }}
          />
          <LookFields form={form} widget={widget} error={update.error} />
          <Switch
            label={strings.asksEmail}
            description={strings.asksEmailHint}
            {...form.getInputProps('asksEmail', { type: 'checkbox' })}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={update.isPending}>
              {strings.save}
            </Button>
          </Group>
        </Stack>
      </form>
      <Preview look={{ accent, greeting, side, theme, title, locale }} />
    </div>
  )
}

const useWidgetForm = (widget: ChatWidget) =>
  useForm({
    initialValues: {
      name: widget.name,
      origins: widget.allowed_origins.join('\n'),
      title: widget.title,
      greeting: widget.greeting,
      locale: widget.locale,
      accent: widget.accent,
      theme: widget.theme,
      side: widget.side,
      asksEmail: widget.asks_email,
    },
    validate: siteFaults,
  })

/** What the preview shows at once. */
const LookFields = ({
  form,
  widget,
  error,
}: {
  form: ReturnType<typeof useWidgetForm>
  widget: ChatWidget
  error: unknown
}) => (
  <>
    <TextInput label={strings.heading} description={strings.headingHint} maxLength={60} {...form.getInputProps('title')} />
    <Textarea
      label={strings.greeting}
      description={strings.greetingHint}
      placeholder={strings.greetingExample}
      autosize
      minRows={2}
      maxLength={500}
      {...form.getInputProps('greeting')}
    />
    <Group grow align="flex-start" preventGrowOverflow={false} className={classes.pair ?? ''}>
      <Select
        label={strings.language}
        data={languageChoices(widget.locale)}
        allowDeselect={false}
        {...form.getInputProps('locale')}
      />
      <TextInput
        label={strings.accent}
        description={strings.accentHint}
        type="color"
        classNames={{ input: classes.colour ?? '' }}
        {...form.getInputProps('accent')}
        error={fieldError(error, 'accent')}
      />
    </Group>
    <Group grow align="flex-start" preventGrowOverflow={false} className={classes.pair ?? ''}>
      <Select label={strings.theme} data={choicesOf(strings.themes)} allowDeselect={false} {...form.getInputProps('theme')} />
      <Select label={strings.side} data={choicesOf(strings.sides)} allowDeselect={false} {...form.getInputProps('side')} />
    </Group>
  </>
)

const choicesOf = (named: Readonly<Record<string, string>>): { value: string; label: string }[] =>
  Object.entries(named).map(([value, label]) => ({ value, label }))
