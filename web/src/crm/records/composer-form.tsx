import { Button } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import classes from './composer.module.css'

/** Ctrl-Enter, on a Mac ⌘-Enter, does what the button does. */
export const ComposerForm = ({
  hint,
  submit,
  isReady,
  isPending,
  error,
  failed,
  onSubmit,
  beside,
  children,
}: {
  hint: string
  submit: string
  isReady: boolean
  isPending: boolean
  error: unknown
  failed: string
  onSubmit: () => void
  beside?: ReactNode
  children: ReactNode
}) => {
  const may = isReady && !isPending
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (may) onSubmit()
  }
  return (
    <form
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        if (may) onSubmit()
      }}
    >
      {children}
      {error != null && (
        <div className={classes.failed}>
          <ErrorNote error={error} title={failed} />
        </div>
      )}
      <div className={classes.foot}>
        <span className={classes.hint}>{hint}</span>
        {beside}
        <Button type="submit" size="xs" variant="default" loading={isPending} disabled={!isReady}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
