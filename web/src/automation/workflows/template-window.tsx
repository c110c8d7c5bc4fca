import { Button, NumberInput, Stack, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { spokenLanguage } from '#web/i18n/locale.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { useLast } from '#web/ui/use-last.ts'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { WorkflowTemplate } from '#web/wire.ts'
import { useWorkflowChange } from './api.ts'
import { MailboxAsked } from './mailbox-asked.tsx'
import { askLabel, templateAbout, templateTitle } from './names/template-strings.ts'
import { strings } from './strings.ts'

type Ask = WorkflowTemplate['asks'][number]
type Answer = string | number

interface Props {
  readonly opened: boolean
  readonly template: WorkflowTemplate | null
  onClose(): void
}

/** Asks what a template needs and nothing else, and opens the draft that it makes. */
export const TemplateWindow = ({ opened, template: given, onClose }: Props) => {
  const template = useLast(given)
  return (
    <Window opened={opened} onClose={onClose} title={template ? templateTitle(template) : ''}>
      {template && <Asked key={template.id} template={template} />}
    </Window>
  )
}

const Asked = ({ template }: { template: WorkflowTemplate }) => {
  const create = useWorkflowChange('create-workflow')
  const navigate = useNavigate()
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>(() =>
    Object.fromEntries(template.asks.flatMap(({ name, standard }) => (standard == null ? [] : [[name, standard]]))),
  )
  const submit = (): void =>
    create.mutate(
      { name: templateTitle(template), template: template.id, answers: { ...answers }, language: spokenLanguage },
      {
        onSuccess: ({ workflow }) =>
          void navigate({ to: '/workflows/$workflowId', params: { workflowId: workflow.id }, search: {} }),
      },
    )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!create.isPending) submit()
      }}
    >
      <Stack>
        {!template.asks.some(({ name }) => fieldError(create.error, `answers.${name}`)) && <ErrorNote error={create.error} />}
        <p>{templateAbout(template)}</p>
        {template.asks.length === 0 && <p className="dim">{strings.nothingAsked}</p>}
        {template.asks.map((ask) => (
          <AskedField
            key={ask.name}
            template={template.id}
            ask={ask}
            value={answers[ask.name]}
            error={fieldError(create.error, `answers.${ask.name}`)}
            onChange={(value) => setAnswers((before) => ({ ...before, [ask.name]: value }))}
          />
        ))}
        <WindowFoot>
          <Button type="submit" loading={create.isPending}>
            {strings.create}
          </Button>
        </WindowFoot>
      </Stack>
    </form>
  )
}

interface FieldProps {
  readonly template: string
  readonly ask: Ask
  readonly value: Answer | undefined
  readonly error: string | undefined
  onChange(value: Answer): void
}

const AskedField = ({ template, ask, value, error, onChange }: FieldProps) => {
  const shared = { label: askLabel(ask), error }
  switch (ask.type) {
    case 'number':
      return <NumberInput {...shared} value={value ?? ''} onChange={(next) => typeof next === 'number' && onChange(next)} />
    case 'long_text':
      return (
        <Textarea
          {...shared}
          value={value ?? ''}
          autosize
          minRows={3}
          maxRows={10}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    case 'mailbox':
      return <MailboxAsked label={askLabel(ask)} error={error} template={template} value={value} onChange={onChange} />
    default:
      return <TextInput {...shared} value={value ?? ''} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  }
}
