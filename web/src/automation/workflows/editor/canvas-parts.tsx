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
import { memo } from 'react'
import { IconAlertTriangle, IconPlus } from '#icons'
import { exitsOf, type Node, type Place } from '../graph/graph.ts'
import { stepSize } from '../graph/layout.ts'
import { outletName, stepDetail, stepName } from '../step-names.ts'
import { strings } from '../strings.ts'
import classes from './canvas.module.css'
import { useEditing } from './editing.ts'
import { useAdd } from './use-add.ts'

export type StepData = { node: Node; hasTrouble: boolean }
export type BodyData = { label: string; place: Place }
type OutletData = { place: Place; label: string }

/** A step: what it is, what it is called, and its outlets at the foot, from which connections are drawn. */
export const StepNode = memo(({ data: { node, hasTrouble }, selected, height }: NodeProps<FlowNode<StepData, 'step'>>) => {
  const exits = exitsOf(node)
  return (
    <div className={classes.step} data-kind={node.kind} data-selected={selected || undefined} style={{ height }}>
      <Handle type="target" position={Position.Top} className={classes.handle ?? ''} />
      <div className={classes.head} style={{ height: stepSize.height }}>
        <span className={classes.kind}>
          {strings.kinds[node.kind]}
          {hasTrouble && <IconAlertTriangle size={14} className={classes.trouble} aria-label={strings.troubles} />}
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
          style={{ left: `${((n + 1) * 100) / (exits.length + 1)}%` }}
        />
      ))}
      <OpenEnds node={node} />
    </div>
  )
})

/** A button at each outlet that leads nowhere, for those whose end one sees at once. */
const OpenEnds = ({ node }: { node: Node }) => {
  const { mayEdit } = useEditing()
  const add = useAdd()
  const exits = exitsOf(node)
  if (!mayEdit) return null
  return exits.map((outlet, n) =>
    node.next[outlet] !== undefined || outlet === 'error' ? null : (
      <button
        key={outlet}
        type="button"
        className={`${classes.add} nopan nodrag`}
        style={{ left: `${((n + 1) * 100) / (exits.length + 1)}%` }}
        aria-label={strings.addIn(outletName(node, outlet), stepName(node))}
        onClick={(event) => {
          event.stopPropagation()
          add.at({ from: node.id, outlet })
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
  const { mayEdit } = useEditing()
  const add = useAdd()
  return (
    <div className={classes.body} style={{ height }}>
      <span>{label}</span>
      {mayEdit && (
        <button type="button" className="nopan nodrag" aria-label={`${strings.addHere}: ${label}`} onClick={() => add.at(place)}>
          <IconPlus size={12} aria-hidden />
        </button>
      )}
    </div>
  )
})

export const StartNode = memo(({ data: { text }, selected }: NodeProps<FlowNode<{ text: string }, 'start'>>) => {
  const { definition, mayEdit } = useEditing()
  const add = useAdd()
  return (
    <div className={classes.start} data-selected={selected || undefined} style={{ height: stepSize.height }}>
      <div className={classes.head} style={{ height: stepSize.height }}>
        <span className={classes.kind}>{strings.start}</span>
        <span className={classes.title}>{text}</span>
      </div>
      <Handle type="source" position={Position.Bottom} className={classes.handle ?? ''} />
      {mayEdit && definition.first === null && (
        <button
          type="button"
          className={`${classes.add} nopan nodrag`}
          style={{ left: '50%' }}
          aria-label={strings.addFirst}
          onClick={(event) => {
            event.stopPropagation()
            add.at({ from: null, outlet: 'first' })
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
  const { mayEdit } = useEditing()
  const add = useAdd()
  const [path, x, y] = getSmoothStepPath({ ...edge, borderRadius: 10 })
  const { data } = edge
  return (
    <>
      <BaseEdge id={edge.id} path={path} className={classes.edge ?? ''} />
      {data && (
        <EdgeLabelRenderer>
          <div className={`${classes.edgeLabel} nopan`} style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}>
            {data.label && <span>{data.label}</span>}
            {mayEdit && (
              <button type="button" aria-label={`${strings.addHere} ${data.label}`.trim()} onClick={() => add.at(data.place)}>
                <IconPlus size={12} aria-hidden />
              </button>
            )}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
})
