import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Fragment } from 'react'
import { read } from '#web/gateway.ts'
import { bytesText } from '#web/i18n/bytes-text.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import type { EarlierUpload, Upload } from '#web/wire.ts'
import { Arriving } from './arriving.tsx'
import { Checked } from './checked.tsx'
import { Columns } from './columns.tsx'
import { Moving } from './moving.tsx'
import { Result } from './result.tsx'
import { stateTones, stateWords, strings } from './strings.ts'
import { RemoveUpload } from './upload-actions.tsx'
import { UploadSteps } from './upload-steps.tsx'
import classes from './uploads.module.css'

const back = { label: strings.back, to: '/uploads' } as const

/** One file, from the first byte to its leads, and back. */
export const UploadPage = () => {
  const { uploadId } = useParams({ from: '/staff/uploads/$uploadId' })
  const shown = useQuery({
    ...read('show-upload', { uploadId }),
    // The live line tells of every step; this is for when it is down.
    refetchInterval: (query) => (isMoving(query.state.data?.upload) ? 5_000 : false),
  })
  const upload = shown.data?.upload
  if (!upload)
    return (
      <>
        <PageHeader title={strings.upload} back={back} />
        {shown.error ? (
          <ErrorNote title={strings.failedToLoad} error={shown.error} onRetry={() => void shown.refetch()} />
        ) : (
          <RowsPending rows={5} />
        )}
      </>
    )
  const [text, tone] = [stateWords[upload.state], stateTones[upload.state]]
  return (
    <Fragment key={uploadId}>
      <PageHeader
        title={upload.name}
        back={back}
        width="record"
        lead={
          <span className={classes.actions}>
            <Pill tone={tone}>{text}</Pill>
            <span>{bytesText(upload.size_bytes)}</span>
            {upload.created_by && <span>{upload.created_by.name}</span>}
            <AbsoluteTime at={upload.created_at} />
          </span>
        }
      />
      <UploadSteps upload={upload} />
      <div className={classes.stack}>
        <Stage upload={upload} before={shown.data?.imported_before ?? []} />
      </div>
    </Fragment>
  )
}

const isMoving = (upload: Upload | undefined): boolean =>
  upload !== undefined && ['uploading', 'checking', 'importing', 'undoing'].includes(upload.state)

const Stage = ({ upload, before }: { upload: Upload; before: readonly EarlierUpload[] }) => {
  switch (upload.state) {
    case 'uploading':
      return <Arriving upload={upload} />
    case 'mapping':
      return (
        <Columns upload={upload}>
          <RemoveUpload upload={upload} />
        </Columns>
      )
    case 'checking':
      return <Moving upload={upload} title={strings.checkingTitle} text={strings.checkingText} goOn="check-upload" />
    case 'checked':
      return <Checked upload={upload} before={before} />
    case 'importing':
      return <Moving upload={upload} title={strings.importingTitle} text={strings.importingText} goOn="start-upload" />
    case 'undoing':
      return <Moving upload={upload} title={strings.undoingTitle} text={strings.checkingText} goOn="undo-upload" />
    default:
      return <Result upload={upload} />
  }
}
