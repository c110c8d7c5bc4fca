import { useLiveState } from '../live.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import classes from './live-badge.module.css'
import { strings } from './strings.ts'

/** Whether the page is up to date. Announced only when it changes. `compact`: the dot alone, and its meaning said all the same. */
export const LiveBadge = ({ compact = false }: { compact?: boolean }) => {
  const state = useLiveState()
  const label = state === 'live' ? strings.live : state === 'reconnecting' ? strings.reconnecting : strings.connecting
  return (
    <Tooltip label={state === 'reconnecting' ? strings.reconnectingHint : strings.liveHint} multiline maw={260}>
      <div className={classes.live} role="status" data-live={state} data-compact={compact || undefined}>
        <span className={classes.dot} data-state={state} aria-hidden />
        <span className={compact ? 'hidden-visually' : undefined} data-words>
          {label}
        </span>
      </div>
    </Tooltip>
  )
}
