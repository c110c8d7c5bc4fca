import type { ReactNode } from 'react'
import classes from './record.module.css'

/** One record: what it is, what happened to it, and what belongs to it; on a phone what happened comes first. */
export const RecordPanes = ({
  properties,
  related,
  children,
}: {
  properties: ReactNode
  related?: ReactNode
  children: ReactNode
}) => (
  <div className={classes.record} data-record data-two={related === undefined || undefined}>
    <div className={classes.pane}>{properties}</div>
    <div className={classes.pane} data-main>
      {children}
    </div>
    {related !== undefined && <div className={classes.pane}>{related}</div>}
  </div>
)
