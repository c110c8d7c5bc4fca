import { Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { WorkflowReplayedEffect } from '#web/wire.ts'
import type { Definition } from '../workflows/graph/graph.ts'
import { stepName } from '../workflows/step-names.ts'
import { usePreview, useRunChange } from './api.ts'
import classes from './runs.module.css'
import { placeWords, type ShownRun } from './states.ts'
import { strings } from './strings.ts'

interface Place {
  readonly node: string
  readonly path: string
}

interface Props {
  readonly shown: ShownRun
  /** The step to begin at; null: the first. */
  readonly from: Place | null
  onClose(): void
}

/** Asks from where a run is replayed, and shows what stays done. */
export const ReplayWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.replayTitle} sheet>
    {opened && <ReplayForm {...props} />}
  </Window>
)

const first = ' '
const keyOf = ({ node, path }: Place): string => `${node} ${path}`

const ReplayForm = ({ shown, from, onClose }: Props) => {
  const navigate = useNavigate()
  const definition = shown.definition as unknown as Definition
  const nameOf = (id: string): string => {
    const node = definition.nodes.find((each) => each.id === id)
    return node ? stepName(node) : id
  }
  const [start, setStart] = useState(from === null ? first : keyOf(from))
  const [version, setVersion] = useState<'own' | 'published'>('own')
  const [again, setAgain] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const replay = useRunChange('replay-run')
  const place = shown.steps.find((step) => keyOf(step) === start)
  const input = {
    ...{ runId: shown.run.id, version },
    ...(place && { from: { node: place.node, path: place.path } }),
  }
  const preview = usePreview(input, true)
  const published = usePreview({ runId: shown.run.id, version: 'own' }, true).data?.published_version ?? null
  const left = preview.data?.left ?? []
  const anew = left.filter((each) => again.has(keyOf(each)))
  const submit = (): void => {
    setMissing(reason.trim() === '')
    if (anew.length > 0 && reason.trim() === '') return
    replay.mutate(
      { ...input, anew: anew.map(({ node, path }) => ({ node, path, reason: reason.trim() })) },
      {
        onSuccess: ({ runId }) => {
          onClose()
          say(strings.replayed)
          void navigate({ to: '/workflows/runs/$runId', params: { runId } as never })
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!replay.isPending) submit()
      }}
    >
      <Stack>
        <Text size="sm">{strings.replayText}</Text>
        <ErrorNote error={replay.error ?? preview.error} title={strings.notDone} />
        <Select
          label={strings.replayFrom}
          value={start}
          data={[
            { value: first, label: strings.fromBeginning },
            ...shown.steps.map((step) => ({
              value: keyOf(step),
              label: [nameOf(step.node), placeWords(step.path)].filter(Boolean).join(' · '),
            })),
          ]}
          allowDeselect={false}
          onChange={(value) => setStart(value ?? first)}
        />
        {published !== null && published !== shown.run.version && (
          <Select
            label={strings.replayVersion}
            value={version}
            data={[
              { value: 'own', label: strings.ownVersion(shown.run.version) },
              { value: 'published', label: strings.publishedVersion(published) },
            ]}
            allowDeselect={false}
            onChange={(value) => setVersion(value === 'published' ? 'published' : 'own')}
          />
        )}
        {preview.data && <Stays effects={left} nameOf={nameOf} again={again} onChange={setAgain} />}
        {anew.length > 0 && (
          <Textarea
            label={strings.anewReason}
            description={strings.anewHint}
            value={reason}
            error={isMissing && reason.trim() === '' ? strings.anewMissing : null}
            autosize
            minRows={2}
            maxLength={500}
            required
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        {preview.data && (
          <Text size="sm" c="dimmed">
            {strings.keptSteps(preview.data.kept.length)}
          </Text>
        )}
        <WindowFoot>
          <FormButtons submit={strings.startReplay} isPending={replay.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}

/** What has left from the chosen step on: each can be done once more. */
const Stays = ({
  effects,
  nameOf,
  again,
  onChange,
}: {
  effects: readonly WorkflowReplayedEffect[]
  nameOf: (id: string) => string
  again: ReadonlySet<string>
  onChange: (again: ReadonlySet<string>) => void
}) => {
  if (effects.length === 0) return <Text size="sm">{strings.staysNone}</Text>
  return (
    <Checkbox.Group label={strings.stays} value={[...again]} onChange={(values) => onChange(new Set(values))}>
      <ul className={classes.stays}>
        {effects.map((each) => (
          <li key={keyOf(each)}>
            <Checkbox
              value={keyOf(each)}
              label={[nameOf(each.node), placeWords(each.path)].filter(Boolean).join(' · ')}
              description={
                <>
                  {each.what === 'workflow' ? strings.wholeWorkflow : each.what} · {strings.effectStates[each.state]} ·{' '}
                  <RelativeTime at={each.at} long />
                </>
              }
            />
          </li>
        ))}
      </ul>
    </Checkbox.Group>
  )
}
