import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { IconDownload, IconFile } from '#icons'
import { call } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import type { Input } from '#web/wire.ts'
import classes from './documents.module.css'
import { strings } from './strings.ts'

/** A button that shows the document as it would be now: its first pages, and the whole as PDF. Nothing is stored or sent. */
export const Preview = ({
  input,
  isUsable = true,
  isPlaced,
  onRejected,
}: {
  input: () => Input<'preview-contract'>
  isUsable?: boolean
  /** Whether a field of the form around it shows what was rejected. */
  isPlaced: (error: unknown) => boolean
  onRejected: (error: unknown) => void
}) => {
  const preview = useMutation({
    mutationFn: (given: Input<'preview-contract'>) => call('preview-contract', given),
    onError: onRejected,
  })
  const isStale = preview.data !== undefined && JSON.stringify(preview.variables) !== JSON.stringify(input())
  const address = useFile(preview.data?.pdf)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    if (address) region.current?.focus()
  }, [address])
  return (
    <>
      {!isPlaced(preview.error) && <ErrorNote error={preview.error} title={strings.previewFailed} />}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconFile size={16} aria-hidden />}
          disabled={!isUsable}
          loading={preview.isPending}
          onClick={() => preview.mutate(input())}
        >
          {strings.preview}
        </Button>
        {address && (
          <Button
            component="a"
            href={address}
            download={strings.previewFile}
            variant="subtle"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {strings.previewPdf}
          </Button>
        )}
      </Group>
      {isStale && <p className="dim">{strings.previewStale}</p>}
      {preview.data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section ref={region} className={classes.preview} aria-label={strings.previewOf} tabIndex={0}>
          {preview.data.pages.map((page, at) => (
            <img key={page.slice(-64)} src={`data:image/png;base64,${page}`} alt={strings.previewPage(at + 1)} />
          ))}
        </section>
      )}
    </>
  )
}

/** A file of base64 as an address of this page, for as long as it is shown. */
const useFile = (base64: string | undefined): string | null => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (base64 === undefined) return
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const made = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
    setAddress(made)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(made)
    }
  }, [base64])
  return address
}
