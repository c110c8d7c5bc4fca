import { Anchor, Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Pill, State } from '#web/ui/pill.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import { Select } from '#web/ui/select.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { Node } from '../workflows/graph/graph.ts'
import { eventName } from '../workflows/names/spoken-names.ts'
import { effectName } from '../workflows/rehearsal/rehearsal-numbers.tsx'
import { outletName, stepName } from '../workflows/step-names.ts'
import { costOf } from './costs.ts'
import { MadeThings } from './made.tsx'
import classes from './runs.module.css'
import { lasted, placeWords, type RunStep, stepLabel } from './states.ts'
import { stepErrorText } from './step-errors.ts'
import { strings } from './strings.ts'

/** One step of a run: what it took and gave, what left by it, and what it waits for. */
export const StepPanel = ({
  node,
  steps,
  runId,
  isForgotten,
  isHidden,
  onReplay,
}: {
  node: Node
  /** In each iteration; the latest last. */
  steps: readonly RunStep[]
  runId: string
  isForgotten: boolean
  /** What its steps took and gave is for admins alone. */
  isHidden: boolean
  /** Null where it cannot be replayed. */
  onReplay: ((place: { node: string; path: string }) => void) | null
}) => {
  const [chosen, choose] = useState<string | null>(null)
  const step = steps.find(({ path }) => path === chosen) ?? steps.at(-1)
  return (
    <>
      <div className={classes.panelHead}>
        <Title order={2}>{stepName(node)}</Title>
        {step && <State of={stepLabel(step)} />}
        {step?.kept && <Pill>{strings.kept}</Pill>}
        {step?.is_simulated && <Pill tone="warn">{strings.simulated}</Pill>}
      </div>
      {steps.length > 1 && (
        <Select
          label={strings.more_than_once}
          value={step?.path ?? null}
          data={steps.map(({ path, state }) => ({ value: path, label: `${placeWords(path)} · ${strings.stepStates[state]}` }))}
          allowDeselect={false}
          searchable
          mb="sm"
          onChange={choose}
        />
      )}
      {step ? (
        <Step node={node} step={step} runId={runId} isForgotten={isForgotten} isHidden={isHidden} />
      ) : (
        <p className="dim">{strings.notReached}</p>
      )}
      {step && onReplay && (
        <Button variant="default" mt="md" onClick={() => onReplay({ node: step.node, path: step.path })}>
          {strings.replayHere}
        </Button>
      )}
    </>
  )
}

const Step = ({
  node,
  step,
  runId,
  isForgotten,
  isHidden,
}: {
  node: Node
  step: RunStep
  runId: string
  isForgotten: boolean
  isHidden: boolean
}) => (
  <>
    <Facts>
      <Fact name={strings.began}>
        <RelativeTime at={step.started_at} long />
      </Fact>
      {step.ended_at !== null && <Fact name={strings.time}>{lasted(step.started_at, step.ended_at)}</Fact>}
      {step.outlet !== null && step.outlet !== 'done' && <Fact name={strings.wentOn}>{outletName(node, step.outlet)}</Fact>}
      {leftOut(step) > 0 && <Fact name={strings.leftOut}>{strings.leftOutItems(leftOut(step))}</Fact>}
      {step.tries > 1 && <Fact name={strings.tries}>{step.tries}</Fact>}
      {step.cost_micros !== null && <Fact name={strings.cost}>{costOf(step.cost_micros)}</Fact>}
    </Facts>
    {step.error && (
      <>
        <h3>{strings.error}</h3>
        <p className={classes.fault}>
          {stepErrorText(step.error.message)} <code>{step.error.code}</code>
        </p>
      </>
    )}
    {step.effect && <Effect effect={step.effect} runId={runId} />}
    {step.wait && <Wait wait={step.wait} />}
    {isForgotten || isHidden ? (
      <p className="dim">{isHidden ? strings.onlyAdmins : strings.forgotten}</p>
    ) : (
      <>
        <Data title={strings.took} value={step.input} />
        <Data title={strings.gave} value={step.output} />
      </>
    )}
  </>
)

/** Of a loop that may leave out what is over its cap: how many that were. */
const leftOut = ({ kind, output }: RunStep): number =>
  kind === 'loop' ? ((output as { left_out?: number } | null)?.left_out ?? 0) : 0

const Data = ({ title, value }: { title: string; value: unknown }) =>
  value === null || value === undefined ? null : (
    <>
      <h3>{title}</h3>
      <CodeBlock label={title} text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} maxHeight="20rem" />
    </>
  )

const Effect = ({ effect, runId }: { effect: NonNullable<RunStep['effect']>; runId: string }) => (
  <>
    <h3>{strings.effect}</h3>
    {effect.state === 'uncertain' && (
      <WarningNote role="status" title={strings.effectStates.uncertain}>
        {strings.uncertainText}
      </WarningNote>
    )}
    {effect.run_id !== runId && (
      <p className={classes.linked}>
        {strings.leftEarlier}{' '}
        <Anchor component={Link} {...({ to: '/workflows/runs/$runId', params: { runId: effect.run_id } } as object)} inherit>
          {strings.openRun}
        </Anchor>
      </p>
    )}
    {effect.made.length > 0 && <MadeThings made={effect.made} />}
    <Facts stacked>
      <Fact name={strings.effectWhat}>{effectName(effect.what)}</Fact>
      {(effect.state !== 'done' || effect.made.length === 0) && (
        <Fact name={strings.state}>{strings.effectStates[effect.state]}</Fact>
      )}
      <Fact name={strings.effectAt}>
        <AbsoluteTime at={effect.at} />
      </Fact>
      <Fact name={strings.effectKey}>
        <code>{effect.key}</code>
      </Fact>
      {Object.entries(effect.proof ?? {}).map(([name, value]) => (
        <Fact key={name} name={name}>
          <code>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</code>
        </Fact>
      ))}
    </Facts>
  </>
)

const Wait = ({ wait }: { wait: NonNullable<RunStep['wait']> }) => {
  const asked = wait.asked as { heading?: string; text?: string } | null
  return (
    <>
      <h3>{strings.wait}</h3>
      <Facts stacked>
        <Fact name={strings.wait}>{wait.event_type === null ? strings.waitKinds[wait.kind] : eventName(wait.event_type)}</Fact>
        <Fact name={strings.state}>{strings.waitStates[wait.state]}</Fact>
        {wait.due_at !== null && (
          <Fact name={strings.waitUntil}>
            <AbsoluteTime at={wait.due_at} />
          </Fact>
        )}
        {asked?.heading && <Fact name={strings.asked}>{asked.heading}</Fact>}
        {wait.answered_by && <Fact name={strings.answeredBy}>{wait.answered_by.name ?? strings.by.former}</Fact>}
      </Facts>
    </>
  )
}
