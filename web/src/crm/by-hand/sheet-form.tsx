import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './by-hand.module.css'
import { strings } from './strings.ts'

/** A form in a sheet: Enter in a field submits it, and Ctrl-Enter everywhere in it. */
export const SheetForm = ({
  isRestored = false,
  onStartOver,
  onSubmit,
  children,
}: {
  /** What was typed before stands in it. */
  isRestored?: boolean
  onStartOver?: () => void
  onSubmit: () => void
  children: ReactNode
}) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      event.currentTarget.requestSubmit()
    }}
  >
    <Stack>
      {isRestored && onStartOver && (
        <div className={classes.restored}>
          <span role="status">{strings.restored}</span>
          <Button variant="subtle" size="compact-sm" onClick={onStartOver}>
            {strings.startOver}
          </Button>
        </div>
      )}
      {children}
    </Stack>
  </form>
)
