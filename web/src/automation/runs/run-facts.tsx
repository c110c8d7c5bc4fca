import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { State } from '#web/ui/pill.tsx'
import { RecordLink } from '#web/ui/record-link.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import type { WorkflowRun } from '#web/wire.ts'
import { costOf } from './costs.ts'
import classes from './runs.module.css'
import { lasted, runLabel, type ShownRun, starterOf } from './states.ts'
import { strings } from './strings.ts'
import { TriggerFacts } from './trigger-facts.tsx'

/** What caused a run, what it was about, and what it caused. */
export const RunFacts = ({ shown }: { shown: ShownRun }) => {
  const { run, steps, trigger, forgotten, values_hidden, anew } = shown
  const costs = steps.flatMap(({ cost_micros: micros }) => (micros === null ? [] : [micros]))
  return (
    <div className={classes.facts}>
      <Card title={strings.facts}>
        <Facts>
          <Fact name={strings.startedBy}>{starterOf(run)}</Fact>
          {run.about && (
            <Fact name={strings.record}>
              <RecordLink of={run.about} />
            </Fact>
          )}
          <Fact name={strings.version}>
            <Anchor
              component={Link}
              {...({ to: '/workflows/$workflowId', params: { workflowId: run.workflow.id }, search: {} } as object)}
              inherit
            >
              {strings.versionNumber(run.version)}
            </Anchor>
          </Fact>
          <Fact name={strings.created}>
            <AbsoluteTime at={run.created_at} />
          </Fact>
          {run.ended_at !== null && (
            <Fact name={strings.ended}>
              <AbsoluteTime at={run.ended_at} /> · {lasted(run.created_at, run.ended_at)}
            </Fact>
          )}
          {run.due_at !== null && run.ended_at === null && (
            <Fact name={strings.continues}>
              <RelativeTime at={run.due_at} long />
            </Fact>
          )}
          <Fact name={strings.stepsCounted}>{run.steps}</Fact>
          {costs.length > 0 && <Fact name={strings.cost}>{costOf(costs.reduce((sum, cost) => sum + cost, 0))}</Fact>}
          {run.replay_of !== null && <RunFact name={strings.replayOf} runId={run.replay_of} text={strings.earlierRun} />}
          {run.parent_id !== null && <RunFact name={strings.parent} runId={run.parent_id} text={strings.parentRun} />}
          {(run.state === 'completed' || run.state === 'cancelled') && run.reason !== null && (
            <Fact name={strings.endedWith} wide>
              {run.reason}
            </Fact>
          )}
        </Facts>
        {anew.length > 0 && (
          <Facts stacked>
            <Fact name={strings.anewTitle}>
              {anew.map(({ node, path, reason }) => (
                <div key={`${node} ${path}`}>{strings.anewOf(node, reason)}</div>
              ))}
            </Fact>
          </Facts>
        )}
      </Card>
      <Linked title={strings.causes} runs={shown.causes} />
      <Linked title={strings.children} runs={shown.children} />
      <Linked title={strings.replays} runs={shown.replays} />
      <Card title={strings.trigger}>
        {forgotten || values_hidden ? (
          <p className="dim">{values_hidden ? strings.onlyAdmins : strings.forgotten}</p>
        ) : (
          <TriggerFacts trigger={trigger} />
        )}
      </Card>
    </div>
  )
}

const RunFact = ({ name, runId, text }: { name: string; runId: string; text: string }) => (
  <Fact name={name}>
    <Anchor component={Link} {...({ to: '/workflows/runs/$runId', params: { runId }, search: {} } as object)} inherit>
      {text}
    </Anchor>
  </Fact>
)

const Linked = ({ title, runs }: { title: string; runs: readonly WorkflowRun[] }) =>
  runs.length === 0 ? null : (
    <Card title={title}>
      <LinkRows>
        {runs.map(({ id, workflow, created_at, ...run }) => (
          <LinkRow
            key={id}
            link={{ to: '/workflows/runs/$runId', params: { runId: id } }}
            linkId={id}
            pill={<State of={runLabel(run)} />}
            end={<RelativeTime at={created_at} />}
          >
            {workflow.name}
          </LinkRow>
        ))}
      </LinkRows>
    </Card>
  )
