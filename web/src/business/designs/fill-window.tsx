import { Group, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import { Window } from '#web/ui/window.tsx'
import type { DesignTemplate } from '#web/wire.ts'
import { useDesignChange } from './api.ts'
import { strings } from './strings.ts'

interface Props {
  /** What the new design is linked to. */
  readonly of?: { readonly dealId: string } | { readonly contactId: string }
  readonly onClose: () => void
}

const most = 100

/** Fills the texts of a brand template, where the plan of the account allows it. */
export const FillWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.fillTitle}>
    <Ready {...props} />
  </Window>
)

const Ready = (props: Props) => {
  const { data, error } = useQuery(read('canva', { action: 'templates', limit: most }))
  if (error) return <ErrorNote error={error} title={strings.templatesFailed} />
  if (!data) return <RowsPending rows={3} />
  if (data.templates?.length === 0) return <p className="dim">{strings.noTemplates}</p>
  return <Form {...props} templates={data.templates ?? []} />
}

const Form = ({ of, onClose, templates }: Props & { templates: readonly DesignTemplate[] }) => {
  const [templateId, setTemplateId] = useState(templates[0]?.id ?? '')
  const [title, setTitle] = useState('')
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [isTried, setTried] = useState(false)
  const { data, error } = useQuery(read('canva', { action: 'template', templateId }))
  const fields = data?.fields?.filter(({ kind }) => kind === 'text')
  const fill = useDesignChange(() => {
    say(strings.filling)
    onClose()
  })
  const given = Object.fromEntries(
    (fields ?? []).flatMap(({ name }) => (texts[name]?.trim() ? [[name, texts[name].trim()]] : [])),
  )
  const isEmpty = Object.keys(given).length === 0
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isEmpty || fill.isPending) return
        fill.mutate({
          action: 'autofill',
          templateId,
          texts: given,
          ...(title.trim() !== '' && { title: title.trim() }),
          ...of,
        })
      }}
    >
      <Stack>
        <ErrorNote error={fill.error ?? error} title={strings.notFilled} />
        <Select
          label={strings.template}
          data={templates.map((template) => ({ value: template.id, label: template.title }))}
          value={templateId}
          allowDeselect={false}
          onChange={(value) => setTemplateId(value ?? templateId)}
        />
        <TextInput
          label={strings.designTitle}
          value={title}
          maxLength={255}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        {fields?.length === 0 && <p className="dim">{strings.noFields}</p>}
        {fields?.map(({ name }, index) => (
          <TextInput
            key={name}
            label={<bdi>{name}</bdi>}
            value={texts[name] ?? ''}
            maxLength={5_000}
            error={index === 0 && isTried && isEmpty ? strings.textMissing : undefined}
            onChange={({ currentTarget: { value } }) => setTexts({ ...texts, [name]: value })}
          />
        ))}
        <Group justify="flex-end">
          <FormButtons submit={strings.fillNow} isPending={fill.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}
