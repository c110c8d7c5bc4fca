import { useRef } from 'react'
import { useListKeys } from '#web/shell/keyboard.ts'
import { State } from '#web/ui/pill.tsx'
import type { Definition } from '../workflows/graph/graph.ts'
import { type OutlineChain, type OutlineRow, outlineOf } from '../workflows/graph/outline-rows.ts'
import { outletName, stepName } from '../workflows/step-names.ts'
import { strings as words } from '../workflows/strings.ts'
import classes from './runs.module.css'
import { type RunStep, stepLabel } from './states.ts'
import { strings } from './strings.ts'

interface Shown {
  readonly definition: Definition
  /** What was recorded of each node, the latest last. */
  readonly stepsOf: ReadonlyMap<string, readonly RunStep[]>
  readonly selected: string | null
  onSelect(node: string): void
}

/** The steps of the version as nested lists, each with its state in the run. */
export const RunOutline = (shown: Shown) => {
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  return (
    <div ref={list}>
      <Chain chain={outlineOf(shown.definition).main} label={strings.steps} shown={shown} />
    </div>
  )
}

const Chain = ({ chain, label, shown }: { chain: OutlineChain; label: string; shown: Shown }) => {
  if (chain.rows.length === 0) return null
  return (
    <ol className={classes.chain} aria-label={label}>
      {chain.rows.map((row) => (
        <Step key={row.node.id} row={row} shown={shown} />
      ))}
    </ol>
  )
}

const Step = ({ row: { node, outlets }, shown }: { row: OutlineRow; shown: Shown }) => {
  const steps = shown.stepsOf.get(node.id) ?? []
  const last = steps.at(-1)
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        data-row={node.id}
        data-reached={last ? 'yes' : 'no'}
        aria-current={shown.selected === node.id || undefined}
        onClick={() => shown.onSelect(node.id)}
      >
        <span className={classes.rowName}>
          <span className={classes.kind}>{words.kinds[node.kind]}</span>
          <span>{stepName(node)}</span>
        </span>
        {steps.length > 1 && <span className="dim">{strings.times(steps.length)}</span>}
        {last ? <State of={stepLabel(last)} /> : <span className="dim">{strings.notReached}</span>}
      </button>
      {outlets.map(({ place, chain }) => {
        const name = outletName(node, place.outlet)
        return chain.rows.length === 0 ? null : (
          <div key={place.outlet} className={classes.inner}>
            <div className={classes.outlet}>{name}</div>
            <Chain chain={chain} label={`${stepName(node)}: ${name}`} shown={shown} />
          </div>
        )
      })}
    </li>
  )
}
