import { Button, Stack, TextInput } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import { ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Upload, UploadRow } from '#web/wire.ts'
import { fieldWords, outcomeWords, strings } from './strings.ts'
import classes from './uploads.module.css'

/** The rows that are not valid, each with its reason and the way to fix it here. */
export const RowsToFix = ({ upload }: { upload: Upload }) => {
  const [open, setOpen] = useState<UploadRow | null>(null)
  const found = useInfiniteQuery({
    queryKey: ['list-upload-rows', { uploadId: upload.id }],
    queryFn: ({ pageParam, signal }) =>
      call(
        'list-upload-rows',
        { uploadId: upload.id, outcome: 'invalid', limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  const rows = found.data?.pages.flatMap((page) => page.rows) ?? []
  if (found.error) return <ErrorNote title={strings.actionFailed} error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending || rows.length === 0) return null
  return (
    <Part title={strings.rowsTitle}>
      <p className={classes.text}>{strings.rowsText}</p>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.row}>
            <span className="numbers">{strings.rowNumber(row.row)}</span>
            <span style={{ minWidth: 0 }}>
              <span className={classes.rowCells}>{row.cells.filter((cell) => cell.trim() !== '').join(' · ')}</span>
              <span className={classes.why}>{sentenceOf(row.message ?? '')}</span>
            </span>
            <Button variant="default" size="xs" onClick={() => setOpen(row)} aria-label={strings.fixRow(row.row)}>
              {strings.fix}
            </Button>
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button variant="default" mt="sm" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {strings.more}
        </Button>
      )}
      <Window opened={open !== null} onClose={() => setOpen(null)} title={open ? strings.fixRow(open.row) : ''} sheet>
        {open && <FixRow key={open.row} upload={upload} row={open} onDone={() => setOpen(null)} />}
      </Window>
    </Part>
  )
}

/** All cells of one row. What is to blame says why, and stays open until the row is good. */
const FixRow = ({ upload, row, onDone }: { upload: Upload; row: UploadRow; onDone: () => void }) => {
  const queries = useQueryClient()
  const [cells, setCells] = useState(() => upload.columns.map((_, at) => row.cells[at] ?? ''))
  const [verdict, setVerdict] = useState<UploadRow>(row)
  const fix = useMutation({
    mutationFn: () => call('mend-upload-row', { uploadId: upload.id, row: row.row, cells }),
    onSuccess: (answer) => {
      void queries.invalidateQueries({ queryKey: ['list-upload-rows'] })
      void queries.invalidateQueries({ queryKey: ['show-upload', { uploadId: upload.id }] })
      setVerdict(answer.row)
      if (answer.row.outcome === 'invalid') return
      say(answer.row.outcome === 'imported' ? strings.fixedImported(row.row) : strings.fixed(row.row))
      onDone()
    },
  })
  const isBlamed = (at: number): boolean =>
    verdict.field !== null &&
    (upload.mapping[at] === verdict.field || (verdict.field === 'first_name' && upload.mapping[at] === 'last_name'))
  const blamed = upload.columns.some((_, at) => isBlamed(at))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        fix.mutate()
      }}
    >
      <Stack gap="sm">
        {!blamed && verdict.message && (
          <div className={classes.note} role="status">
            <Pill tone="bad">{outcomeWords.invalid}</Pill> {sentenceOf(verdict.message)}
          </div>
        )}
        {upload.columns.map((column, at) => {
          const field = upload.mapping[at]
          const meant = field && Object.hasOwn(fieldWords, field) ? fieldWords[field as keyof typeof fieldWords] : undefined
          return (
            <TextInput
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              key={at}
              label={column}
              {...(meant !== undefined && meant !== column ? { description: meant } : {})}
              value={cells[at] ?? ''}
              error={isBlamed(at) && verdict.message ? sentenceOf(verdict.message) : undefined}
              data-autofocus={isBlamed(at) || (!blamed && at === 0) || undefined}
              onChange={(event) => setCells(cells.with(at, event.currentTarget.value))}
            />
          )
        })}
        <ErrorNote title={strings.actionFailed} error={fix.error} />
        <WindowFoot>
          <FormButtons submit={strings.save} isPending={fix.isPending} cancel={strings.close} onCancel={onDone} />
        </WindowFoot>
      </Stack>
    </form>
  )
}
