import type { AnyAction, Scope } from './actions/action.ts'
import { type ErrorDefinition, transportErrors } from './errors.ts'
import type { AnyInboundWebhook } from './inbound/inbound-webhook.ts'
import type { AnyJob } from './jobs/job.ts'
import type { Area, Module } from './module.ts'

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
  readonly scopes: ReadonlyMap<Scope, string>
  /** Which module may write a table. */
  readonly owners: ReadonlyMap<string, string>
}

/** Puts the areas together. Throws once, with everything that does not fit. */
export const assemble = (areas: Readonly<Record<string, Area>>): Catalogue => {
  const modules = Object.entries(areas).flatMap(([area, ofArea]) =>
    Object.entries(ofArea).map(([name, module]): PlacedModule => ({ ...module, path: `${area}/${name}` })),
  )
  const problems: string[] = []

  /** What has one owner: says both where there are two. */
  const once = <Thing>(
    what: string,
    entriesOf: (module: Module) => readonly (readonly [string, Thing])[],
  ): Map<string, Thing> => {
    const owners = new Map<string, string>()
    const found = new Map<string, Thing>()
    for (const module of modules)
      for (const [key, thing] of entriesOf(module)) {
        const other = owners.get(key)
        if (other !== undefined) problems.push(`the ${what} ${key} is declared by ${other} and by ${module.path}`)
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
  const own = once('error', (module) => Object.entries(module.errors ?? {}))
  const tables = once('table', (module) => module.owns.map((table) => [table, null] as const))
  const errors = new Map<string, ErrorDefinition>([...Object.entries(transportErrors), ...own])

  for (const code of Object.keys(transportErrors)) if (own.has(code)) problems.push(`the error ${code} is transport's`)
  for (const { name, scope, errors: listed } of actions.values()) {
    if (scope !== undefined && !scopes.has(scope)) problems.push(`${name} wants the scope ${scope}, which no module declares`)
    for (const error of listed)
      if (errors.get(error.code) !== error) problems.push(`${name} lists the error ${error.code}, which no module declares`)
  }
  for (const scope of scopes.keys())
    if (![...actions.values()].some((action) => action.scope === scope || action.who === `key:${scope}`))
      problems.push(`no action honours the scope ${scope}`)
  if (problems.length > 0) throw new Error(`The catalogue does not fit together:\n${problems.join('\n')}`)

  return {
    modules,
    actions: [...actions.values()],
    jobs: [...jobs.values()],
    inbound: [...inbound.values()],
    errors,
    scopes: scopes as ReadonlyMap<Scope, string>,
    owners: new Map(
      [...tables.keys()].map((table) => [table, modules.find(({ owns }) => owns.includes(table))?.path ?? ''] as const),
    ),
  }
}
