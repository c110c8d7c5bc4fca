import { CloseButton } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { nodeOf } from '../graph/graph.ts'
import { stepName } from '../step-names.ts'
import { strings } from '../strings.ts'
import { startSelected, useEditing } from './editing.ts'
import classes from './editor.module.css'
import { StartPanel } from './start-panel.tsx'
import { StepPanel } from './step-panel.tsx'

/** A window that closes gives the focus back to what had opened it: after that it goes to the panel. */
const closingMs = 40

const focusOnceFree = (heading: RefObject<HTMLElement | null>): (() => void) => {
  let timer: ReturnType<typeof setTimeout>
  const look = (wasBusy: boolean): void => {
    const isBusy = document.querySelector('[role="dialog"], [role="menu"]') !== null
    if (isBusy || wasBusy) timer = setTimeout(() => look(isBusy), closingMs)
    else heading.current?.focus({ preventScroll: true })
  }
  look(true)
  return () => clearTimeout(timer)
}

/** Beside the steps: the fields of what is selected. It takes the focus when another step is; Escape goes back to the step. */
export const Panel = () => {
  const { selected, select, definition } = useEditing()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => (selected === null ? undefined : focusOnceFree(heading)), [selected])
  if (selected === null)
    return (
      <aside className={classes.panel} aria-label={strings.panel}>
        <p className="dim">{strings.panelNone}</p>
      </aside>
    )
  const node = nodeOf(definition, selected)
  const leave = (): void => {
    const row = selected === startSelected ? 'start' : selected
    select(null)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus())
  }
  return (
    <aside
      className={classes.panel}
      aria-label={strings.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        leave()
      }}
    >
      <header className={classes.panelHead}>
        <h2 ref={heading} tabIndex={-1}>
          {node ? stepName(node) : strings.workflowFields}
        </h2>
        <CloseButton aria-label={strings.backToSteps} onClick={leave} />
      </header>
      {node ? <StepPanel key={node.id} node={node} /> : <StartPanel />}
    </aside>
  )
}
