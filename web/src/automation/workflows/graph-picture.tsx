import type { Definition, Node } from './graph/graph.ts'
import { type OutlineChain, outlineOf } from './graph/outline-rows.ts'
import { strings } from './strings.ts'
import classes from './workflows.module.css'

const [step, width, most] = [14, 64, 7]

/** A small drawing of a graph: its steps below each other, its branches side by side. Of a long one the beginning. */
export const GraphPicture = ({ definition }: { definition: Definition }) => {
  const places = placesOf(outlineOf(definition).main)
  const height = (Math.min(places.length, most) + 1) * step
  return (
    <svg
      className={classes.picture}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={strings.pictureOf(definition.nodes.length)}
    >
      <circle cx={8} cy={step / 2} r={3.5} data-start />
      {places.slice(0, most).map(({ node, depth }, n) => (
        <g key={node.id}>
          <path d={`M${8 + depth * 10} ${(n + 0.9) * step}v${step * 0.35}`} />
          <rect
            x={3 + depth * 10}
            y={(n + 1.2) * step}
            width={width - 8 - depth * 10}
            height={step * 0.6}
            rx={2.5}
            data-kind={node.kind}
          />
        </g>
      ))}
    </svg>
  )
}

const placesOf = ({ rows }: OutlineChain, depth = 0): { node: Node; depth: number }[] =>
  rows.flatMap(({ node, outlets }) => [
    { node, depth },
    ...outlets.flatMap(({ chain }) => placesOf(chain, Math.min(depth + 1, 3))),
  ])
