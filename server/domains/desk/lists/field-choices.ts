import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { listSources } from '#domains/crm/leads/leads.ts'
import type { Reading } from './conditions.ts'
import type { ListDefinition, ListField, Words } from './list-fields.ts'

export interface FieldChoice {
  readonly value: string
  readonly name: string
}

/** What a field offers to choose from; null where it offers nothing. */
export const choicesOf = async (
  db: Db,
  words: Words,
  { list, orgId }: Reading,
  field: ListField,
): Promise<FieldChoice[] | null> => {
  if (field.choices) return plain(field.choices)
  if (field.own) return field.own.options.length === 0 ? null : field.own.options.map(({ id, name }) => ({ value: id, name }))
  if (field.type === 'tags') return tagsOf(db, orgId)
  switch (`${list.kind} ${field.key}`) {
    case 'lead source':
      return plain(await listSources(db, orgId))
    case 'deal stage':
      return stagesOf(db, orgId)
    case 'delivery sender':
      return sendersOf(db, orgId)
    case 'webhook_delivery webhook':
      return webhooksOf(db, orgId)
    case 'webhook_delivery event':
      return plain(await distinctIn(db, list, orgId, field))
    case 'activity action':
      return (await distinctIn(db, list, orgId, field)).map((value) => ({ value, name: words.summaryOf(value) ?? value }))
    default:
      return null
  }
}

const plain = (values: readonly string[]): FieldChoice[] => values.map((value) => ({ value, name: value }))

const tagsOf = async (db: Db, orgId: string): Promise<FieldChoice[]> => {
  const tags = await db.selectFrom('tags').select(['id', 'name']).where('org_id', '=', orgId).orderBy('name_key').execute()
  return tags.map(({ id, name }) => ({ value: id, name }))
}

const stagesOf = async (db: Db, orgId: string): Promise<FieldChoice[]> => {
  const stages = await db
    .selectFrom('stages')
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .where('archived_at', 'is', null)
    .orderBy('pipeline_id')
    .orderBy('position')
    .execute()
  return stages.map(({ id, name }) => ({ value: id, name }))
}

const sendersOf = async (db: Db, orgId: string): Promise<FieldChoice[]> => {
  const { rows } = await sql<FieldChoice>`
    select id as value, concat(name, ' …', hint) as name from api_keys where org_id = ${orgId}
    union all select id, name from lead_sources where org_id = ${orgId} order by 2`.execute(db)
  return rows
}

const webhooksOf = async (db: Db, orgId: string): Promise<FieldChoice[]> => {
  const webhooks = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'description'])
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute()
  return webhooks.map(({ id, url, description }) => ({ value: id, name: description || url }))
}

/** Values that occur, from one to the next by the index of the field: as many look-ups as values. */
const distinctIn = async (db: Db, { table }: ListDefinition, orgId: string, { filter }: ListField): Promise<string[]> => {
  const by = filter?.by ?? sql`null::text`
  const { rows } = await sql<{ value: string }>`
    with recursive hop as (
      (select ${by} as value from ${table} r where r.org_id = ${orgId} order by ${by} limit 1)
      union all
      select (select ${by} from ${table} r where r.org_id = ${orgId} and ${by} > hop.value order by ${by} limit 1)
      from hop where hop.value is not null
    )
    select value from hop where value is not null limit 1000`.execute(db)
  return rows.map(({ value }) => value)
}
