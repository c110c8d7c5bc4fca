import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FieldPair, Part, SaveBar } from '#web/ui/form-page.tsx'
import { takeSaved } from '#web/ui/saved-values.ts'
import { say } from '#web/ui/say.tsx'
import { type Choice, ChoiceGrid } from './choice-grid.tsx'
import { type Settings, useSaveSettings } from './settings-api.ts'
import { strings } from './settings-strings.ts'
import { playSound } from './sound.ts'

type Values = {
  readonly choices: Choice[]
  readonly isQuiet: boolean
  readonly from: string
  readonly to: string
  readonly summaryAt: string
  readonly sound: boolean
}

const valuesOf = ({ choices, quiet, summary_at, sound }: Settings): Values => ({
  ...{ choices, isQuiet: quiet !== null, from: quiet?.from ?? '20:00', to: quiet?.to ?? '07:00' },
  ...{ summaryAt: summary_at, sound },
})

const inputOf = ({ choices, isQuiet, from, to, summaryAt, sound }: Values) => ({
  ...{ choices, quiet: isQuiet ? { from, to } : null, summaryAt, sound },
})

/** What the reader hears of, and when. */
export const SettingsForm = ({ of: settings }: { of: Settings }) => {
  const save = useSaveSettings()
  const isTime = (time: string, values: Values): string | null => (values.isQuiet && time === '' ? strings.timeMissing : null)
  const form = useForm({
    initialValues: valuesOf(settings),
    validate: { from: isTime, to: isTime, summaryAt: (time) => (time === '' ? strings.timeMissing : null) },
  })
  const submit = form.onSubmit((values) =>
    save.mutate(inputOf(values), {
      onSuccess: (answer) => {
        takeSaved(form, values, valuesOf(answer.settings))
        say(strings.saved)
      },
    }),
  )
  const summary = form.getInputProps('summaryAt')
  return (
    <form onSubmit={submit} noValidate>
      <ErrorNote error={save.error} />
      <Part title={strings.channels} text={strings.channelsText(settings.email)}>
        <ChoiceGrid choices={form.values.choices} onChange={(choices) => form.setFieldValue('choices', choices)} />
      </Part>
      <Part title={strings.times} text={strings.timesText(settings.time_zone)}>
        <Stack>
          <TextInput
            type="time"
            label={strings.summaryAt}
            {...summary}
            error={summary.error ?? fieldError(save.error, 'summaryAt')}
            maw="9rem"
          />
          <Checkbox
            label={strings.quiet}
            description={strings.quietHint}
            {...form.getInputProps('isQuiet', { type: 'checkbox' })}
          />
          {form.values.isQuiet && (
            <FieldPair>
              <TextInput type="time" label={strings.quietFrom} {...form.getInputProps('from')} />
              <TextInput type="time" label={strings.quietTo} {...form.getInputProps('to')} />
            </FieldPair>
          )}
          <Group gap="sm">
            <Checkbox label={strings.sound} {...form.getInputProps('sound', { type: 'checkbox' })} />
            <Button variant="subtle" size="compact-sm" onClick={() => void playSound()}>
              {strings.hear}
            </Button>
          </Group>
        </Stack>
      </Part>
      <SaveBar isDirty={form.isDirty()} isPending={save.isPending} onDiscard={form.reset} />
    </form>
  )
}
