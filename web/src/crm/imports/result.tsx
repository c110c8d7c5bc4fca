import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { serverMessage } from '#web/i18n/server-messages.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import type { Upload } from '#web/wire.ts'
import { Columns } from './columns.tsx'
import { Counts, count } from './progress.tsx'
import { RowsToFix } from './rows.tsx'
import { strings } from './strings.ts'
import { DownloadRejected, RemoveUpload, type Step, UndoImport, useStep } from './upload-actions.tsx'
import classes from './uploads.module.css'

/** Done, canceled, failed or undone: the outcome, and the next step. */
export const Result = ({ upload }: { upload: Upload }) => {
  const step = useStep(upload)
  const [isRemapping, setIsRemapping] = useState(false)
  const { import: taken, problem, state } = upload
  const wasImported = (taken?.imported ?? 0) > 0
  const mayRemap = !wasImported || state === 'undone'
  const again: Step | null =
    state === 'cancelled'
      ? 'start-upload'
      : problem
        ? ({ checking: 'check-upload', importing: 'start-upload', undoing: 'undo-upload' } as const)[problem.failed_in]
        : null
  if (isRemapping) return <Columns upload={upload} />
  return (
    <>
      <Part
        title={problem ? strings.failedTitle[problem.failed_in] : state === 'undone' ? strings.undoneTitle : strings.doneTitle}
      >
        <Stack gap="md">
          {problem && (
            <div className={classes.note} role="alert">
              {serverMessage(problem.message)}
            </div>
          )}
          {state === 'undone' && <p className={classes.text}>{strings.undoneText}</p>}
          {state === 'cancelled' && <p className={classes.text}>{strings.canceled}</p>}
          {state === 'done' && <p className={classes.text}>{strings.doneText}</p>}
          {taken && (
            <Counts
              of={
                state === 'undone'
                  ? [count(strings.undone, taken.undone)]
                  : [
                      count(strings.imported, taken.imported),
                      count(strings.duplicate, taken.duplicate),
                      count(strings.rejected, taken.rejected),
                    ]
              }
            />
          )}
          {taken && taken.rejected > 0 && state !== 'undone' && <p className={classes.text}>{strings.rejectedText}</p>}
          <ErrorNote title={strings.actionFailed} error={step.error} />
          <div className={classes.actions}>
            {again && (
              <Button onClick={() => step.mutate({ name: again, again: true })} loading={step.isPending}>
                {state === 'cancelled' ? strings.resume : strings.tryAgain}
              </Button>
            )}
            {state === 'done' && (
              <Button component={Link} to="/leads">
                {strings.seeLeads}
              </Button>
            )}
            {taken && taken.rejected > 0 && state !== 'undone' && <DownloadRejected upload={upload} />}
            {mayRemap && (
              <Button variant="default" onClick={() => setIsRemapping(true)}>
                {state === 'undone' ? strings.importAgainNow : strings.changeColumns}
              </Button>
            )}
            {wasImported && state !== 'undone' && <UndoImport upload={upload} />}
            {mayRemap && <RemoveUpload upload={upload} />}
          </div>
        </Stack>
      </Part>
      {state !== 'undone' && <RowsToFix upload={upload} />}
    </>
  )
}
