import { Anchor, Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { relativeTime } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { say, sayFailure } from '#web/ui/say.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import { useWorkflowChange } from './api.ts'
import type { WorkflowShown } from './editor/use-draft.ts'
import { strings } from './strings.ts'
import { TurnOnWindow } from './turn-on-window.tsx'
import classes from './workflows.module.css'

/** What one has to know before editing: a switch that is on, drafts of colleagues, a version that came in between. */
export const WorkflowNotices = ({ shown, draftId }: { shown: WorkflowShown; draftId: string | undefined }) => {
  const { workflow, draft } = shown
  const others = workflow.drafts.filter(({ id, is_mine }) => !is_mine && id !== draftId)
  const isForeign = draft !== null && !draft.is_mine
  const isBehind = draft !== null && workflow.version !== null && draft.base_version !== workflow.version
  if (workflow.stopped_at === null && others.length === 0 && !isForeign && !isBehind) return null
  return (
    <Stack gap="xs" className={classes.notices}>
      <Stopped shown={shown} />
      {isForeign && (
        <WarningNote role="status" title={strings.foreignTitle(draft.author.name ?? '')}>
          {strings.foreignText}{' '}
          <Anchor component={Link} {...draftLink(workflow.id)} inherit underline="always">
            {strings.ownDraft}
          </Anchor>
        </WarningNote>
      )}
      {others.map(({ id, author, updated_at }) => (
        <WarningNote key={id} role="status" title={strings.colleagueTitle(author.name ?? '')}>
          {strings.colleagueText(relativeTime(updated_at, Date.now()))}{' '}
          <Anchor component={Link} {...draftLink(workflow.id, id)} inherit underline="always">
            {strings.openDraft}
          </Anchor>
        </WarningNote>
      ))}
      {isBehind && (
        <WarningNote role="status" title={strings.behindTitle(workflow.version ?? 0)}>
          {strings.behindText}
        </WarningNote>
      )}
    </Stack>
  )
}

/** The type of the component does not know that a link takes these. */
const draftLink = (workflowId: string, draft?: string): object => ({
  ...{ to: '/workflows/$workflowId', params: { workflowId } },
  search: draft === undefined ? {} : { draft },
})

const Stopped = ({ shown: { workflow, kept } }: { shown: WorkflowShown }) => {
  const mayTurnOn = isAtLeast(useSession().role, 'admin') && workflow.archived_at === null
  const [isAsked, setAsked] = useState(false)
  const turnOn = useTurnOn(workflow.id)
  if (workflow.stopped_at === null) return null
  const { stop_reason, stop_chain, stopped_by } = workflow
  const guards: Readonly<Record<string, string>> = strings.guards
  const hasKept = kept !== null && kept.starts + kept.under_way > 0
  return (
    <WarningNote role="status" title={strings.stoppedTitle}>
      {stopped_by === null && stop_reason !== null
        ? (guards[stop_reason] ?? strings.guards.other)
        : strings.stoppedBy(stopped_by?.name ?? '')}
      {stop_chain !== null && <div>{strings.chain(stop_chain)}</div>}
      {kept !== null && kept.starts > 0 && <div>{strings.startsKept(kept.starts)}</div>}
      {mayTurnOn && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          display="block"
          loading={turnOn.isPending}
          onClick={() => (hasKept ? setAsked(true) : turnOn.now())}
        >
          {strings.turnOn}
        </Button>
      )}
      <TurnOnWindow opened={isAsked} {...{ workflow, kept }} onClose={() => setAsked(false)} />
    </WarningNote>
  )
}

/** Nothing was kept: it is not asked about. */
const useTurnOn = (workflowId: string) => {
  const stop = useWorkflowChange('stop-workflow')
  const now = (): void =>
    stop.mutate(
      { workflowId, on: false },
      { onSuccess: () => say(strings.turnedOn), onError: (error) => sayFailure(error, strings.notDone) },
    )
  return { isPending: stop.isPending, now }
}
