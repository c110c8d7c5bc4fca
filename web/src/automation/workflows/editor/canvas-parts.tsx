import {
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  type Node as FlowNode,
  getSmoothStepPath,
  Handle,
  type NodeProps,
  Position,
} from '@xyflow/react'
import { createContext, memo, useContext } from 'react'
import { IconAlertTriangle, IconPlus } from '#icons'
import { State, type StateLabel } from '#web/ui/pill.tsx'
import type { Node, Place } from '../graph/graph.ts'
import { type Point, type Route, stepSize } from '../graph/layout.ts'
import { outletName, stepDetail, stepName } from '../step-names.ts'
import { strings } from '../strings.ts'
import classes from './canvas.module.css'

/** What the parts of a canvas can do. It is the same object while one types: they are not drawn again. */
export const CanvasActions = createContext<{ mayEdit: boolean; isEmpty: boolean; add: (place: Place) => void }>({
  mayEdit: false,
  isEmpty: false,
  add: () => {},
})

export type StepData = { node: Node; hasTrouble: boolean; mark: StateLabel | undefined; exits: readonly string[] }
export type BodyData = { label: string; place: Place }
type OutletData = { place: Place; label: string; route: Route | undefined }

/** A step: what it is, what it is called, and its outlets at the foot, from which connections are drawn. */
export const StepNode = memo(
  ({ data: { node, hasTrouble, mark, exits }, selected, height }: NodeProps<FlowNode<StepData, 'step'>>) => {
    return (
      <div className={classes.step} data-kind={node.kind} data-selected={selected || undefined} style={{ height }}>
        <Handle type="target" position={Position.Top} className={classes.handle ?? ''} />
        <div className={classes.head} style={{ height: stepSize.height }}>
          <span className={classes.kind}>
            {strings.kinds[node.kind]}
            {hasTrouble && <IconAlertTriangle size={14} className={classes.trouble} aria-label={strings.troubles} />}
            {mark && <State of={mark} />}
          </span>
          <span className={classes.title}>{stepName(node)}</span>
          {stepDetail(node) && <span className="hidden-visually">{stepDetail(node)}</span>}
        </div>
        {exits.map((outlet, n) => (
          <Handle
            key={outlet}
            id={outlet}
            type="source"
            position={Position.Bottom}
            className={classes.handle ?? ''}
            title={outletName(node, outlet)}
            style={{ insetInlineStart: outletAt(n, exits.length) }}
          />
        ))}
        <OpenEnds node={node} exits={exits} />
      </div>
    )
  },
)

/** Pixels between the buttons of two outlets. */
const chipGap = 4

/** Outlets share the width of their step, so that what stands at each has as much room as the others. */
const outletAt = (n: number, outlets: number): string => `${((n + 0.5) * 100) / outlets}%`

/** A button at each outlet that leads nowhere, for those whose end one sees at once. */
const OpenEnds = ({ node, exits }: Pick<StepData, 'node' | 'exits'>) => {
  const { mayEdit, add } = useContext(CanvasActions)
  if (!mayEdit) return null
  return exits.map((outlet, n) =>
    node.next[outlet] !== undefined || outlet === 'error' ? null : (
      <button
        key={outlet}
        type="button"
        className={`${classes.add} nopan nodrag`}
        style={{ insetInlineStart: outletAt(n, exits.length), maxWidth: stepSize.width / exits.length - chipGap }}
        title={exits.length > 1 ? outletName(node, outlet) : undefined}
        aria-label={`${strings.addHere} ${strings.addUnder(outletName(node, outlet), stepName(node))}`}
        onClick={(event) => {
          event.stopPropagation()
          add({ from: node.id, outlet })
        }}
      >
        <IconPlus size={12} aria-hidden />
        {exits.length > 1 && <span>{outletName(node, outlet)}</span>}
      </button>
    ),
  )
}

/** The box of a body, with the way to its first step. */
export const BodyNode = memo(({ data: { label, place }, height }: NodeProps<FlowNode<BodyData, 'body'>>) => {
  const { mayEdit, add } = useContext(CanvasActions)
  return (
    <div className={classes.body} style={{ height }}>
      <span>{label}</span>
      {mayEdit && (
        <button type="button" className="nopan nodrag" aria-label={`${strings.addHere}: ${label}`} onClick={() => add(place)}>
          <IconPlus size={12} aria-hidden />
        </button>
      )}
    </div>
  )
})

export const StartNode = memo(({ data: { text }, selected }: NodeProps<FlowNode<{ text: string }, 'start'>>) => {
  const { mayEdit, isEmpty, add } = useContext(CanvasActions)
  return (
    <div className={classes.start} data-selected={selected || undefined} style={{ height: stepSize.height }}>
      <div className={classes.head} style={{ height: stepSize.height }}>
        <span className={classes.kind}>{strings.start}</span>
        <span className={classes.title}>{text}</span>
      </div>
      <Handle type="source" position={Position.Bottom} className={classes.handle ?? ''} />
      {mayEdit && isEmpty && (
        <button
          type="button"
          className={`${classes.add} nopan nodrag`}
          style={{ insetInlineStart: '50%' }}
          aria-label={strings.addFirst}
          onClick={(event) => {
            event.stopPropagation()
            add({ from: null, outlet: 'first' })
          }}
        >
          <IconPlus size={12} aria-hidden />
        </button>
      )}
    </div>
  )
})

/** A connection with its outlet's name, and a button that puts a step into it. */
export const OutletEdge = memo((edge: EdgeProps<Edge<OutletData, 'outlet'>>) => {
  const { mayEdit, add } = useContext(CanvasActions)
  const { data } = edge
  const [plain, midX, midY] = getSmoothStepPath({ ...edge, borderRadius: 10 })
  const path = data?.route ? pathAlong(edge, data.route) : plain
  const { x, y } = data?.route?.label ?? { x: midX, y: midY }
  return (
    <>
      <BaseEdge id={edge.id} path={path} className={classes.edge ?? ''} />
      {data && (
        <EdgeLabelRenderer>
          <div
            className={`${classes.edgeLabel} nopan`}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            {data.label && <span>{data.label}</span>}
            {mayEdit && (
              <button type="button" aria-label={`${strings.addHere} ${data.label}`.trim()} onClick={() => add(data.place)}>
                <IconPlus size={12} aria-hidden />
              </button>
            )}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
})

interface Ends {
  readonly sourceX: number
  readonly sourceY: number
  readonly targetX: number
  readonly targetY: number
}

/** From outlet to step along a route, in curves through the middles between its points. */
const pathAlong = ({ sourceX, sourceY, targetX, targetY }: Ends, { points }: Route): string => {
  const end: Point = { x: targetX, y: targetY }
  const via = [{ x: sourceX, y: sourceY + 12 }, ...points.slice(1, -1), { x: targetX, y: targetY - 12 }]
  const curves = via.slice(0, -1).map((point, n) => {
    const next = via[n + 1] ?? end
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`
  })
  const last = via.at(-1) ?? end
  return `M${sourceX} ${sourceY}${curves.join('')}Q${last.x} ${last.y} ${end.x} ${end.y}`
}
