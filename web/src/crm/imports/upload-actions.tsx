import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call, downloadAddress } from '#web/gateway.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import type { Upload } from '#web/wire.ts'
import { forgetSending } from './sending.ts'
import { strings } from './strings.ts'

export type Step = 'check-upload' | 'start-upload' | 'undo-upload' | 'cancel-upload'

/** Asks for a step; what comes of it is seen on the page. */
export const useStep = (upload: Upload) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ name, again }: { name: Step; again?: boolean }): Promise<{ upload: Upload }> =>
      name === 'start-upload'
        ? call(name, { uploadId: upload.id, ...(again ? { again } : {}) })
        : call(name, { uploadId: upload.id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['show-upload', { uploadId: upload.id }] }),
  })
}

export const DownloadRejected = ({ upload }: { upload: Upload }) => (
  <Button component="a" variant="default" href={downloadAddress('download-rejected-rows', { uploadId: upload.id })} download>
    {strings.downloadRejected}
  </Button>
)

export const UndoImport = ({ upload }: { upload: Upload }) => {
  const step = useStep(upload)
  return (
    <Confirmed
      label={strings.undo}
      title={strings.undoTitle}
      text={strings.undoText(upload.import?.imported ?? 0)}
      confirm={strings.undo}
      error={step.error}
      isPending={step.isPending}
      onConfirm={() => step.mutate({ name: 'undo-upload' })}
    />
  )
}

export const RemoveUpload = ({ upload, label = strings.remove }: { upload: Upload; label?: string }) => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => {
      forgetSending(upload.id)
      return call('remove-upload', { uploadId: upload.id })
    },
    onSuccess: async () => {
      await navigate({ to: '/uploads' })
      queries.removeQueries({ queryKey: ['show-upload', { uploadId: upload.id }] })
    },
  })
  return (
    <Confirmed
      label={label}
      title={strings.removeTitle}
      text={strings.removeText}
      confirm={strings.remove}
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}

/** A button that asks first. */
const Confirmed = ({
  label,
  ...question
}: {
  label: string
  title: string
  text: ReactNode
  confirm: string
  error: unknown
  isPending: boolean
  onConfirm: () => void
}) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <ConfirmWindow {...question} opened={isOpen} isFinal onClose={() => setIsOpen(false)} />
    </>
  )
}
