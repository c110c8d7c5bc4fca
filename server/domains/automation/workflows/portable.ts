import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Definition } from './definition.ts'
import { mapping, placeholderIn, textsIn } from './placeholders.ts'

/*
 * A definition that means the same elsewhere: each id in it is the id of a record that only this workspace has. In its place stands what the
 * record is and how it is called, so that who imports it can choose.
 */

const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Headers that hold a credential: an older draft may have one. */
const secretHeader = /authorization|cookie|api[-_]?key|token|secret|password/i

/** Without an id of a record, and without a credential. */
export const portable = async (db: Db, orgId: string, definition: Definition): Promise<Definition> => {
  const open = withoutSecrets(definition)
  const ids = new Set([...textsIn(open)].flatMap(({ text }) => text.match(idPattern) ?? []).map((id) => id.toLowerCase()))
  const names = await namesOf(db, orgId, [...ids])
  return replaced(open, (id) => names.get(id.toLowerCase()) ?? mapping('record', 'unknown'))
}

const replaced = <Part>(part: Part, nameOf: (id: string) => string): Part => {
  if (typeof part === 'string') return part.replaceAll(idPattern, nameOf) as Part
  if (Array.isArray(part)) return part.map((each) => replaced(each, nameOf)) as Part
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, member]) => [name.replaceAll(idPattern, nameOf), replaced(member, nameOf)]),
  ) as Part
}

const withoutSecrets = (definition: Definition): Definition => ({
  ...definition,
  nodes: definition.nodes.map((node) =>
    node.kind === 'http'
      ? {
          ...node,
          url: node.url.replace(/^(https?:\/\/)[^/?#]*@/, '$1'),
          headers: Object.fromEntries(
            Object.entries(node.headers).map(([name, value]) => [
              name,
              secretHeader.test(name) && !placeholderIn(value) ? mapping('secret', name) : value,
            ]),
          ),
        }
      : node,
  ),
})

interface Named {
  readonly id: string
  readonly kind: string
  readonly name: string
}

/** By id, what stands in its place. Of two records that are called alike the second one has a number. */
const namesOf = async (db: Db, orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Named>`
    with given as (select unnest(${ids}::uuid[]) as id)
    select given.id, found.kind, found.name from given cross join lateral (${known(orgId)}) found order by found.kind, found.name, given.id`.execute(
    db,
  )
  const byId = new Map(rows.map((row) => [row.id, row] as const))
  const used = new Map<string, number>()
  return new Map(
    ids.map((id) => {
      const { kind, name } = byId.get(id) ?? { kind: 'record', name: '' }
      const words = name === '' ? kind : name
      const times = (used.get(`${kind} ${words}`) ?? 0) + 1
      used.set(`${kind} ${words}`, times)
      return [id, mapping(kind, times === 1 ? words : `${words} (${times})`)] as const
    }),
  )
}

const known = (orgId: string): RawBuilder<unknown> => sql`
  select 'person' as kind, p.name from directory.people p join members m on m.id = p.id where m.org_id = ${orgId} and m.id = given.id
  union all select 'workflow', name from workflows where org_id = ${orgId} and id = given.id
  union all select 'connection', provider from connections where org_id = ${orgId} and id = given.id
  union all select 'pipeline', name from pipelines where org_id = ${orgId} and id = given.id
  union all select 'stage', name from stages where org_id = ${orgId} and id = given.id
  union all select 'template', name from templates where org_id = ${orgId} and id = given.id
  union all select 'event_type', name from event_types where org_id = ${orgId} and id = given.id`
