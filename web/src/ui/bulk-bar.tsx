import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconX } from '#icons'
import classes from './bulk-bar.module.css'
import { strings } from './strings.ts'
import type { Selection } from './use-selection.ts'

/** Over the foot of a list while rows of it are ticked: how many, and what can be done to all of them. */
export const BulkBar = ({
  selection,
  count = strings.selected(selection.chosen.size),
  children,
}: {
  selection: Selection
  /** In words, where it is another one than of the rows that are ticked. */
  count?: string
  children: ReactNode
}) => {
  if (selection.chosen.size === 0) return null
  return (
    <section className={classes.bar} aria-label={strings.selection}>
      <span className={classes.count} role="status">
        {count}
      </span>
      {children}
      <ActionIcon variant="subtle" color="gray" aria-label={strings.clearSelection} onClick={() => selection.setAll([])}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </section>
  )
}
