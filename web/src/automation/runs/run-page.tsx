import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { State } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Definition } from '../workflows/graph/graph.ts'
import { useRun } from './api.ts'
import { RunActions } from './run-actions.tsx'
import { RunCanvas } from './run-canvas.tsx'
import { RunFacts } from './run-facts.tsx'
import { RunNotes } from './run-notes.tsx'
import { RunOutline } from './run-outline.tsx'
import classes from './runs.module.css'
import { isOpen, runLabel, type ShownRun } from './states.ts'
import { StepPanel } from './step-panel.tsx'
import { strings } from './strings.ts'

const ReplayWindow = laterWindow(() => import('./replay-window.tsx').then(({ ReplayWindow }) => ReplayWindow))

const back = { label: strings.back, to: '/workflows/runs' } as const

/** One run, live: its steps over the outline or the graph, what left by it, and what it led to. */
export const RunPage = () => {
  const { runId } = useParams({ from: '/staff/workflows/runs/$runId' })
  const { data, error, refetch } = useRun(runId)
  if (data) return <Shown key={runId} shown={data} />
  return (
    <>
      <PageHeader title={strings.run} back={back} />
      {error ? <ErrorNote title={strings.oneFailed} error={error} onRetry={() => void refetch()} /> : <RowsPending rows={5} />}
    </>
  )
}

type Place = { readonly node: string; readonly path: string } | null

const Shown = ({ shown }: { shown: ShownRun }) => {
  const { run } = shown
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const [replay, setReplay] = useState<{ readonly from: Place } | null>(null)
  const mayReplay = isAdmin && !isOpen(run) && !shown.forgotten
  return (
    <>
      <PageHeader
        title={run.workflow.name ?? strings.workflow}
        tabTitle={`${strings.run}: ${run.workflow.name ?? ''}`}
        back={back}
        lead={
          <>
            <State of={runLabel(run)} /> <RelativeTime at={run.created_at} long />
          </>
        }
        actions={isAdmin && <RunActions run={run} onReplay={mayReplay ? () => setReplay({ from: null }) : null} />}
      />
      <RunNotes shown={shown} isAdmin={isAdmin} />
      <Steps shown={shown} onReplay={mayReplay ? (from) => setReplay({ from }) : null} />
      <RunFacts shown={shown} />
      <ReplayWindow opened={replay !== null} shown={shown} from={replay?.from ?? null} onClose={() => setReplay(null)} />
    </>
  )
}

const Steps = ({ shown, onReplay }: { shown: ShownRun; onReplay: ((place: NonNullable<Place>) => void) | null }) => {
  const { step: selected = null, view } = useSearch({ from: '/staff/workflows/runs/$runId' })
  const navigate = useNavigate({ from: '/workflows/runs/$runId' })
  const definition = shown.definition as unknown as Definition
  const stepsOf = useMemo(() => Map.groupBy(shown.steps, ({ node }) => node), [shown.steps])
  const isCanvas = view === 'canvas'
  const show = useCallback(
    (next: { step?: string | null; canvas?: boolean }): void => {
      const step = next.step === undefined ? selected : next.step
      const canvas = next.canvas ?? isCanvas
      void navigate({
        search: { ...(step !== null && { step }), ...(canvas && { view: 'canvas' }) },
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, selected, isCanvas],
  )
  const panel = useRef<HTMLElement>(null)
  const onSelect = useCallback(
    (step: string | null): void => {
      show({ step })
      // Below the steps, out of view.
      if (matchMedia('(max-width: 56em)').matches) requestAnimationFrame(() => panel.current?.scrollIntoView())
    },
    [show],
  )
  const node = definition.nodes.find(({ id }) => id === selected)
  return (
    <>
      <nav className={classes.views} aria-label={strings.view}>
        <button type="button" aria-pressed={!isCanvas} onClick={() => show({ canvas: false })}>
          {strings.outline}
        </button>
        <button type="button" aria-pressed={isCanvas} onClick={() => show({ canvas: true })}>
          {strings.canvas}
        </button>
      </nav>
      <div className={classes.panes}>
        <section className={classes.steps} data-canvas={isCanvas || undefined} aria-label={strings.steps}>
          {isCanvas ? (
            <RunCanvas definition={definition} stepsOf={stepsOf} selected={selected} onSelect={onSelect} />
          ) : (
            <RunOutline definition={definition} stepsOf={stepsOf} selected={selected} onSelect={onSelect} />
          )}
        </section>
        <section ref={panel} className={classes.panel} aria-label={strings.step}>
          {node ? (
            <StepPanel
              key={node.id}
              node={node}
              steps={stepsOf.get(node.id) ?? []}
              runId={shown.run.id}
              isForgotten={shown.forgotten}
              isHidden={shown.values_hidden}
              onReplay={onReplay}
            />
          ) : (
            <p className="dim">{strings.choose}</p>
          )}
        </section>
      </div>
    </>
  )
}
