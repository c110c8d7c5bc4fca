import type { DraftDefinition } from './draft-definitions.ts'
import type { PlacedNode } from './graphs.ts'
import type { KnownParts } from './known-parts.ts'
import type { Trouble } from './trouble-lists.ts'

export const troublesOfTrigger = (_definition: DraftDefinition, _known: KnownParts): Trouble[] => []
export const troublesOfNode = (_placed: PlacedNode, _known: KnownParts): Trouble[] => []
