import { Button } from '@mantine/core'
import { sentenceOf } from '#web/ui/error-note.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordLink } from '#web/ui/record-link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { nameOf, type Work } from './api.ts'
import classes from './background.module.css'
import { strings } from './strings.ts'

export interface Asked {
  readonly what: 'replay' | 'drop'
  readonly work: Work
}

const tones = { dead: 'bad', failed: 'bad', waiting: 'warn', running: 'good', held: 'warn' } as const

/** One piece of work: how it stands with it and why, and what can be done. */
export const WorkRow = ({ work, onAsk }: { work: Work; onAsk: (asked: Asked) => void }) => {
  const name = nameOf(work)
  const isTried = work.state === 'waiting' && work.tries > 0
  return (
    <div className={classes.work}>
      <div className={classes.text}>
        <div className={classes.head}>
          <Pill tone={tones[work.state]}>{isTried ? strings.again : strings.states[work.state]}</Pill>
          <span className={classes.name}>
            <bdi>{name}</bdi>
          </span>
        </div>
        {work.last_error && (
          <div className={classes.reason}>
            <bdi>{sentenceOf(work.last_error)}</bdi>
          </div>
        )}
        <div className={classes.quiet}>
          {strings.since} <RelativeTime at={work.created_at} long />
          {work.tries > 0 && ` · ${strings.tries(work.tries)}`}
          {isTried && work.tries_left > 0 && ` · ${strings.triesLeft(work.tries_left)}`}
          {work.next_try_at && work.state === 'waiting' && (
            <>
              {' · '}
              {strings.nextTry} <RelativeTime at={work.next_try_at} long />
            </>
          )}
        </div>
        {work.about.length > 0 && (
          <div className={classes.quiet}>
            {work.about.map((concerned, at) => (
              <span key={concerned.field}>
                {at > 0 && ' · '}
                <RecordLink of={concerned} />
              </span>
            ))}
          </div>
        )}
      </div>
      <div className={classes.actions}>
        {work.state !== 'running' && work.state !== 'held' && (
          <Button variant="default" size="xs" onClick={() => onAsk({ what: 'replay', work })}>
            {replayWords[work.state]}
            <span className="hidden-visually">{strings.of(name)}</span>
          </Button>
        )}
        {(work.state === 'dead' || work.state === 'failed' || work.state === 'held' || isTried) && (
          <Button variant="subtle" color="red" size="xs" onClick={() => onAsk({ what: 'drop', work })}>
            {strings.drop}
            <span className="hidden-visually">{strings.of(name)}</span>
          </Button>
        )}
      </div>
    </div>
  )
}

export const replayWords = {
  dead: strings.replay,
  failed: strings.readAgain,
  waiting: strings.hurry,
  running: strings.replay,
  held: strings.replay,
} as const
