import type { DraftDefinition } from './draft-definitions.ts'
import type { Graph } from './graphs.ts'
import type { KnownParts } from './known-parts.ts'
import type { Trouble } from './trouble-lists.ts'

export const troublesOfExpressions = (_definition: DraftDefinition, _graph: Graph, _known: KnownParts): Trouble[] => []
