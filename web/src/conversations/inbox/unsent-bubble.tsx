import { Button } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '#icons'
import { timeOfDay } from '#web/i18n/format.ts'
import classes from './bubble.module.css'
import { discard, tryAgain, type Unsent } from './sending.ts'
import { strings } from './strings.ts'

/** What was written here and is not acknowledged yet. */
export const UnsentBubble = ({ unsent, onTemplate }: { unsent: Unsent; onTemplate(): void }) => (
  <li className={classes.message} data-direction={unsent.given.note ? 'note' : 'out'} data-first>
    <div className={classes.bubble} data-unsent>
      <p className={classes.text} dir="auto">
        {unsent.text}
      </p>
      <span className={classes.foot}>
        <time dateTime={unsent.at} className="numbers">
          {timeOfDay(unsent.at)}
        </time>
        <span className={classes.state} data-state={unsent.state === 'refused' ? 'failed' : 'queued'}>
          {unsent.state === 'refused' ? <IconAlertTriangle size={14} aria-hidden /> : <IconClock size={14} aria-hidden />}{' '}
          {unsent.state === 'refused'
            ? strings.notSent
            : unsent.state === 'waiting'
              ? strings.states.queued
              : strings.states.sending}
        </span>
      </span>
    </div>
    {unsent.state !== 'sending' && (
      <div className={classes.trouble} role="status">
        <p>{unsent.state === 'waiting' ? strings.notReached : unsent.error}</p>
        {unsent.code === 'window_closed' && (
          <Button size="compact-xs" onClick={onTemplate}>
            {strings.templateInstead}
          </Button>
        )}
        <Button size="compact-xs" variant="default" onClick={() => tryAgain(unsent.id)}>
          {unsent.state === 'waiting' ? strings.sendNow : strings.resend}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => discard(unsent.id)}>
          {strings.discard}
        </Button>
      </div>
    )}
  </li>
)
