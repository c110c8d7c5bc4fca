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
  type ReactFlowInstance,
} from '@xyflow/react'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { StateLabel } from '#web/ui/pill.tsx'
import { firstView, startY } from '../graph/first-view.ts'
import { bodiesOf, type Definition, exitsOf, type Node, outletsOf, type Place } from '../graph/graph.ts'
import { connect, remove } from '../graph/graph-edits.ts'
import { edgeId, type Layout, layoutKey, layoutOf, type Placed, type PlacedBody, stepSize } from '../graph/layout.ts'
import { outletName } from '../step-names.ts'
import { strings } from '../strings.ts'
import { triggerOf } from '../trigger-text.ts'
import classes from './canvas.module.css'
import { type BodyData, BodyNode, CanvasActions, OutletEdge, StartNode, type StepData, StepNode } from './canvas-parts.tsx'
import { type StepCatalogue, startSelected, useEditing } from './editing.ts'
import { useAdd } from './use-add.ts'

const nodeTypes: NodeTypes = { step: StepNode, body: BodyNode, start: StartNode }
const edgeTypes: EdgeTypes = { outlet: OutletEdge }
const startId = ' start'
/** Of the button that shows all. */
const wholeView = { maxZoom: 1, minZoom: 0.1, padding: 0.15 } as const

/** The steps as a picture that is laid out anew with each change: nothing has a place of its own. */
export const Canvas = () => {
  const { definition, selected, select, edit, mayEdit } = useEditing()
  const layout = useLayout(definition)
  const edges = useEdges(definition, layout)
  const nodes = useNodes(layout)
  const { at } = useAdd()
  const newest = useRef(at)
  useEffect(() => {
    newest.current = at
  })
  const { frame, onInit } = useFirstView(layout)
  const isEmpty = definition.first === null
  const actions = useMemo(() => ({ mayEdit, isEmpty, add: (place: Place) => newest.current(place) }), [mayEdit, isEmpty])
  return (
    // Places are counted from the left, whichever way the language runs.
    <section ref={frame} className={classes.canvas} aria-label={strings.canvas} dir="ltr">
      <CanvasActions value={actions}>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          minZoom={0.1}
          maxZoom={1.5}
          onlyRenderVisibleElements
          nodesDraggable={false}
          nodesConnectable={mayEdit}
          edgesFocusable={false}
          deleteKeyCode={null}
          proOptions={{ hideAttribution: true }}
          onInit={onInit}
          onNodeClick={(_, { id }) => select(id === startId ? startSelected : id)}
          onPaneClick={() => select(null)}
          onSelectionChange={({ nodes: [only] }) =>
            only && only.id !== selected && select(only.id === startId ? startSelected : only.id)
          }
          onConnect={({ source, sourceHandle, target }: Connection) => {
            const place =
              source === startId ? { from: null, outlet: 'first' } : { from: source, outlet: sourceHandle ?? 'done' }
            edit(connect(definition, place, target))
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Delete' || !mayEdit || !selected) return
            edit(remove(definition, [selected]))
          }}
        >
          <Background gap={24} />
          <Controls showInteractive={false} fitViewOptions={wholeView} />
        </ReactFlow>
      </CanvasActions>
    </section>
  )
}

/** Shows the picture as it is seen at first, and again when the canvas has another width: a phone was turned, a panel opened. */
const useFirstView = (layout: Drawn) => {
  const frame = useRef<HTMLElement>(null)
  const flow = useRef<ReactFlowInstance | null>(null)
  const shownWidth = useRef(0)
  const show = useEffectEvent((): void => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {}
    if (!flow.current || width === 0 || width === shownWidth.current) return
    shownWidth.current = width
    void flow.current.setViewport(firstView(layout, { width, height }))
  })
  useEffect(() => {
    if (!frame.current) return
    const watched = new ResizeObserver(() => show())
    watched.observe(frame.current)
    return () => watched.disconnect()
  }, [])
  const onInit = (made: ReactFlowInstance): void => {
    flow.current = made
    const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {}
    shownWidth.current = width
    void made.setViewport(firstView(layout, { width, height }))
  }
  return { frame, onInit }
}

