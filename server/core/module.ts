import type { AnyAction, Scope } from './actions/action.ts'
import type { NoticeDefinition } from './declared.ts'
import type { ErrorDefinition } from './errors.ts'
import type { Events } from './events/event.ts'
import type { AnyReaction } from './events/reaction.ts'
import type { HeldWork } from './held.ts'
import type { Routes } from './http/routes.ts'
import type { AnyInboundWebhook } from './inbound/inbound-webhook.ts'
import type { AnyJob } from './jobs/job.ts'
import type { Retention } from './retention.ts'
import type { AnyContribution, AnyMoment } from './within.ts'

/** All that a module adds to the product. What is derived from it: `catalogue.ts` beside this file. */
export interface Module {
  /** As a reader of the reference meets it. */
  readonly title: string
  readonly actions?: readonly AnyAction[]
  readonly jobs?: readonly AnyJob[]
  /** What providers tell us. */
  readonly inbound?: readonly AnyInboundWebhook[]
  /** Addresses of its own that are no actions: pages for people without an account, bytes, streams. */
  readonly routes?: readonly Routes[]
  readonly errors?: Readonly<Record<string, ErrorDefinition>>
  /** What can happen here. */
  readonly events?: readonly Events[]
  /** What it does when something happened, here or in modules below it. */
  readonly reactions?: readonly AnyReaction[]
  /** What an API key can be allowed to do here, as Settings offers it. */
  readonly scopes?: Readonly<Record<Scope, string>>
  /** Points in its work at which modules above it join in. */
  readonly moments?: readonly AnyMoment[]
  /** What it does at moments of modules below it. */
  readonly within?: readonly AnyContribution[]
  /** What people are told of without having asked. */
  readonly notices?: Readonly<Record<string, NoticeDefinition>>
  /** How long it keeps what grows without end. */
  readonly retention?: readonly Retention[]
  /** What of it reaches outside, and is held after a restore. */
  readonly held?: readonly HeldWork[]
  /** Only this module writes these tables (`test/architecture`). */
  readonly owns: readonly string[]
}

/** A module is checked once, here: kept with all that its actions take and give, the catalogue would compare each of them again. */
export const module = (definition: Module): Module => definition

/** Modules that belong together; each imports only from those before it, and from the areas before this one. */
export type Area = Readonly<Record<string, Module>>
