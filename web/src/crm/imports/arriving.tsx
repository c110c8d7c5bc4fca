import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CallError } from '#web/gateway.ts'
import { bytesText } from '#web/i18n/bytes-text.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import type { Upload } from '#web/wire.ts'
import { ChooseFile } from './drop-zone.tsx'
import { Bar } from './progress.tsx'
import { resumeFile, useSending } from './sending.ts'
import { strings } from './strings.ts'
import { RemoveUpload } from './upload-actions.tsx'
import classes from './uploads.module.css'

/** A file that is uploaded, was rejected as a whole, or was cut off. */
export const Arriving = ({ upload }: { upload: Upload }) => {
  const sending = useSending(upload.id)
  const [hint, setHint] = useState('')
  const goOn = (file: File): void => {
    if (file.size !== upload.size_bytes || file.name !== upload.name) return setHint(strings.otherFile(upload.name))
    setHint('')
    resumeFile(upload.id, file, upload.received_bytes)
  }
  const sent = Math.max(sending?.sent ?? 0, upload.received_bytes)
  if (sending && !sending.error)
    return (
      <Part title={strings.sendingTitle}>
        <Stack gap="sm">
          <p className={classes.text}>{sent >= upload.size_bytes ? strings.readingText : strings.sendingText}</p>
          <Bar value={sent / upload.size_bytes} label={strings.sendingTitle} />
          <Text size="sm" className="numbers">
            {bytesText(sent)} / {bytesText(upload.size_bytes)}
          </Text>
          <div className={classes.actions}>
            <RemoveUpload upload={upload} label={strings.cancel} />
          </div>
        </Stack>
      </Part>
    )
  // The server has looked at all of it and said no: sending it again changes nothing.
  if (sending?.error instanceof CallError && sending.error.status === 400)
    return (
      <Part title={strings.rejectedTitle}>
        <Stack gap="md">
          <ErrorNote error={sending.error} />
          <div className={classes.actions}>
            <Button component={Link} to="/uploads">
              {strings.otherOne}
            </Button>
            <RemoveUpload upload={upload} />
          </div>
        </Stack>
      </Part>
    )
  return (
    <Part title={strings.interruptedTitle}>
      <Stack gap="sm">
        <ErrorNote title={strings.sendFailed} error={sending?.error} />
        <p className={classes.text}>{strings.interruptedText}</p>
        <Bar value={upload.progress} label={strings.interruptedTitle} />
        <div className={classes.actions}>
          <ChooseFile label={strings.goOnWith} onFile={goOn} />
          <RemoveUpload upload={upload} />
        </div>
        <div role="status">{hint}</div>
      </Stack>
    </Part>
  )
}
