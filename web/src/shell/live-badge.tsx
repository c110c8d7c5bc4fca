import { Tooltip } from '@mantine/core'
import { useLiveState } from '../live.ts'
import classes from './live-badge.module.css'
import { strings } from './strings.ts'

/** Whether what is shown is what is there. Said aloud only when it changes. */
export const LiveBadge = () => {
  const state = useLiveState()
  const label = state === 'live' ? strings.live : state === 'reconnecting' ? strings.reconnecting : strings.connecting
  return (
    <Tooltip label={state === 'reconnecting' ? strings.reconnectingHint : strings.liveHint} multiline maw={260}>
      <div className={classes.live} role="status" data-live={state}>
        <span className={classes.dot} data-state={state} aria-hidden />
        <span className={classes.liveText} data-words>
          {label}
        </span>
      </div>
    </Tooltip>
  )
}
