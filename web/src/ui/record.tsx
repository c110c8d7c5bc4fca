import { type ReactNode, useState } from 'react'
import classes from './record.module.css'
import { strings } from './strings.ts'

type Pane = 'main' | 'properties' | 'related'

/** One record: what it is, what happened to it, and what belongs to it. On a phone one pane after the other, what happened first. */
export const RecordPanes = ({
  properties,
  related,
  children,
}: {
  properties: ReactNode
  related?: ReactNode
  children: ReactNode
}) => {
  const [shown, setShown] = useState<Pane>('main')
  const panes: readonly Pane[] = related === undefined ? ['main', 'properties'] : ['main', 'properties', 'related']
  return (
    <div className={classes.record} data-record data-two={related === undefined || undefined} data-shown={shown}>
      <fieldset className={classes.tabs} aria-label={strings.recordPanes}>
        {panes.map((pane) => (
          <button key={pane} type="button" aria-pressed={pane === shown} onClick={() => setShown(pane)}>
            {strings.recordPane[pane]}
          </button>
        ))}
      </fieldset>
      <div className={classes.pane} data-pane="properties">
        {properties}
      </div>
      <div className={classes.pane} data-pane="main" data-main>
        {children}
      </div>
      {related !== undefined && (
        <div className={classes.pane} data-pane="related">
          {related}
        </div>
      )}
    </div>
  )
}
