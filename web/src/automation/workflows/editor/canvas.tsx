import '@xyflow/react/dist/base.css'
import {
  Background,
  type Connection,
  Controls,
  type Edge,
  type EdgeTypes,
  type Node as FlowNode,
  type NodeTypes,
  ReactFlow,
} from '@xyflow/react'
import { useMemo, useRef } from 'react'
import { bodiesOf, type Definition, exitsOf, type Node, outletsOf } from '../graph/graph.ts'
import { connect, remove } from '../graph/graph-edits.ts'
import { edgeId, type Layout, layoutKey, layoutOf, stepSize } from '../graph/layout.ts'
import { outletName } from '../step-names.ts'
import { strings } from '../strings.ts'
import { triggerOf } from '../trigger-text.ts'
import classes from './canvas.module.css'
import { type BodyData, BodyNode, OutletEdge, StartNode, type StepData, StepNode } from './canvas-parts.tsx'
import { startSelected, useEditing } from './editing.ts'

const nodeTypes: NodeTypes = { step: StepNode, body: BodyNode, start: StartNode }
const edgeTypes: EdgeTypes = { outlet: OutletEdge }
const startId = ' start'

/** The steps as a picture that is laid out anew with each change: nothing has a place of its own. */
export const Canvas = () => {
  const { definition, selected, select, edit, mayEdit, catalogue, troubles } = useEditing()
  const layout = useLayout(definition)
  const edges = useMemo(() => edgesFor(definition, layout), [definition, layout])
  const nodes = useMemo((): FlowNode[] => {
    const faulty = new Set(troubles.map(({ node }) => node))
    const start = {
      ...{
        id: startId,
        type: 'start',
        position: { x: layout.startX, y: -140 },
        width: stepSize.width,
        height: stepSize.height,
      },
      data: { text: triggerOf(definition.trigger, catalogue) },
      selected: selected === startSelected,
    }
    const known = new Map(definition.nodes.map((node) => [node.id, node]))
    const steps = layout.steps.flatMap(({ node: { id }, x, y, width, height, parent }): FlowNode[] => {
      const node = known.get(id)
      if (!node) return []
      const data: StepData = { node, hasTrouble: faulty.has(id), exits: exitsInOrder(node, layout) }
      return [
        {
          ...{ id, type: 'step', position: { x, y }, width, height, data, selected: selected === id },
          ...(parent !== null && { parentId: bodyId(parent) }),
          ariaLabel: `${strings.kinds[node.kind]}`,
        },
      ]
    })
    const bodies = layout.bodies.map(({ id, owner, outlet, x, y, width, height }): FlowNode => {
      const node = known.get(owner)
      const data: BodyData = { label: node ? outletName(node, outlet) : outlet, place: { from: owner, outlet } }
      return {
        ...{ id: bodyId(id), type: 'body', parentId: owner, position: { x, y }, width, height, data },
        ...{ selectable: false, focusable: false },
      }
    })
    return inOrder([start, ...steps, ...bodies])
  }, [layout, definition, selected, troubles, catalogue])
  return (
    <section className={classes.canvas} aria-label={strings.canvas}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        fitView
        fitViewOptions={{ maxZoom: 1, minZoom: 0.4, padding: 0.15 }}
        minZoom={0.1}
        maxZoom={1.5}
        onlyRenderVisibleElements
        nodesDraggable={false}
        nodesConnectable={mayEdit}
        edgesFocusable={false}
        deleteKeyCode={null}
        proOptions={{ hideAttribution: true }}
        onNodeClick={(_, { id }) => select(id === startId ? startSelected : id)}
        onPaneClick={() => select(null)}
        onSelectionChange={({ nodes: [only] }) =>
          only && only.id !== selected && select(only.id === startId ? startSelected : only.id)
        }
        onConnect={({ source, sourceHandle, target }: Connection) => {
          const place = source === startId ? { from: null, outlet: 'first' } : { from: source, outlet: sourceHandle ?? 'done' }
          edit(connect(definition, place, target))
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Delete' || !mayEdit || !selected) return
          edit(remove(definition, [selected]))
        }}
      >
        <Background gap={24} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </section>
  )
}

/** From left to right as their connections leave, so that these do not cross at once. */
const exitsInOrder = (node: Node, { routes }: Layout): string[] => {
  const xOf = (outlet: string): number => routes.get(edgeId(node.id, outlet))?.label.x ?? Number.POSITIVE_INFINITY
  return exitsOf(node).toSorted((one, other) => (xOf(one) === xOf(other) ? 0 : xOf(one) - xOf(other)))
}

/** Steps and their bodies may bear one name. */
const bodyId = (id: string): string => `body ${id}`

/** What holds others comes before them. */
const inOrder = (nodes: readonly FlowNode[]): FlowNode[] => {
  const known = new Map(nodes.map((node) => [node.id, node]))
  const depth = (node: FlowNode): number => {
    const parent = node.parentId === undefined ? undefined : known.get(node.parentId)
    return parent ? 1 + depth(parent) : 0
  }
  return nodes.toSorted((one, other) => depth(one) - depth(other))
}

/** Laid out again when steps or connections change, not with each letter that is typed. */
const useLayout = (definition: Definition): Layout & { startX: number } => {
  const kept = useRef<{ key: string; layout: Layout & { startX: number } } | null>(null)
  const key = layoutKey(definition)
  if (kept.current?.key !== key) {
    const layout = layoutOf(definition)
    const first = layout.steps.find(({ node }) => node.id === definition.first)
    kept.current = { key, layout: { ...layout, startX: first ? first.x + first.width / 2 - stepSize.width / 2 : 0 } }
  }
  return kept.current.layout
}

const edgesFor = (definition: Definition, { routes }: Layout): Edge[] => {
  const start: Edge[] =
    definition.first === null
      ? []
      : [
          {
            ...{ id: edgeId(null, 'first'), source: startId, target: definition.first, type: 'outlet' },
            data: { place: { from: null, outlet: 'first' }, label: '' },
          },
        ]
  const others = definition.nodes.flatMap((node) => {
    const bodies = bodiesOf(node)
    return outletsOf(node).flatMap((outlet): Edge[] => {
      const to = node.next[outlet]
      // What a body begins with stands at its top.
      if (to === undefined || bodies.includes(outlet)) return []
      const label = outlet === 'done' ? '' : outletName(node, outlet)
      return [
        {
          ...{ id: edgeId(node.id, outlet), source: node.id, sourceHandle: outlet, target: to, type: 'outlet' },
          data: { place: { from: node.id, outlet }, label, route: routes.get(edgeId(node.id, outlet)) },
        },
      ]
    })
  })
  return [...start, ...others]
}
