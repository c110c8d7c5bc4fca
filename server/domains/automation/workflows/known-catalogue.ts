import { sql } from 'kysely'
import { z } from 'zod'
import type { AnyAction } from '#core/actions/action.ts'
import { workflowActions } from '#core/actions/workflow-actions.ts'
import type { Db } from '#core/context.ts'
import { type PublicEvent, publicEvents } from '#core/events/public-events.ts'
import { isId } from '#core/ids.ts'
import { highestCaps } from '#shapes/workflow-caps.ts'
import { Trigger } from './definition.ts'
import type { DraftDefinition } from './draft-definitions.ts'
import { findCredentials } from './http-credentials.ts'
import type { JsonSchema } from './json-schemas.ts'
import type { KnownAction, KnownEvent, KnownParts, KnownWorkflow } from './known-parts.ts'
import { textsIn } from './placeholders.ts'

/** Schemas are made once, when they are first asked for: the catalogue does not change while the process lives. */
let catalogue: Pick<KnownParts, 'actions' | 'events'> | undefined

export const knownCatalogue = (): Pick<KnownParts, 'actions' | 'events'> => {
  catalogue ??= {
    actions: new Map([...workflowActions()].map(([name, action]) => [name, knownAction(action)] as const)),
    events: new Map(publicEvents().map((event) => [event.type, knownEvent(event)] as const)),
  }
  return catalogue
}

const schemaOf = (shape: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
  return withoutPatterns(schema) as JsonSchema
}

/** A format says it too: those of ids and times alone would be half of what is sent. */
const withoutPatterns = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(withoutPatterns)
  if (typeof part !== 'object' || part === null) return part
  const { pattern, ...rest } = part as JsonSchema
  const kept = typeof pattern === 'string' && typeof rest.format === 'string' ? rest : part
  return Object.fromEntries(Object.entries(kept).map(([name, member]) => [name, withoutPatterns(member)]))
}

const knownAction = (action: AnyAction): KnownAction => ({
  name: action.name,
  summary: action.summary,
  description: action.description ?? null,
  effect: action.effect,
  least: action.who,
  leaves: action.leaves ?? null,
  needs_one_of: action.needsOneOf ?? [],
  input: withoutSeen(schemaOf(action.input, 'input')),
  output: schemaOf(action.output, 'output'),
})

/** What a person saw before they changed it is no matter of a step. */
const withoutSeen = (input: JsonSchema): JsonSchema => {
  const { was: _, ...properties } = input.properties ?? {}
  return input.properties === undefined ? input : { ...input, properties }
}

const knownEvent = ({ type, about, facts, webhook }: PublicEvent): KnownEvent => {
  const { properties } = schemaOf(facts, 'output')
  return {
    type,
    about,
    data: schemaOf(webhook.body, 'output'),
    changes: properties?.after && properties.before ? properties.after : null,
  }
}

/** One more than workflows may start each other shows that there are too many. */
const mostLevels = highestCaps.depth + 1

/** With the workflows that a definition starts, and those that these start. */
export const knownPartsOf = async (
  db: Db,
  orgId: string,
  { self, definition }: { readonly self: string | null; readonly definition: DraftDefinition },
): Promise<Omit<KnownParts, 'allowed' | 'caps'>> => {
  const workflows = new Map<string, KnownWorkflow>()
  let wanted = definition.nodes.flatMap(({ kind, workflow }) =>
    kind === 'workflow' && typeof workflow === 'string' ? workflow : [],
  )
  for (let level = 0; level < mostLevels; level++) {
    const ids = [...new Set(wanted)].filter((id) => isId(id) && !workflows.has(id))
    if (ids.length === 0) break
    const { rows } = await sql<{ id: string; name: string; trigger: unknown; starts: string[] | null }>`
      select w.id, w.name, v.definition -> 'trigger' as trigger,
        (select array_agg(n ->> 'workflow') from jsonb_array_elements(v.definition -> 'nodes') n where n ->> 'kind' = 'workflow') as starts
      from workflows w
      left join workflow_versions v on v.org_id = w.org_id and v.workflow_id = w.id and v.version = w.published_version
      where w.org_id = ${orgId} and w.id = any(${ids}::uuid[]) and w.archived_at is null`.execute(db)
    for (const { id, name, trigger, starts } of rows)
      workflows.set(id, { name, trigger: Trigger.safeParse(trigger).data ?? null, starts: starts ?? [] })
    wanted = rows.flatMap(({ starts }) => starts ?? [])
  }
  const named = [...new Set([...textsIn(definition)].flatMap(({ text }) => (isId(text) ? text : [])))]
  return {
    ...knownCatalogue(),
    workflows,
    ...(await findNamed(db, orgId, named)),
    mailboxes: await findSenders(db, orgId),
    self,
  }
}

/** A workflow sends from the mailboxes of the team alone (`findUsableMailbox`). */
const findSenders = async (db: Db, orgId: string): Promise<ReadonlySet<string>> => {
  const rows = await db.selectFrom('mailboxes').select('email').where('org_id', '=', orgId).where('kind', '=', 'team').execute()
  return new Set(rows.map(({ email }) => email.toLowerCase()))
}

const findNamed = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Pick<KnownParts, 'people' | 'connections' | 'credentials'>> => {
  if (ids.length === 0) return { people: new Set(), connections: new Set() }
  const people = await db
    .selectFrom('members')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .execute()
  const credentials = (await findCredentials(db, orgId)).filter(({ id }) => ids.includes(id))
  // Those that requests can be sent with: by consent, of the workspace.
  const consents = await db
    .selectFrom('connections')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .where('kind', '=', 'oauth')
    .where('owner_id', 'is', null)
    .where('status', '<>', 'disconnected')
    .execute()
  return {
    people: new Set(people.map(({ id }) => id)),
    connections: new Set([...consents, ...credentials].map(({ id }) => id)),
    credentials: new Map(credentials.map(({ id, name, origin }) => [id, { name, origin }])),
  }
}
