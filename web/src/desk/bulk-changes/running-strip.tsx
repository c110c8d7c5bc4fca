import { Button, Progress } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '#web/gateway.ts'
import { useSession } from '#web/session.ts'
import { sayFailure } from '#web/ui/say.tsx'
import type { BulkChange } from '#web/wire.ts'
import { isUnderWay, useBulkChange } from './api.ts'
import classes from './bulk-changes.module.css'
import { changeName, changeResult } from './change-words.ts'
import { strings } from './strings.ts'
import { useSayFinished } from './use-say-finished.tsx'

/** So many are shown; the rest wait their turn. */
const most = 3

/** How far each of the changes under way is. When one of the reader's own ends, it says so. */
export const RunningStrip = ({
  running,
  begun,
  isKnown,
}: {
  running: readonly BulkChange[]
  /** Those that were under way when it was asked for. */
  begun: readonly BulkChange[]
  isKnown: boolean
}) => {
  useSayWhenOver(running, begun, isKnown)
  if (running.length === 0) return null
  return (
    <section className={classes.strip} aria-label={strings.progress}>
      {running
        .toReversed()
        .slice(0, most)
        .map((change) => (
          <Running key={change.id} change={change} />
        ))}
    </section>
  )
}

const Running = ({ change }: { change: BulkChange }) => {
  const cancel = useBulkChange('cancel-bulk-change')
  const name = changeName(change)
  return (
    <div className={classes.running}>
      <div className={classes.runningHead}>
        <span>{name}</span>
        {change.state !== 'undoing' && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            loading={cancel.isPending}
            onClick={() =>
              cancel.mutate({ bulkChangeId: change.id }, { onError: (error) => sayFailure(error, strings.cancelFailed) })
            }
          >
            {strings.cancel}
          </Button>
        )}
      </div>
      <Progress value={change.progress * 100} aria-label={name} animated={change.state === 'selecting'} />
      <span className={classes.hint}>{changeResult(change)}</span>
    </div>
  )
}

/** Those of the reader that were under way and no longer are. */
const useSayWhenOver = (running: readonly BulkChange[], begun: readonly BulkChange[], isKnown: boolean): void => {
  const { person } = useSession()
  const say = useSayFinished()
  const before = useRef(begun)
  const look = useEffectEvent(async () => {
    const over = before.current.filter(({ id }) => !running.some((each) => each.id === id))
    before.current = running
    for (const { id, state, created_by, undone_by } of over) {
      if ((state === 'undoing' ? undone_by : created_by)?.id !== person.id) continue
      const { bulk_change } = await call('show-bulk-change', { bulkChangeId: id })
      if (!isUnderWay(bulk_change)) say(bulk_change)
    }
  })
  const ids = running.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at when others are under way
  useEffect(() => {
    if (isKnown) void look()
  }, [ids, isKnown])
}
