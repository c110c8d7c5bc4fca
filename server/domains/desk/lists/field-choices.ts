import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { listSources } from '#domains/crm/leads/leads.ts'
import type { Reading } from './conditions.ts'
import type { ListDefinition, ListField, Words } from './list-fields.ts'

export interface FieldChoice {
  readonly value: string
  readonly name: string
  /** It is chosen no longer; records may still have it, and filters name it. */
  readonly isArchived?: boolean
}

/** What a field offers to choose from; null where it offers nothing. */
export const choicesOf = async (
  db: Db,
  words: Words,
  { list, orgId }: Reading,
  field: ListField,
): Promise<FieldChoice[] | null> => {
  if (field.choices) return plain(field.choices)
  if (field.own)
    return field.own.options.length === 0
      ? null
      : field.own.options.map(({ id, name, isArchived }) => ({ value: id, name, isArchived }))
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

/** Two pipelines may each have one that is called Won: where there are several, a stage is named with its own. */
const stagesOf = async (db: Db, orgId: string): Promise<FieldChoice[]> => {
  const { rows } = await sql<{ id: string; name: string; pipeline_id: string; pipeline: string; is_archived: boolean }>`
    select s.id, s.name, s.pipeline_id, p.name as pipeline, s.archived_at is not null as is_archived
    from stages s join pipelines p on p.org_id = s.org_id and p.id = s.pipeline_id
    where s.org_id = ${orgId}
    order by is_archived, p.is_default desc, p.id, s.position, s.id`.execute(db)
  const isOne = new Set(rows.map(({ pipeline_id }) => pipeline_id)).size < 2
  return rows.map(({ id, name, pipeline, is_archived }) => ({
    value: id,
    name: isOne ? name : `${pipeline} · ${name}`,
    isArchived: is_archived,
  }))
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
