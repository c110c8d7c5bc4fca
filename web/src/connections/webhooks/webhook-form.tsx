import { Checkbox, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { WindowFoot } from '#web/ui/window.tsx'
import type { EventTypes } from './api.ts'
import { strings } from './strings.ts'

export interface WebhookValues {
  readonly url: string
  readonly description: string
  readonly eventTypes: string[]
  readonly includeImports: boolean
}

/** Of which a CRM sync brings single records. */
const ofImports: ReadonlySet<string> = new Set(['contact.changed', 'deal.changed'])

/** Where to post, and what of. An empty list of types means all of them. */
export const WebhookForm = ({
  initial,
  eventTypes,
  submit,
  onSubmit,
  onCancel,
  isPending,
  error,
}: {
  initial: WebhookValues
  eventTypes: EventTypes
  submit: string
  onSubmit: (values: WebhookValues) => void
  onCancel: () => void
  isPending: boolean
  error: unknown
}) => {
  const form = useForm({
    initialValues: { ...initial, which: initial.eventTypes.length === 0 ? 'all' : 'only' },
    validate: {
      url: (url) => (url.trim() === '' ? strings.urlMissing : URL.canParse(url.trim()) ? null : strings.urlInvalid),
      eventTypes: (chosen, { which }) => (which === 'only' && chosen.length === 0 ? strings.typesMissing : null),
    },
  })
  const mayInclude = form.values.which === 'all' || form.values.eventTypes.some((type) => ofImports.has(type))
  const urlFault = fieldError(error, 'url')
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ url, description, eventTypes, which, includeImports }) =>
        onSubmit({
          ...{ url: url.trim(), description: description.trim(), eventTypes: which === 'all' ? [] : eventTypes },
          includeImports: includeImports && mayInclude,
        }),
      )}
    >
      <Stack>
        {!urlFault && <ErrorNote error={error} />}
        <TextInput
          label={strings.url}
          description={strings.urlHint}
          placeholder={strings.urlExample}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2_048}
          dir="ltr"
          required
          data-autofocus
          {...form.getInputProps('url')}
          error={form.errors.url ?? urlFault}
        />
        <TextInput
          label={strings.description}
          description={strings.descriptionHint}
          maxLength={255}
          {...form.getInputProps('description')}
        />
        <Radio.Group label={strings.events} {...form.getInputProps('which')}>
          <Stack gap="xs" mt={4}>
            <Radio value="all" label={strings.all} description={strings.allHint} />
            <Radio value="only" label={strings.only} />
          </Stack>
        </Radio.Group>
        {form.values.which === 'only' && (
          <Checkbox.Group aria-label={strings.only} {...form.getInputProps('eventTypes')}>
            <Stack gap="xs" ps="xl">
              {eventTypes.map(({ type, about }) => (
                <Checkbox key={type} value={type} label={<code>{type}</code>} description={about} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {mayInclude && (
          <Checkbox
            label={strings.includeImports}
            description={strings.includeImportsHint}
            {...form.getInputProps('includeImports', { type: 'checkbox' })}
          />
        )}
        <WindowFoot>
          <FormButtons submit={submit} isPending={isPending} onCancel={onCancel} />
        </WindowFoot>
      </Stack>
    </form>
  )
}
