import { Button, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { useWorkflowChange } from '../api.ts'
import { DifferencesList } from '../differences-list.tsx'
import { nodeOf } from '../graph/graph.ts'
import { readDefinition } from '../graph/new-nodes.ts'
import { PublishRehearsal, type Seen } from '../rehearsal/publish-rehearsal.tsx'
import { stepName } from '../step-names.ts'
import { strings } from '../strings.ts'
import { type Draft, keepDraft, leaveDraft, type WorkflowShown } from './use-draft.ts'

interface Props {
  readonly opened: boolean
  readonly shown: WorkflowShown
  readonly draft: Draft
  onClose(): void
}

/** What will be published, beside what is, with a note for the list of versions. */
export const PublishWindow = ({ opened, onClose, ...props }: Props) => (
  <Window opened={opened} onClose={onClose} title={strings.publishTitle(props.draft.history.present.name)} wide>
    <Question {...props} onClose={onClose} />
  </Window>
)

const Question = ({ shown: { workflow, published, latest }, draft, onClose }: Omit<Props, 'opened'>) => {
  const queries = useQueryClient()
  const publish = useWorkflowChange('publish-workflow')
  const [note, setNote] = useState('')
  const [seen, setSeen] = useState<Seen>({ id: null, isUnderWay: false, needsYes: false })
  const [isConfirmed, setConfirmed] = useState(false)
  const { id, revision } = draft.stored
  const blocking = draft.troubles.filter(({ level }) => level === 'error')
  const { present } = draft.history
  const before = published ?? latest
  const differences = published || !latest ? strings.differences : strings.differencesTo(latest.version)
  const isHeldBack = blocking.length > 0 || seen.isUnderWay || (seen.needsYes && !isConfirmed)
  const submit = (): void => {
    if (id === null || draft.isDirty) return
    leaveDraft(id)
    publish.mutate(
      {
        ...{ workflowId: workflow.id, draftId: id, revision, note: note.trim() },
        ...{ rehearsalId: seen.id, confirm: isConfirmed },
        ...(workflow.version !== null && { replaces: workflow.version }),
      },
      {
        onError: () => keepDraft(id),
        onSuccess: async ({ published: { version } }) => {
          say(strings.published(version))
          onClose()
          const next = await call('show-workflow', { workflowId: workflow.id })
          draft.leave(next)
          queries.setQueryData(['show-workflow', { workflowId: workflow.id }], next)
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!publish.isPending && !isHeldBack) submit()
      }}
    >
      <Stack>
        <ErrorNote error={publish.error} />
        <p>{workflow.last_version === 0 ? strings.publishFirst : strings.publishNext(workflow.last_version + 1)}</p>
        {blocking.length > 0 && (
          <WarningNote title={strings.publishBlocked} tone="bad" role="status">
            <ul>
              {blocking.map(({ node, field, message }) => {
                const step = nodeOf(present, node)
                return (
                  <li key={`${node} ${field} ${message}`}>
                    {step ? `${stepName(step)}: ` : ''}
                    {message}
                  </li>
                )
              })}
            </ul>
          </WarningNote>
        )}
        <section aria-label={differences}>
          <h3>{differences}</h3>
          {before ? (
            <DifferencesList before={readDefinition(before.definition)} after={present} />
          ) : (
            <p className="dim">{strings.firstVersion}</p>
          )}
        </section>
        <Textarea
          label={strings.note}
          value={note}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          data-autofocus
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {id !== null && !draft.isDirty && blocking.length === 0 && (
          <PublishRehearsal
            {...{ workflowId: workflow.id, draftId: id, revision, isConfirmed }}
            onConfirm={setConfirmed}
            onChange={setSeen}
          />
        )}
        <WindowFoot>
          {seen.isUnderWay && (
            <Button variant="default" loading={publish.isPending} onClick={submit}>
              {strings.publishUnseen}
            </Button>
          )}
          <Button type="submit" loading={publish.isPending || draft.isDirty} disabled={isHeldBack}>
            {strings.publish}
          </Button>
        </WindowFoot>
      </Stack>
    </form>
  )
}
