import { Anchor, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { laterWindow } from '#web/ui/later-window.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { Definition } from '../workflows/graph/graph.ts'
import { stepName } from '../workflows/step-names.ts'
import { MadeLine } from './made.tsx'
import { isOpen, type RunStep, type ShownRun } from './states.ts'
import { strings } from './strings.ts'

const SettleWindow = laterWindow(() => import('./settle-window.tsx').then(({ SettleWindow }) => SettleWindow))

/** Why a run stands where it stands, and what has not come of it though it is over. */
export const RunNotes = ({ shown, isAdmin }: { shown: ShownRun; isAdmin: boolean }) => (
  <>
    <Stopped shown={shown} />
    <Reason shown={shown} isAdmin={isAdmin} />
    <NotLeft shown={shown} />
  </>
)

/** A switch is on: it goes on when that is off again. */
const Stopped = ({ shown: { run } }: { shown: ShownRun }) =>
  run.is_stopped && (
    <WarningNote role="status" title={strings.stoppedTitle}>
      {strings.stoppedText}{' '}
      <Anchor
        component={Link}
        {...({ to: '/workflows/$workflowId', params: { workflowId: run.workflow.id }, search: {} } as object)}
        inherit
        underline="always"
      >
        {strings.openWorkflow}
      </Anchor>
    </WarningNote>
  )

const Reason = ({ shown, isAdmin }: { shown: ShownRun; isAdmin: boolean }) => {
  const { run } = shown
  if (run.state !== 'failed' && run.state !== 'paused') return null
  return (
    <WarningNote
      role="status"
      tone={run.state === 'failed' ? 'bad' : 'warn'}
      title={run.state === 'failed' ? strings.failedTitle : strings.pausedTitle}
    >
      {run.reason ?? strings.noReason}
      {isAdmin && isOpen(run) && <Decisions shown={shown} />}
    </WarningNote>
  )
}

/** A button for each step of which it is not known whether it was done. */
const Decisions = ({ shown: { run, steps, definition } }: { shown: ShownRun }) => {
  const [about, setAbout] = useState<RunStep | null>(null)
  const uncertain = steps.filter(({ state }) => state === 'uncertain')
  const [first] = uncertain
  if (!first) return null
  const { nodes } = definition as unknown as Definition
  const nameOf = (step: RunStep): string => {
    const node = nodes.find(({ id }) => id === step.node)
    return uncertain.length === 1 || !node ? strings.decide : strings.decideOf(stepName(node))
  }
  return (
    <Group gap="xs" mt="xs">
      {uncertain.map((step) => (
        <Button key={`${step.node} ${step.path}`} size="xs" onClick={() => setAbout(step)}>
          {nameOf(step)}
        </Button>
      ))}
      <SettleWindow opened={about !== null} runId={run.id} step={about ?? first} onClose={() => setAbout(null)} />
    </Group>
  )
}

/** What a step stored to be sent, and what did not leave, or perhaps. */
const NotLeft = ({ shown: { steps } }: { shown: ShownRun }) => {
  const made = steps
    .flatMap(({ effect }) => effect?.made ?? [])
    .filter(({ standing }) => standing === 'failed' || standing === 'uncertain')
  if (made.length === 0) return null
  const isBad = made.some(({ standing }) => standing === 'failed')
  return (
    <WarningNote role="status" tone={isBad ? 'bad' : 'warn'} title={isBad ? strings.notLeftTitle : strings.notKnownTitle}>
      <ul>
        {made.map((each) => (
          <li key={each.id}>
            {strings.madeKinds[each.kind]}: <MadeLine made={each} />
          </li>
        ))}
      </ul>
    </WarningNote>
  )
}