/** What is drawn. A step that has not changed is the same object: it is not drawn again while another one is typed in. */
const useNodes = (layout: Drawn): FlowNode[] => {
  const { definition, selected, catalogue, troubles, marks } = useEditing()
  const kept = useRef(new Map<string, { of: readonly unknown[]; made: FlowNode }>())
  return useMemo((): FlowNode[] => {
    const same = (id: string, of: readonly unknown[], make: () => FlowNode): FlowNode => {
      const known = kept.current.get(id)
      if (known?.of.every((each, n) => each === of[n])) return known.made
      const made = make()
      kept.current.set(id, { of, made })
      return made
    }
    const faulty = new Set(troubles.map(({ node }) => node))
    const known = new Map(definition.nodes.map((node) => [node.id, node]))
    const steps = layout.steps.flatMap((placed): FlowNode[] => {
      const { id } = placed.node
      const node = known.get(id)
      if (!node) return []
      const [hasTrouble, isSelected, mark] = [faulty.has(id), selected === id, marks?.get(id)]
      const of = [node, placed, hasTrouble, isSelected, mark?.label]
      return [same(id, of, () => stepNode(node, placed, layout, { hasTrouble, isSelected, mark }))]
    })
    const bodies = layout.bodies.map((body) => {
      const owner = known.get(body.owner)
      const label = owner ? outletName(owner, body.outlet) : body.outlet
      return same(bodyId(body.id), [body, label], () => bodyNode(body, label))
    })
    return inOrder([startNode(definition, layout, catalogue, selected === startSelected), ...steps, ...bodies])
  }, [layout, definition, selected, troubles, catalogue, marks])
}

const startNode = (definition: Definition, { startX }: Drawn, catalogue: StepCatalogue, selected: boolean): FlowNode => ({
  ...{ id: startId, type: 'start', position: { x: startX, y: startY }, width: stepSize.width, height: stepSize.height },
  ...{ data: { text: triggerOf(definition.trigger, catalogue) }, selected },
})

const stepNode = (
  node: Node,
  { x, y, width, height, parent }: Placed,
  layout: Drawn,
  { hasTrouble, isSelected, mark }: { hasTrouble: boolean; isSelected: boolean; mark: StateLabel | undefined },
): FlowNode => {
  const data: StepData = { node, hasTrouble, mark, exits: exitsInOrder(node, layout) }
  return {
    ...{ id: node.id, type: 'step', position: { x, y }, width, height, data, selected: isSelected },
    ...(parent !== null && { parentId: bodyId(parent) }),
  }
}

const bodyNode = ({ id, owner, outlet, x, y, width, height }: PlacedBody, label: string): FlowNode => {
  const data: BodyData = { label, place: { from: owner, outlet } }
  return {
    ...{ id: bodyId(id), type: 'body', parentId: owner, position: { x, y }, width, height, data },
    ...{ selectable: false, focusable: false },
  }
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
type Drawn = Layout & { readonly startX: number }

const useLayout = (definition: Definition): Drawn => {
  const kept = useRef<{ key: string; layout: Drawn } | null>(null)
  const key = layoutKey(definition)
  if (kept.current?.key !== key) {
    const layout = layoutOf(definition)
    const first = layout.steps.find(({ node }) => node.id === definition.first)
    kept.current = { key, layout: { ...layout, startX: first ? first.x + first.width / 2 - stepSize.width / 2 : 0 } }
  }
  return kept.current.layout
}

/** Connections change with the layout and with the names of outlets. */
const useEdges = (definition: Definition, layout: Layout): Edge[] => {
  const names = JSON.stringify(definition.nodes.map((node) => outletsOf(node).map((outlet) => outletName(node, outlet))))
  const kept = useRef<{ names: string; layout: Layout; edges: Edge[] } | null>(null)
  if (kept.current?.names !== names || kept.current.layout !== layout)
    kept.current = { names, layout, edges: edgesFor(definition, layout) }
  return kept.current.edges
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
