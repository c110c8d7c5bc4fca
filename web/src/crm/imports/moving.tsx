import { Button, Stack } from '@mantine/core'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import type { Upload } from '#web/wire.ts'
import { Bar, Counts, count } from './progress.tsx'
import { strings } from './strings.ts'
import { type Step, useStep } from './upload-actions.tsx'
import classes from './uploads.module.css'

/** Checking, importing or undoing, with how far it is. */
export const Moving = ({ upload, title, text, goOn }: { upload: Upload; title: string; text: string; goOn: Step }) => {
  const step = useStep(upload)
  const { check, import: taken } = upload
  const counts =
    upload.state === 'checking'
      ? check && [
          count(strings.rows, check.rows),
          count(strings.new, check.new),
          count(strings.duplicate, check.duplicate),
          count(strings.invalid, check.invalid),
        ]
      : upload.state === 'importing'
        ? taken && [
            count(strings.imported, taken.imported),
            count(strings.duplicate, taken.duplicate),
            count(strings.rejected, taken.rejected),
          ]
        : taken && [count(strings.undone, taken.undone)]
  return (
    <Part title={title}>
      <Stack gap="md">
        <p className={classes.text}>{text}</p>
        <Bar value={upload.progress} label={title} />
        {counts && <Counts of={counts} />}
        {upload.stalled && (
          <div className={classes.note} role="status">
            <strong>{strings.stalledTitle}</strong>
            {strings.stalledText}{' '}
            <Button size="xs" variant="default" onClick={() => step.mutate({ name: goOn })} loading={step.isPending}>
              {strings.resume}
            </Button>
          </div>
        )}
        <ErrorNote title={strings.actionFailed} error={step.error} />
        {upload.state !== 'undoing' && (
          <div className={classes.actions}>
            <Button variant="default" onClick={() => step.mutate({ name: 'cancel-upload' })}>
              {strings.cancel}
            </Button>
          </div>
        )}
      </Stack>
    </Part>
  )
}
