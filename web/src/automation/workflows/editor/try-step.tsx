import { Anchor, Button, Group, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Fieldset } from '#web/ui/fieldset.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { WorkflowTrial } from '#web/wire.ts'
import { useExampledWorkflow } from '../fields/use-examples.ts'
import { type Node, nodeOf } from '../graph/graph.ts'
import { outletName, stepName } from '../step-names.ts'
import { useEditing } from './editing.ts'
import classes from './editor.module.css'
import { strings } from './trial-strings.ts'

const tones = { done: 'good', failed: 'bad', waiting: 'warn' } as const

/** Does the step alone, as it is written now: on the values of the latest run, or on those that are entered. Nothing leaves by it. */
export const TryStep = ({ node }: { node: Node }) => {
  const { definition } = useEditing()
  const workflowId = useExampledWorkflow()
  const [entered, enter] = useState<string | null>(null)
  const trial = useMutation({
    mutationFn: (given: object) =>
      call('try-workflow-step', { workflowId: workflowId ?? '', node: node.id, definition: definition as never, given }),
  })
  const values = entered === null ? null : objectIn(entered)
  const isWrong = entered !== null && values === null
  if (workflowId === null) return null
  return (
    <Fieldset legend={strings.title}>
      <Stack gap="sm">
        <p className="dim">{strings.about}</p>
        <Group>
          <Button variant="default" loading={trial.isPending} disabled={isWrong} onClick={() => trial.mutate(values ?? {})}>
            {entered === null ? (trial.data ? strings.again : strings.start) : strings.withThese}
          </Button>
          {entered !== null && (
            <Button
              variant="subtle"
              onClick={() => {
                enter(null)
                trial.mutate({})
              }}
            >
              {strings.lookUp}
            </Button>
          )}
        </Group>
        {trial.error && <ErrorNote title={strings.failed} error={trial.error} />}
        {trial.data && (
          <section aria-label={strings.title} aria-live="polite">
            <Result node={node} trial={trial.data.trial} />
          </section>
        )}
        {trial.data && (
          <Textarea
            label={strings.values}
            description={strings.valuesHint}
            value={entered ?? JSON.stringify(trial.data.trial.values, null, 2)}
            error={isWrong && strings.notJson}
            spellCheck={false}
            autosize
            minRows={3}
            maxRows={12}
            onChange={({ currentTarget }) => enter(currentTarget.value)}
          />
        )}
      </Stack>
    </Fieldset>
  )
}

/** What the text says; null where it is no JSON object. Members without a value are looked up. */
const objectIn = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
  } catch {
    return null
  }
}

const Result = ({ node, trial }: { node: Node; trial: WorkflowTrial }) => {
  const { state, outlet, error, source, input, output, run_id } = trial
  return (
    <>
      <p>
        <Pill tone={tones[state]}>{strings.states[state]}</Pill> {source && <Pill tone="warn">{strings.sources[source]}</Pill>}
      </p>
      {error && (
        <p>
          {error.message} <code>{error.code}</code>
        </p>
      )}
      {outlet !== null && outlet !== 'done' && (
        <Facts>
          <Fact name={strings.goesOn}>{outletName(node, outlet)}</Fact>
        </Facts>
      )}
      <Data title={strings.takes} value={input} />
      <Data title={strings.gives} value={output} />
      <Sources trial={trial} />
      {run_id !== null && (
        <Anchor component={Link} {...({ to: '/workflows/runs/$runId', params: { runId: run_id } } as object)}>
          {strings.openRun}
        </Anchor>
      )}
    </>
  )
}

/** Not the block of code of other pages: shared with the editor it would bring 4 KB to the page of a lead. */
const Data = ({ title, value }: { title: string; value: unknown }) =>
  value === null || value === undefined ? null : (
    <>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className={classes.tried} aria-label={title} tabIndex={0}>
        {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
      </section>
    </>
  )

/** Where what its expressions saw came from. */
const Sources = ({ trial: { sources } }: { trial: WorkflowTrial }) => {
  const { definition } = useEditing()
  return (
    <>
      <h3>{strings.given}</h3>
      <Facts>
        <Fact name={strings.ofTrigger}>{strings.sources[sources.trigger]}</Fact>
        {Object.entries(sources.steps).map(([id, source]) => {
          const step = nodeOf(definition, id)
          return (
            <Fact key={id} name={step ? stepName(step) : id}>
              {strings.sources[source]}
            </Fact>
          )
        })}
      </Facts>
    </>
  )
}
