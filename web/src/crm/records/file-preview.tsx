import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { IconChevronLeft, IconChevronRight, IconDownload } from '#icons'
import { downloadAddress } from '#web/gateway.ts'
import { Window } from '#web/ui/window.tsx'
import type { RecordFile } from '#web/wire.ts'
import classes from './file-preview.module.css'
import { strings } from './strings.ts'

/** A picture as it is, a PDF page by page: drawn on the server, so that nothing in it is run here. */
export const FilePreview = ({ opened, file, onClose }: { opened: boolean; file: RecordFile | null; onClose: () => void }) => (
  <Window opened={opened} onClose={onClose} title={file?.name ?? ''} wide="very">
    {file && <Preview key={file.id} file={file} />}
  </Window>
)

const Preview = ({ file }: { file: RecordFile }) => {
  const [page, setPage] = useState(0)
  const [missing, setMissing] = useState<number | null>(null)
  const isPdf = file.media_type === 'application/pdf'
  const address = isPdf
    ? downloadAddress('download-record-file-page', { fileId: file.id, page: String(page), width: '1400' })
    : downloadAddress('download-record-file', { fileId: file.id })
  return (
    <>
      <div className={classes.picture}>
        {missing === page ? (
          <p className="dim">{strings.noPreview}</p>
        ) : (
          <img src={address} alt={isPdf ? strings.page(page + 1) : file.name} onError={() => setMissing(page)} />
        )}
      </div>
      <Group justify="space-between" mt="md">
        {isPdf ? (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              aria-label={strings.pageBefore}
              disabled={page === 0}
              onClick={() => setPage(page - 1)}
            >
              <IconChevronLeft size={16} className="mirrors" aria-hidden />
            </Button>
            <span className="dim" role="status">
              {strings.page(page + 1)}
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={strings.pageAfter}
              disabled={missing !== null && page + 1 >= missing}
              onClick={() => setPage(page + 1)}
            >
              <IconChevronRight size={16} className="mirrors" aria-hidden />
            </Button>
          </Group>
        ) : (
          <span />
        )}
        <Button
          component="a"
          href={downloadAddress('download-record-file', { fileId: file.id })}
          download
          size="xs"
          variant="default"
          data-autofocus
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          {strings.download}
        </Button>
      </Group>
    </>
  )
}
