import { createContext, useContext } from 'react'
import type { StateLabel } from '#web/ui/pill.tsx'
import type { Definition } from '../graph/graph.ts'
import type { Edited } from '../graph/graph-edits.ts'
import type { JsonSchema } from '../json-schemas.ts'

/** Something that keeps a workflow from being published, or that needs a look. */
export interface Trouble {
  /** The step; null of the workflow as a whole. */
  readonly node: string | null
  readonly field: string
  readonly message: string
  readonly level: 'error' | 'warning'
}

/** An action that a step may call. */
export interface StepAction {
  readonly name: string
  readonly summary: string
  readonly description: string | null
  readonly effect: 'read' | 'write'
  /** What leaves the workspace by it. */
  readonly leaves: string | null
  /** Of each of these lists of fields one at least is given. */
  readonly needs_one_of: readonly (readonly string[])[]
  readonly input: JsonSchema
  readonly output: JsonSchema
}

export interface StepEvent {
  readonly type: string
  readonly about: string
  /** Of `trigger.data`. */
  readonly data: JsonSchema
  /** Of `trigger.before` and `trigger.after`. */
  readonly changes: JsonSchema | null
}

/** A function of expressions. */
export interface StepFunction {
  readonly name: string
  readonly signature: string
  readonly summary: string
  readonly example: string
}

export interface StepCatalogue {
  readonly functions: readonly StepFunction[]
  readonly actions: readonly StepAction[]
  readonly events: readonly StepEvent[]
}

/** What is selected when it is no step: what starts the workflow, and its settings. */
export const startSelected = ''

/** The draft that is open in the editor, and what can be done to it. */
export interface Editing {
  readonly definition: Definition
  readonly mayEdit: boolean
  readonly catalogue: StepCatalogue
  readonly troubles: readonly Trouble[]
  /** The states of steps in a run, where one is looked at. */
  readonly marks?: ReadonlyMap<string, StateLabel>
  /** The id of a step, `startSelected`, or null. */
  readonly selected: string | null
  select(id: string | null): void
  /** Takes an edit, or says why it cannot be; whether it was taken. What is `about` the same field is one step of undo. */
  edit(edited: Edited, about?: string): boolean
  /** Changes something of the workflow itself. */
  change(part: Partial<Definition>, about: string): void
  /** Opens the choice of a step; `put` is given what was chosen. */
  chooseStep(put: (choice: ChosenStep) => void): void
}

export type ChosenStep = { readonly kind: Definition['nodes'][number]['kind']; readonly action?: string }

const Context = createContext<Editing | null>(null)
export const EditingProvider = Context.Provider

export const useEditing = (): Editing => {
  const editing = useContext(Context)
  if (!editing) throw new Error('an editor without its draft')
  return editing
}

/** What is said about a field of a step, or about a part of it. */
export const troubleAt = (troubles: readonly Trouble[], node: string | null, field: string): string | undefined =>
  troubles.find((trouble) => trouble.node === node && (trouble.field === field || trouble.field.startsWith(`${field}.`)))
    ?.message

/** The same of the field alone, where its parts say theirs. */
export const troubleOnlyAt = (troubles: readonly Trouble[], node: string | null, field: string): string | undefined =>
  troubles.find((trouble) => trouble.node === node && trouble.field === field)?.message
