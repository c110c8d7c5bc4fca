import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { troubleAt, troubleOnlyAt, useEditing } from '../editor/editing.ts'
import { type KnownValue, knownValues } from '../editor/known-values.ts'
import type { Node, NodeKind, NodeOf } from '../graph/graph.ts'
import { troubleText } from '../trouble-text.tsx'

/** The step whose fields are shown; null: those of the workflow itself. */
const Context = createContext<string | null>(null)
export const FieldsProvider = Context.Provider

/** What the fields of a kind of step are given. What is `about` one field is one step of undo. */
export interface KindProps<Kind extends NodeKind> {
  readonly node: NodeOf<Kind>
  onChange(next: Node, about: string): void
}

/** What is wrong at a field of the step, and in `only` at the field and not at a part of it. */
export const useTrouble = (field: string, only = false): ReactNode => {
  const node = useContext(Context)
  const { troubles } = useEditing()
  const message = (only ? troubleOnlyAt : troubleAt)(troubles, node, field)
  return message === undefined ? undefined : troubleText(message)
}

/** What an expression in these fields can name. */
export const useKnownValues = (): KnownValue[] => {
  const node = useContext(Context)
  const { definition, catalogue } = useEditing()
  return useMemo(() => knownValues(definition, node, catalogue), [definition, node, catalogue])
}
