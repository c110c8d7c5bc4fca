import { Button } from '@mantine/core'
import { sentenceOf } from '#web/ui/error-note.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordLink } from '#web/ui/record-link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { nameOf, type Work } from './api.ts'
import classes from './background.module.css'
import { words } from './strings.ts'

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
          <Pill tone={tones[work.state]}>{isTried ? words.again : words.states[work.state]}</Pill>
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
          {words.since} <RelativeTime at={work.created_at} long />
          {work.tries > 0 && ` · ${words.tries(work.tries)}`}
          {isTried && work.tries_left > 0 && ` · ${words.triesLeft(work.tries_left)}`}
          {work.next_try_at && work.state === 'waiting' && (
            <>
              {' · '}
              {words.nextTry} <RelativeTime at={work.next_try_at} long />
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
            <span className="hidden-visually">{words.of(name)}</span>
          </Button>
        )}
        {(work.state === 'dead' || work.state === 'failed' || work.state === 'held' || isTried) && (
          <Button variant="subtle" color="red" size="xs" onClick={() => onAsk({ what: 'drop', work })}>
            {words.drop}
            <span className="hidden-visually">{words.of(name)}</span>
          </Button>
        )}
      </div>
    </div>
  )
}

export const replayWords = {
  dead: words.replay,
  failed: words.readAgain,
  waiting: words.hurry,
  running: words.replay,
  held: words.replay,
} as const
