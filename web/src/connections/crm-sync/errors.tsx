import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { counted } from '#web/i18n/format.ts'
import { syncReason } from '#web/i18n/server-messages.ts'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { sentenceOf } from '#web/ui/error-note.tsx'
import type { SyncError } from '#web/wire.ts'
import type { ShownSync } from './api.ts'
import classes from './crm-sync.module.css'
import { strings } from './strings.ts'
import { TheirId } from './their-id.tsx'
import { type Labels, namedBy } from './values.ts'

/** So many rows stand there at first. */
const fewRows = 50

/** What a sync could not take: which record, which field, and why. */
export const Errors = ({ title, sync, next }: { title: string; sync: ShownSync; next?: ReactNode }) => {
  const [isWhole, setWhole] = useState(false)
  const { error_log: all, error_count: count } = sync
  const rows = (isWhole ? all : all.slice(0, fewRows)).map((error, n) => ({ ...error, key: String(n) }))
  return (
    <Card title={`${strings.errors} · ${counted(count)}`} actions={next}>
      <p className={classes.text}>
        {strings.errorsText(title)} {count > all.length && strings.errorsNewest(all.length, count)}
      </p>
      <DataTable
        label={strings.errors}
        rows={rows}
        idOf={({ key }) => key}
        name={strings.record}
        nameWidth="minmax(8rem, 1fr)"
        nameOf={({ entity, record_id, record_url }) => (
          <>
            {strings.kind[entity]} <TheirId id={record_id} url={record_url} />
          </>
        )}
        columns={columnsOf(sync.labels)}
        isInset
      />
      {!isWhole && all.length > fewRows && (
        <Button size="xs" variant="default" mt="sm" onClick={() => setWhole(true)}>
          {strings.errorsAll(all.length)}
        </Button>
      )}
    </Card>
  )
}

const columnsOf = (labels: Labels): readonly Column<SyncError>[] => [
  {
    key: 'field',
    name: strings.field,
    cell: ({ entity, field }) => field && <bdi>{namedBy(labels)(entity, field)}</bdi>,
    width: 'minmax(5rem, 0.7fr)',
    phone: 'end',
  },
  {
    key: 'reason',
    name: strings.reason,
    cell: ({ message }) => <span className={classes.wrapped}>{sentenceOf(syncReason(message))}</span>,
    width: 'minmax(0, 2.4fr)',
    phone: 'below',
  },
]
