import { ActionIcon } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { IconDots } from '#icons'
import { call } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import { useWorkflowChange } from './api.ts'
import { ArchiveWindow } from './archive-window.tsx'
import { keepDraft, leaveDraft, type WorkflowShown } from './editor/use-draft.ts'
import { saveJson } from './save-json.ts'
import { strings } from './strings.ts'
import { TurnOnWindow } from './turn-on-window.tsx'

interface Props {
  readonly shown: WorkflowShown
  /** The draft is gone: the editor begins again with what is published. */
  onDiscarded(): void
}

type Asked = 'stop' | 'turn_on' | 'unpublish' | 'archive' | 'discard'

/** What is done to a workflow as a whole, behind the dots of its page. */
export const WorkflowActions = ({ shown, onDiscarded }: Props) => {
  const { workflow, draft, published } = shown
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const [asked, setAsked] = useState<Asked | null>(null)
  const archive = useWorkflowChange('archive-workflow')
  const restore = (): void =>
    archive.mutate(
      { workflowId: workflow.id, archived: false },
      { onSuccess: () => say(strings.restored), onError: (error) => sayFailure(error, strings.notDone) },
    )
  const exportIt = (): void =>
    void call('export-workflow', { workflowId: workflow.id, ...(draft && { draftId: draft.id }) })
      .then(({ name, workflow: exported }) => saveJson(name, exported))
      .catch((error: unknown) => sayFailure(error, strings.notDone))
  return (
    <>
      <Menu
        position="bottom-end"
        target={
          <ActionIcon variant="default" size="input-sm" aria-label={strings.actions}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        }
      >
        {(parts) => (
          <>
            <parts.Item onClick={exportIt}>{strings.exportJson}</parts.Item>
            {draft?.is_mine && <parts.Item onClick={() => setAsked('discard')}>{strings.discard}</parts.Item>}
            {isAdmin && workflow.state === 'published' && (
              <parts.Item onClick={() => setAsked('stop')}>{strings.stop}</parts.Item>
            )}
            {isAdmin && workflow.state === 'stopped' && (
              <parts.Item onClick={() => setAsked('turn_on')}>{strings.turnOn}</parts.Item>
            )}
            {isAdmin && published && workflow.state !== 'archived' && (
              <parts.Item onClick={() => setAsked('unpublish')}>{strings.unpublish}</parts.Item>
            )}
            {isAdmin &&
              (workflow.state === 'archived' ? (
                <parts.Item onClick={restore}>{strings.restore}</parts.Item>
              ) : (
                <parts.Item onClick={() => setAsked('archive')}>{strings.archive}</parts.Item>
              ))}
          </>
        )}
      </Menu>
      <Questions shown={shown} asked={asked} onDiscarded={onDiscarded} onClose={() => setAsked(null)} />
    </>
  )
}

const Questions = ({ shown, asked, onDiscarded, onClose }: Props & { asked: Asked | null; onClose: () => void }) => {
  const { workflow, draft } = shown
  const navigate = useNavigate()
  const stop = useWorkflowChange('stop-workflow')
  const unpublish = useWorkflowChange('unpublish-workflow')
  const discard = useWorkflowChange('discard-workflow-draft')
  const done = (text: string) => () => {
    say(text)
    onClose()
  }
  const throwAway = (): void => {
    if (!draft) return
    leaveDraft(draft.id)
    discard.mutate(
      { workflowId: workflow.id, draftId: draft.id, revision: draft.revision },
      {
        onError: () => keepDraft(draft.id),
        onSuccess: ({ removed }) => {
          done(strings.discarded)()
          if (removed) void navigate({ to: '/workflows' })
          else onDiscarded()
        },
      },
    )
  }
  return (
    <>
      <ConfirmWindow
        opened={asked === 'stop'}
        title={strings.stopTitle}
        text={strings.stopText}
        confirm={strings.stop}
        isPending={stop.isPending}
        error={stop.error}
        onConfirm={() => stop.mutate({ workflowId: workflow.id, on: true }, { onSuccess: done(strings.stoppedNow) })}
        onClose={onClose}
      />
      <ConfirmWindow
        opened={asked === 'unpublish'}
        title={strings.unpublishTitle}
        text={strings.unpublishText}
        confirm={strings.unpublish}
        isPending={unpublish.isPending}
        error={unpublish.error}
        onConfirm={() => unpublish.mutate({ workflowId: workflow.id }, { onSuccess: done(strings.unpublished) })}
        onClose={onClose}
      />
      <ConfirmWindow
        opened={asked === 'discard'}
        title={strings.discardTitle}
        text={workflow.last_version === 0 ? strings.discardNewText : strings.discardText}
        confirm={strings.discard}
        isFinal
        isPending={discard.isPending}
        error={discard.error}
        onConfirm={throwAway}
        onClose={onClose}
      />
      <TurnOnWindow opened={asked === 'turn_on'} {...{ workflow, kept: shown.kept }} onClose={onClose} />
      <ArchiveWindow opened={asked === 'archive'} workflow={workflow} onClose={onClose} />
    </>
  )
}
