import type { AllowedTarget } from '#shapes/networks.ts'
import type { WorkflowCaps } from '#shapes/workflow-caps.ts'
import type { Trigger } from './definition.ts'
import type { JsonSchema } from './json-schemas.ts'

/** What a definition may refer to. */
export interface KnownParts {
  readonly actions: ReadonlyMap<string, KnownAction>
  readonly events: ReadonlyMap<string, KnownEvent>
  /** Those that it starts, and those that these start; archived ones are not among them. */
  readonly workflows: ReadonlyMap<string, KnownWorkflow>
  /** Members among the ids that it names, and its connections; null: they are not looked up. */
  readonly people: ReadonlySet<string> | null
  readonly connections: ReadonlySet<string> | null
  /** Where the credentials among them are sent, and nowhere else, by their ids. */
  readonly credentials?: ReadonlyMap<string, { readonly name: string; readonly origin: string }>
  /** Addresses of the mailboxes that a workflow can send from; none: they are not looked up. */
  readonly mailboxes?: ReadonlySet<string>
  /** What the operator allows beyond the public internet; null: addresses are not looked at. */
  readonly allowed: readonly AllowedTarget[] | null
  /** What the operator allows of workflows; the usual caps where it is not said. */
  readonly caps?: WorkflowCaps
  /** The workflow that is checked; null of one that is not stored. */
  readonly self: string | null
}

export interface KnownAction {
  readonly name: string
  readonly summary: string
  readonly description: string | null
  readonly effect: 'read' | 'write'
  /** The least role that may do it. */
  readonly least: string
  /** What leaves the house by it, in words. */
  readonly leaves: string | null
  /** Of each of these lists of fields one at least is given. */
  readonly needs_one_of: readonly (readonly string[])[]
  readonly input: JsonSchema
  readonly output: JsonSchema
}

export interface KnownEvent {
  readonly type: string
  readonly about: string
  /** Of `trigger.data`. */
  readonly data: JsonSchema
  /** Of `trigger.before` and `trigger.after`; null where it has none. */
  readonly changes: JsonSchema | null
}

export interface KnownWorkflow {
  readonly name: string
  /** Of the published version; null: none is. */
  readonly trigger: Trigger | null
  /** Ids of the workflows that it starts. */
  readonly starts: readonly string[]
}
