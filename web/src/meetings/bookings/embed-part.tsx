import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useUpdateWorkspace, useWorkspace } from '#web/platform/organizations/api.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { originsOf, refusedLine, wrongLine } from '#web/ui/origins.ts'
import { say } from '#web/ui/say.tsx'
import type { BookingEventType, Workspace } from '#web/wire.ts'
import { embedPolicy, embedTag, pageOfAll } from './embed-tag.ts'
import { strings } from './strings.ts'

/** The tag that shows a booking page in a website, and the list of websites that may. */
export const EmbedPart = ({ types, mayChange }: { types: readonly BookingEventType[]; mayChange: boolean }) => {
  const [chosen, setChosen] = useState('')
  const { data } = useWorkspace()
  const [first] = types
  if (!first) return null
  const type = types.find(({ id }) => id === chosen)
  const url = type?.url ?? pageOfAll(first.url)
  return (
    <Part title={strings.embed} text={strings.embedText}>
      <Stack gap="sm">
        <NativeSelect
          label={strings.embedType}
          data={[{ value: '', label: strings.embedAll }, ...types.map(({ id, name }) => ({ value: id, label: name }))]}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <CodeBlock text={embedTag(url, type ? strings.embedLink(type.name) : strings.embedLinkAll)} label={strings.embedTag} />
        <details>
          <summary>{strings.embedPolicy}</summary>
          <Stack gap="sm" mt="xs">
            <Text size="sm">{strings.embedPolicyText}</Text>
            <CodeBlock text={embedPolicy(url)} label={strings.embedPolicyLabel} />
          </Stack>
        </details>
        {data && <Origins workspace={data.workspace} mayChange={mayChange} />}
      </Stack>
    </Part>
  )
}

const Origins = ({ workspace, mayChange }: { workspace: Workspace; mayChange: boolean }) => {
  const update = useUpdateWorkspace()
  const faultOf = (line: number | null): string | null => (line === null ? null : strings.originWrong(line))
  const form = useForm({
    initialValues: { origins: workspace.booking_origins.join('\n') },
    validate: { origins: (text) => faultOf(wrongLine(text)) },
  })
  const refused = faultOf(refusedLine(update.error, 'bookingOrigins'))
  const save = form.onSubmit(({ origins }) =>
    update.mutate(
      { bookingOrigins: originsOf(origins) },
      {
        // As they are kept: without a path, and each once.
        onSuccess: ({ workspace: { booking_origins } }) => {
          form.setFieldValue('origins', booking_origins.join('\n'))
          say(strings.originsSaved)
        },
      },
    ),
  )
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm" align="flex-start">
        {!refused && <ErrorNote error={update.error} title={strings.originsNotSaved} />}
        {workspace.booking_origins.length === 0 && (
          <Text size="sm" fw={600}>
            {strings.embedNowhere}
          </Text>
        )}
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
          w="100%"
          readOnly={!mayChange}
          {...form.getInputProps('origins')}
          error={form.errors.origins ?? refused}
        />
        {mayChange && (
          <Button type="submit" variant="default" loading={update.isPending}>
            {strings.saveOrigins}
          </Button>
        )}
      </Stack>
    </form>
  )
}
