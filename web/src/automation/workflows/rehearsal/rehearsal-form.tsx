import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { onDay } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Select } from '#web/ui/select.tsx'
import type { NodeOf } from '../graph/graph.ts'
import { readDefinition } from '../graph/new-nodes.ts'
import { stepName } from '../step-names.ts'
import type { WorkflowTabProps } from '../workflow-tabs.ts'
import { type Rehearsal, useRehearse } from './api.ts'
import { monthsBefore, spanOf } from './spans.ts'
import { strings } from './strings.ts'

interface Props extends WorkflowTabProps {
  readonly isAgain: boolean
  readonly isUnderWay: boolean
  onStarted(rehearsal: Rehearsal): void
}

/** What is rehearsed, on which time, and how people answer. */
export const RehearsalForm = ({ shown, isAgain, isUnderWay, onStarted }: Props) => {
  const { workflow, draft, published } = shown
  const rehearse = useRehearse()
  const [what, setWhat] = useState(draft ? 'draft' : 'published')
  const [time, setTime] = useState('30')
  const [choices, setChoices] = useState<Record<string, string>>({})
  const written = what === 'draft' ? draft?.definition : published?.definition
  if (!written) return <p className="dim">{strings.unsaved}</p>
  const people = readDefinition(written).nodes.filter((node): node is NodeOf<'person'> => node.kind === 'person')
  const submit = (): void =>
    rehearse.mutate(
      {
        ...{ workflowId: workflow.id, ...spanOf(time, new Date()), choices },
        ...(what === 'draft' && draft && { draftId: draft.id }),
      },
      { onSuccess: ({ rehearsal }) => onStarted(rehearsal) },
    )
  const whats = [
    ...(draft ? [{ value: 'draft', label: strings.draft }] : []),
    ...(published ? [{ value: 'published', label: strings.published }] : []),
  ]
  const times = [
    ...[7, 30, 90].map((days) => ({ value: String(days), label: strings.last(days) })),
    ...monthsBefore(new Date()).map(({ value, label }) => ({ value, label })),
  ]
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!rehearse.isPending && !isUnderWay) submit()
      }}
    >
      <Stack>
        <ErrorNote error={rehearse.error} title={strings.failed} />
        <Group align="end">
          <Select
            label={strings.what}
            data={whats}
            value={what}
            allowDeselect={false}
            onChange={(value) => value && setWhat(value)}
          />
          <Select
            label={strings.time}
            data={times}
            value={time}
            allowDeselect={false}
            onChange={(value) => value && setTime(value)}
          />
          {people.map((node) => (
            <Select
              key={node.id}
              label={people.length === 1 ? strings.answers : `${strings.answers}: ${stepName(node)}`}
              data={[
                ...node.choices.map(({ id, label }) => ({ value: id, label })),
                { value: 'timeout', label: strings.atTimeout },
              ]}
              value={choices[node.id] ?? node.choices[0]?.id ?? 'timeout'}
              allowDeselect={false}
              onChange={(value) => value && setChoices({ ...choices, [node.id]: value })}
            />
          ))}
          <Button type="submit" loading={rehearse.isPending || isUnderWay}>
            {isAgain ? strings.again : strings.start}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Of what and when a rehearsal is. */
export const captionOf = ({ revision, version, from, to }: Rehearsal): string => {
  const what = revision === null ? strings.ofVersion(version ?? 0) : strings.ofDraft(revision)
  return strings.of(what, onDay(from), onDay(to))
}
