import type { AnyAction, Scope } from './actions/action.ts'
import { isRole } from './actions/caller.ts'
import { declared } from './declared.ts'
import { type ErrorDefinition, transportErrors } from './errors.ts'
import type { AnyEvent } from './events/event.ts'
import type { AnyReaction } from './events/reaction.ts'
import type { HeldWork } from './held.ts'
import type { Routes } from './http/routes.ts'
import type { AnyInboundWebhook } from './inbound/inbound-webhook.ts'
import type { AnyJob } from './jobs/job.ts'
import type { Area, Module } from './module.ts'
import type { Retention } from './retention.ts'
import { type AnyContribution, type AnyMoment, makeWithin, type Within } from './within.ts'

/** A module, and where it stands. */
export interface PlacedModule extends Module {
  /** Its folder: `crm/deals`. */
  readonly path: string
}

/** The whole product, as all surfaces derive from it. */
export interface Catalogue {
  /** In the order in which they may import each other. */
  readonly modules: readonly PlacedModule[]
  readonly actions: readonly AnyAction[]
  readonly jobs: readonly AnyJob[]
  readonly inbound: readonly AnyInboundWebhook[]
  /** Those of transport first. */
  readonly errors: ReadonlyMap<string, ErrorDefinition>
  readonly events: readonly AnyEvent[]
  readonly reactions: readonly AnyReaction[]
  readonly scopes: ReadonlyMap<Scope, string>
  readonly retention: readonly Retention[]
  readonly held: readonly HeldWork[]
  readonly routes: readonly Routes[]
  /** Which module may write a table. */
  readonly owners: ReadonlyMap<string, string>
  /** Runs what modules contribute to a moment. */
  readonly within: Within
}

/**
 * Assembles the catalogue. Throws once, listing everything inconsistent. `areas` are in import order;
 * `reading` is the order of the reference: leads before sign-in. `within`: for each moment at which
 * contributions write, their names in execution order.
 */
export const assemble = <Name extends string>(
  areas: Readonly<Record<Name, Area>>,
  {
    reading = [],
    within: orders = {},
  }: {
    readonly reading?: readonly NoInfer<Name>[]
    readonly within?: Readonly<Record<string, readonly string[]>>
  } = {},
): Catalogue => {
  const modules = Object.entries<Area>(areas).flatMap(([area, ofArea]) =>
    Object.entries(ofArea).map(([name, module]): PlacedModule => ({ ...module, path: `${area}/${name}` })),
  )
  const problems: string[] = []
  const placeOf = ({ path }: PlacedModule): number => reading.indexOf(path.split('/')[0] as Name)
  const asRead = modules.toSorted((one, other) => placeOf(one) - placeOf(other))

  /** What has one owner: says both where there are two. */
  const once = <Thing>(
    what: string,
    entriesOf: (module: PlacedModule) => readonly (readonly [string, Thing])[],
  ): Map<string, Thing> => {
    const owners = new Map<string, string>()
    const found = new Map<string, Thing>()
    for (const module of asRead)
      for (const [key, thing] of entriesOf(module)) {
        const other = owners.get(key)
        if (other !== undefined) problems.push(`the ${what} ${key} is declared by both ${other} and ${module.path}`)
        owners.set(key, module.path)
        found.set(key, thing)
      }
    return found
  }
  const named = <Thing extends { readonly name: string }>(things: readonly Thing[] = []) =>
    things.map((thing) => [thing.name, thing] as const)

  const actions = once('action', (module) => named(module.actions))
  const jobs = once('job', (module) => named(module.jobs))
  const inbound = once('inbound webhook', (module) => named(module.inbound))
  const scopes = once('scope', (module) => Object.entries(module.scopes ?? {}))
  const events = once('event', (module) =>
    (module.events ?? []).flatMap((some) => Object.values(some).map((event) => [event.type, event] as const)),
  )
  const notices = once('notice', (module) => Object.entries(module.notices ?? {}))
  const routes = once('routes', (module) => named(module.routes))
  const retention = once('retention', (module) => named(module.retention))
  const held = once('held work', (module) => named(module.held))
  const reactions = once('reaction', (module) => named(module.reactions))
  const own = once('error', (module) => Object.entries(module.errors ?? {}))
  const moments = once('moment', (module) => named(module.moments))
  once('contribution', (module) => named(module.within))
  const tables = once('table', (module) => module.owns.map((table) => [table, module.path] as const))
  const errors = new Map<string, ErrorDefinition>([...Object.entries(transportErrors), ...own])

  problems.push(
    ...Object.keys(transportErrors).flatMap((code) => (own.has(code) ? `the error ${code} belongs to the transports` : [])),
    ...[...actions.values()].flatMap((action) => problemsOfAction(action, { scopes, errors })),
    ...[...reactions.values()].flatMap((reaction) => problemsOfReaction(reaction, { jobs, events })),
    ...problemsOfHeld([...held.values()], jobs),
    ...[...scopes.keys()].flatMap((scope) =>
      [...actions.values()].some((action) => action.scope === scope || action.who === `key:${scope}`)
        ? []
        : `no action requires the scope ${scope}`,
    ),
  )
  const { contributions, problems: ofMoments } = orderContributions(modules, moments, orders)
  problems.push(...ofMoments)
  if (problems.length > 0) throw new Error(`The catalogue is inconsistent:\n${problems.join('\n')}`)

  for (const [scope, words] of scopes) declared.scopes.set(scope, words)
  for (const [kind, notice] of notices) declared.notices.set(kind, notice)
  for (const [code, error] of errors) declared.errors.set(code, error)
  for (const [name, work] of held) declared.held.set(name, work)

  return {
    modules,
    actions: [...actions.values()],
    jobs: [...jobs.values()],
    inbound: [...inbound.values()],
    errors,
    events: [...events.values()],
    reactions: [...reactions.values()],
    retention: [...retention.values()],
    held: [...held.values()],
    routes: [...routes.values()],
    scopes: scopes as ReadonlyMap<Scope, string>,
    owners: tables,
    within: makeWithin(contributions),
  }
}

