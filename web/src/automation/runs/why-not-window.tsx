import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { absoluteTime } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Input, WorkflowExplainedEvent } from '#web/wire.ts'
import { useExplanation } from './api.ts'
import classes from './runs.module.css'
import { strings } from './strings.ts'

type Explained = WorkflowExplainedEvent
type Asked = Explained['workflows'][number]

/** Which workflows were asked about the latest events, and what each filter said. */
export const WhyNotWindow = ({
  opened,
  of: about,
  onClose,
}: {
  opened: boolean
  of: Pick<Input<'explain-run'>, 'subjectId' | 'workflowId'>
  onClose: () => void
}) => (
  <Window opened={opened} onClose={onClose} title={strings.whyNot} sheet>
    {opened && <WhyNot of={about} />}
  </Window>
)

export const WhyNot = ({ of: about }: { of: Pick<Input<'explain-run'>, 'subjectId' | 'workflowId'> }) => {
  const { data, error, isPending, refetch } = useExplanation(about, true)
  return (
    <>
      <p className="dim">{about.subjectId === undefined ? strings.whyNotOf : strings.whyNotAbout}</p>
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={4} />}
      {data?.events.length === 0 && <p className="dim">{strings.whyNotNone}</p>}
      {data && data.events.length > 0 && (
        <ul className={classes.told}>
          {data.events.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ul>
      )}
      {data?.looked_back_to && <p className="dim">{strings.lookedBack(absoluteTime(data.looked_back_to))}</p>}
    </>
  )
}

const Event = ({ event: { type, about, at, workflows } }: { event: Explained }) => (
  <li>
    <div className={classes.toldHead}>
      <strong>{about ?? type}</strong>
      <span className="dim">
        <code>{type}</code> · <RelativeTime at={at} long />
      </span>
    </div>
    <ul className={classes.asked}>
      {workflows.map((asked) => (
        <AskedWorkflow key={asked.workflow.id} asked={asked} />
      ))}
    </ul>
  </li>
)

const AskedWorkflow = ({ asked: { workflow, outcome, stopped, filter, message, saw, run_id: runId } }: { asked: Asked }) => (
  <li>
    <div className={classes.askedHead}>
      <bdi>{workflow.name}</bdi>
      <Pill tone={outcome === 'started' ? 'good' : outcome === 'filter_failed' ? 'bad' : undefined}>
        {strings.outcomes[outcome]}
      </Pill>
      {stopped && <Pill tone="warn">{strings.isStopped}</Pill>}
      {runId !== null && (
        <Anchor component={Link} {...({ to: '/workflows/runs/$runId', params: { runId } } as object)} size="sm">
          {strings.run}
        </Anchor>
      )}
    </div>
    {message !== null && <p className={classes.fault}>{message}</p>}
    {filter !== null && outcome !== 'started' && (
      <dl className={classes.saw}>
        <dt>{strings.filter}</dt>
        <dd>
          <code>{filter}</code>
        </dd>
        {saw.length > 0 && (
          <>
            <dt>{strings.saw}</dt>
            <dd>
              {saw.map(({ name, value }) => (
                <div key={name}>
                  <code>{name}</code> ={' '}
                  <bdi>{value === null ? strings.empty : typeof value === 'string' ? `“${value}”` : String(value)}</bdi>
                </div>
              ))}
            </dd>
          </>
        )}
      </dl>
    )}
  </li>
)
