import { Button } from '@mantine/core'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { sayFailure } from '#web/ui/say.tsx'
import type { CrmConflict } from '#web/wire.ts'
import { useCrmChange } from './api.ts'
import classes from './crm-sync.module.css'
import { RecordAt } from './kept.tsx'
import { strings } from './strings.ts'
import { fieldName, type ReadValue } from './values.ts'

/** A value that differs on both sides, and the two ways to decide it. */
export const ConflictRow = ({
  conflict,
  title,
  readValue,
  isOnRecord = false,
}: {
  conflict: CrmConflict
  /** The CRM's. */
  title: string
  readValue: ReadValue
  /** On the page of the record itself, which needs no link to it. */
  isOnRecord?: boolean
}) => {
  const decide = useCrmChange('decide-crm-conflict')
  const { entity, our_id, field, label, ours, theirs, at } = conflict
  const name = conflict.name ?? strings.unnamed
  const called = fieldName(field, label)
  const take = (side: 'ours' | 'theirs'): void =>
    decide.mutate({ conflictId: conflict.id, take: side, shown: { ours, theirs } }, { onError: (error) => sayFailure(error) })
  const isTaking = (side: 'ours' | 'theirs'): boolean =>
    (decide.isPending || decide.isSuccess) && decide.variables?.take === side
  return (
    <li>
      <div className={classes.sampleHead}>
        {isOnRecord ? (
          <strong>{called}</strong>
        ) : (
          <>
            <RecordAt entity={entity} id={our_id}>
              {name}
            </RecordAt>
            <span>
              {strings.kind[entity]} · <strong>{called}</strong>
            </span>
          </>
        )}
        <span className="dim">
          <RelativeTime at={at} />
        </span>
      </div>
      <div className={classes.sides}>
        <Side
          of={strings.here}
          value={readValue(field, ours)}
          button={strings.keepOurs}
          label={strings.keepOursOf(called, name)}
          isPending={isTaking('ours')}
          onTake={() => take('ours')}
        />
        <Side
          of={title}
          value={readValue(field, theirs)}
          button={strings.takeTheirs(title)}
          label={strings.takeTheirsOf(title, called, name)}
          isPending={isTaking('theirs')}
          onTake={() => take('theirs')}
        />
      </div>
    </li>
  )
}

const Side = ({
  of,
  value,
  button,
  label,
  isPending,
  onTake,
}: {
  of: string
  value: string | null
  button: string
  label: string
  isPending: boolean
  onTake: () => void
}) => (
  <div className={classes.side}>
    <div className={classes.sideText}>
      <span>{of}</span>
      {value === null ? <em className="dim">{strings.empty}</em> : <bdi>{value}</bdi>}
    </div>
    <Button size="xs" variant="default" aria-label={label} loading={isPending} onClick={onTake}>
      {button}
    </Button>
  </div>
)