const problemsOfAction = (
  action: AnyAction,
  { scopes, errors }: { scopes: ReadonlyMap<string, string>; errors: ReadonlyMap<string, ErrorDefinition> },
): string[] => {
  const { name, scope, errors: listed } = action
  return [
    ...(scope !== undefined && !scopes.has(scope) ? [`${name} requires the scope ${scope}, which no module declares`] : []),
    ...listed.flatMap((error) =>
      errors.get(error.code) === error ? [] : `${name} lists the error ${error.code}, which no module declares`,
    ),
    ...problemsOfWorkflowCalls(action),
  ]
}

/** A workflow has a role and a scope's rights, and neither a person, a cookie, nor eyes on an answer that is still written. */
const problemsOfWorkflowCalls = ({ name, who, scope, transports, streams }: AnyAction): string[] => {
  if (!transports.includes('workflow')) return []
  const problems = [
    ...(isRole(who) ? [] : [`is for ${who}`]),
    ...(isRole(who) && scope === undefined ? ['has no scope, so that it counts on a person'] : []),
    ...(transports.includes('download') ? ['answers a file'] : []),
    ...(streams ? ['streams its answer'] : []),
  ]
  return problems.map((problem) => `${name} is open to workflows, but ${problem}`)
}

const problemsOfReaction = (
  { name, on }: AnyReaction,
  { jobs, events }: { jobs: ReadonlyMap<string, AnyJob>; events: ReadonlyMap<string, AnyEvent> },
): string[] => [
  // Background work names both.
  ...(jobs.has(name) ? [`${name} is both a job and a reaction`] : []),
  ...(on === 'public' ? [] : on).flatMap((event) =>
    events.get(event.type) === event ? [] : `${name} follows ${event.type}, which no module declares`,
  ),
]

/** A job is held once, and with its kind. */
const problemsOfHeld = (held: readonly HeldWork[], jobs: ReadonlyMap<string, AnyJob>): string[] => {
  const holders = new Map<string, string>()
  return held.flatMap(({ name, jobs: ofWork = [], rows }) =>
    [...ofWork, ...(rows?.job ? [rows.job] : [])].flatMap((job) => {
      const other = holders.get(job.name)
      holders.set(job.name, name)
      if (other !== undefined) return `${other} and ${name} both hold the job ${job.name}`
      return jobs.has(job.name) ? [] : `${name} holds the job ${job.name}, which no module declares`
    }),
  )
}

/** What modules contribute to each moment, in the order in which it is done. */
const orderContributions = (
  modules: readonly PlacedModule[],
  moments: ReadonlyMap<string, AnyMoment>,
  orders: Readonly<Record<string, readonly string[]>>,
): { contributions: ReadonlyMap<string, readonly AnyContribution[]>; problems: readonly string[] } => {
  const problems: string[] = []
  const contributions = new Map<string, readonly AnyContribution[]>()
  const given = modules.flatMap(({ within = [] }) => within)
  for (const { name, to } of given)
    if (moments.get(to.name) !== to) problems.push(`${name} contributes to the moment ${to.name}, which no module declares`)
  for (const name of Object.keys(orders))
    if (moments.get(name)?.order !== 'listed') problems.push(`there is an order for ${name}, which is not an ordered moment`)
  for (const moment of moments.values()) {
    const theirs = given.filter(({ to }) => to === moment)
    const listed = moment.order === 'listed' ? (orders[moment.name] ?? []) : theirs.map(({ name }) => name)
    const ordered = listed.flatMap((name) => theirs.find((each) => each.name === name) ?? [])
    if (ordered.length !== listed.length || ordered.length !== theirs.length)
      problems.push(
        `the order of ${moment.name} is [${listed.join(', ')}], but modules contribute [${theirs.map(({ name }) => name).join(', ')}]`,
      )
    contributions.set(moment.name, ordered)
  }
  return { contributions, problems }
}
