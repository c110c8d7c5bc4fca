import { Button } from '@mantine/core'
import { Fragment } from 'react'
import type { Column } from '#web/ui/data-table.tsx'
import { sentenceOf } from '#web/ui/error-note.tsx'
import { ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordLink } from '#web/ui/record-link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { BackgroundJob } from '#web/wire.ts'
import { nameOf } from './api.ts'
import { strings } from './strings.ts'

export interface Asked {
  readonly what: 'retry' | 'discard'
  readonly work: readonly BackgroundJob[]
}

export const mayRetry = ({ state }: BackgroundJob): boolean => state !== 'running' && state !== 'held'

export const mayDiscard = (work: BackgroundJob): boolean =>
  work.state !== 'running' && (work.state !== 'waiting' || isRetrying(work))

const isRetrying = ({ state, tries }: BackgroundJob): boolean => state === 'waiting' && tries > 0

const tones = { dead: 'bad', failed: 'bad', waiting: 'warn', running: 'good', held: 'warn' } as const

export const columns: readonly Column<BackgroundJob>[] = [
  { key: 'state', name: strings.state, cell: (work) => <Standing work={work} />, width: '11rem', phone: 'below' },
  { key: 'about', name: strings.record, cell: (work) => <About work={work} /> },
  { key: 'attempts', name: strings.attemptsColumn, cell: (work) => <Attempts work={work} />, width: '15rem', isExtra: true },
  {
    key: 'created',
    name: strings.created,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
    width: '6rem',
    phone: 'belowEnd',
  },
]

const Standing = ({ work }: { work: BackgroundJob }) => (
  <Pill tone={tones[work.state]}>{isRetrying(work) ? strings.retrying : strings.states[work.state]}</Pill>
)

const About = ({ work }: { work: BackgroundJob }) =>
  work.about.map((concerned, at) => (
    <Fragment key={concerned.field}>
      {at > 0 && ' · '}
      <RecordLink of={concerned} />
    </Fragment>
  ))

const Attempts = ({ work }: { work: BackgroundJob }) => (
  <>
    {work.tries > 0 && strings.attempts(work.tries)}
    {isRetrying(work) && work.tries_left > 0 && ` · ${strings.attemptsLeft(work.tries_left)}`}
    {work.next_try_at && work.state === 'waiting' && (
      <>
        {work.tries > 0 && ' · '}
        {strings.nextAttempt} <RelativeTime at={work.next_try_at} />
      </>
    )}
    {work.holds_up && (
      <>
        {' · '}
        {strings.holdsUp}
      </>
    )}
  </>
)

/** One job by itself, with what its row would say. */
export const WorkRow = ({ work, onAsk }: { work: BackgroundJob; onAsk: (asked: Asked) => void }) => (
  <ListRow
    title={<bdi>{nameOf(work)}</bdi>}
    pills={<Standing work={work} />}
    end={<RelativeTime at={work.created_at} />}
    actions={<WorkActions work={work} onAsk={onAsk} />}
  >
    <About work={work} /> <Attempts work={work} />
    {work.last_error && (
      <div>
        <bdi>{sentenceOf(work.last_error)}</bdi>
      </div>
    )}
  </ListRow>
)

export const WorkActions = ({ work, onAsk }: { work: BackgroundJob; onAsk: (asked: Asked) => void }) => {
  const name = nameOf(work)
  return (
    <>
      {mayRetry(work) && (
        <Button variant="default" size="xs" onClick={() => onAsk({ what: 'retry', work: [work] })}>
          {work.state === 'waiting' ? strings.runNow : strings.retry}
          <span className="hidden-visually">{strings.of(name)}</span>
        </Button>
      )}
      {mayDiscard(work) && (
        <Button variant="subtle" color="red" size="xs" onClick={() => onAsk({ what: 'discard', work: [work] })}>
          {strings.discard}
          <span className="hidden-visually">{strings.of(name)}</span>
        </Button>
      )}
    </>
  )
}
