import { Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { languageChoices } from '#web/business/invoices/choices.ts'
import { onDay } from '#web/i18n/format.ts'
import { ErrorNote, fieldError, fieldErrorIn } from '#web/ui/error-note.tsx'
import { Fieldset } from '#web/ui/fieldset.tsx'
import { FieldPair, SaveBar } from '#web/ui/form-page.tsx'
import { originsOf, wrongLine } from '#web/ui/origins.ts'
import { takeSaved } from '#web/ui/saved-values.ts'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import type { LeadFormConsentText, LeadSource } from '#web/wire.ts'
import { useUpdateSource } from '../api.ts'
import { draftOf, type FormDraft, type FormSettings, isQuestion, settingsOf } from './draft.ts'
import { FieldEditor } from './field-editor.tsx'
import classes from './form.module.css'
import { Preview } from './preview.tsx'
import { strings } from './strings.ts'

interface EditorProps {
  readonly source: LeadSource
  readonly settings: FormSettings
  readonly texts: readonly LeadFormConsentText[]
}

/** What a form asks and how it looks, with the form itself beside it. */
export const FormEditor = ({ source, settings, texts }: EditorProps) => {
  const update = useUpdateSource()
  const form = useDraft(settings)
  const save = (draft: FormDraft): void =>
    update.mutate(
      { leadSourceId: source.id, settings: settingsOf(draft) },
      {
        onSuccess: ({ source: saved }) => {
          if (saved.settings.kind === 'form') takeSaved(form, draft, draftOf(saved.settings))
          say(strings.saved)
        },
      },
    )
  const { error } = update
  const isPlaced = fieldErrorIn(error, 'settings') !== undefined && fieldError(error, 'settings.fields') === undefined
  return (
    <div className={classes.sides}>
      <form noValidate onSubmit={form.onSubmit(save)}>
        <Stack>
          {!isPlaced && <ErrorNote error={error} />}
          <Textarea
            label={strings.origins}
            description={strings.originsHint}
            placeholder={strings.originsExample}
            autosize
            minRows={2}
            maxRows={8}
            dir="ltr"
            spellCheck={false}
            inputMode="url"
            {...form.getInputProps('origins')}
            error={form.errors.origins ?? fieldErrorIn(error, 'settings.origins')}
          />
          <Fieldset legend={strings.fields}>
            <FieldEditor
              fields={form.values.fields}
              error={error}
              onChange={(fields) => form.setFieldValue('fields', fields)}
            />
            {form.errors.fields && <p role="alert">{form.errors.fields}</p>}
          </Fieldset>
          <ConsentFields form={form} error={error} texts={texts} />
          <ThanksFields form={form} error={error} />
          <LookFields form={form} error={error} />
        </Stack>
        <SaveBar isDirty={form.isDirty()} isPending={update.isPending} onDiscard={form.reset} />
      </form>
      <Preview draft={form.values} version={settings.version} />
    </div>
  )
}

const faults = {
  origins: (text: string) => {
    const line = wrongLine(text)
    return line === null || originsOf(text).length === 0 ? null : strings.originWrong(line)
  },
  fields: (fields: FormDraft['fields']) => {
    if (fields.some(({ kind, label }) => isQuestion(kind) && label.trim() === '')) return strings.labelMissing
    const isShort = ({ kind, options }: FormDraft['fields'][number]): boolean =>
      kind === 'choice' && options.split('\n').filter((line) => line.trim() !== '').length < 2
    return fields.some(isShort) ? strings.optionsMissing : null
  },
}

const useDraft = (settings: FormSettings) => useForm<FormDraft>({ initialValues: draftOf(settings), validate: faults })
type Form = ReturnType<typeof useDraft>

const ConsentFields = ({ form, error, texts }: { form: Form; error: unknown; texts: readonly LeadFormConsentText[] }) => (
  <>
    <Textarea
      label={strings.consent}
      description={strings.consentHint}
      autosize
      minRows={2}
      maxRows={10}
      maxLength={2_000}
      {...form.getInputProps('consent')}
      error={fieldErrorIn(error, 'settings.consent')}
    />
    {form.values.consent.trim() !== '' && (
      <Checkbox label={strings.consentRequired} {...form.getInputProps('consentRequired', { type: 'checkbox' })} />
    )}
    {texts.length > 0 && (
      <details className={classes.more}>
        <summary>{strings.versions(texts.length)}</summary>
        {texts.map(({ version, text, created_at, created_by }) => (
          <div key={version} className={classes.version}>
            <p>
              <strong>{strings.version(version)}</strong>{' '}
              <span className="dim">{strings.since(onDay(created_at), created_by?.name ?? null)}</span>
            </p>
            <bdi>{text}</bdi>
          </div>
        ))}
      </details>
    )}
  </>
)

const ThanksFields = ({ form, error }: { form: Form; error: unknown }) => (
  <>
    <TextInput
      label={strings.thanksText}
      description={strings.thanksTextHint}
      maxLength={500}
      {...form.getInputProps('thanksText')}
    />
    <TextInput
      label={strings.thanksUrl}
      description={strings.thanksUrlHint}
      placeholder={strings.thanksUrlExample}
      dir="ltr"
      inputMode="url"
      spellCheck={false}
      {...form.getInputProps('thanksUrl')}
      error={fieldError(error, 'settings.thanks.url')}
    />
  </>
)

const LookFields = ({ form, error }: { form: Form; error: unknown }) => (
  <>
    <FieldPair>
      <TextInput label={strings.heading} maxLength={120} {...form.getInputProps('heading')} />
      <TextInput label={strings.button} maxLength={60} {...form.getInputProps('button')} />
    </FieldPair>
    <Group align="flex-start">
      <Select
        label={strings.language}
        data={languageChoices(form.values.locale)}
        allowDeselect={false}
        {...form.getInputProps('locale')}
      />
      <TextInput
        label={strings.accent}
        description={strings.accentHint}
        type="color"
        classNames={{ input: classes.colour ?? '' }}
        {...form.getInputProps('accent')}
        error={fieldError(error, 'settings.accent')}
      />
    </Group>
  </>
)
