import { Button, Checkbox, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import type { EarlierUpload, Upload } from '#web/wire.ts'
import { Columns } from './columns.tsx'
import { Counts, count } from './progress.tsx'
import { RowsToFix } from './rows.tsx'
import { strings } from './strings.ts'
import { DownloadRejected, RemoveUpload, useStep } from './upload-actions.tsx'
import classes from './uploads.module.css'

/** Every row is checked: what an import would do, and the button that starts it. */
export const Checked = ({ upload, before }: { upload: Upload; before: readonly EarlierUpload[] }) => {
  const step = useStep(upload)
  const [again, setAgain] = useState(false)
  const [isRemapping, setIsRemapping] = useState(false)
  const check = upload.check ?? { rows: 0, new: 0, duplicate: 0, invalid: 0 }
  const isRepeat = before.length > 0 && !upload.mapping.includes('external_id')
  if (isRemapping) return <Columns upload={upload} />
  return (
    <>
      <Part title={strings.checkedTitle}>
        <Stack gap="md">
          <Counts
            of={[
              count(strings.rows, check.rows),
              count(strings.new, check.new),
              count(strings.duplicate, check.duplicate),
              count(strings.invalid, check.invalid),
            ]}
          />
          {isRepeat && (
            <div className={classes.note}>
              <strong>{strings.repeatedTitle}</strong>
              {strings.repeatedText}
              {before.map((other) => (
                <div key={other.id}>
                  <Link to="/uploads/$uploadId" params={{ uploadId: other.id }}>
                    {strings.repeatedWhen(other.name, other.rows)}
                    <AbsoluteTime at={other.imported_at} />
                  </Link>
                </div>
              ))}
              <Checkbox
                mt="xs"
                label={strings.importAgain}
                checked={again}
                onChange={(event) => setAgain(event.currentTarget.checked)}
              />
            </div>
          )}
          {check.new === 0 && <p className={classes.text}>{strings.nothingNew}</p>}
          <ErrorNote title={strings.actionFailed} error={step.error} />
          <div className={classes.actions}>
            <Button
              onClick={() => step.mutate({ name: 'start-upload', again })}
              loading={step.isPending}
              disabled={(isRepeat && !again) || check.new + check.duplicate === 0}
            >
              {strings.importNow(check.new)}
            </Button>
            <Button variant="default" onClick={() => setIsRemapping(true)}>
              {strings.changeColumns}
            </Button>
            {check.invalid > 0 && <DownloadRejected upload={upload} />}
            <RemoveUpload upload={upload} />
          </div>
        </Stack>
      </Part>
      <RowsToFix upload={upload} />
    </>
  )
}
