import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { ListFieldType } from './filters.ts'
import type { ListDefinition, ListField, OwnField } from './list-fields.ts'

const columns: Readonly<Record<string, { type: ListFieldType; column: OwnField['column'] }>> = {
  text: { type: 'text', column: 'text_value' },
  link: { type: 'link', column: 'text_value' },
  number: { type: 'number', column: 'number_value' },
  money: { type: 'money', column: 'number_value' },
  date: { type: 'day', column: 'date_value' },
  choice: { type: 'choice', column: 'id_value' },
  choices: { type: 'choices', column: 'id_value' },
  person: { type: 'person', column: 'id_value' },
  tick: { type: 'tick', column: 'number_value' },
}

const Options = z.object({
  choices: z
    .array(z.object({ id: z.string(), name: z.string(), is_archived: z.boolean().catch(false) }))
    .optional()
    .catch(undefined),
  currency: z.string().optional().catch(undefined),
})

/** The key of a field of the workspace's own in lists. */
export const ownKey = (key: string): string => `field.${key}`

/** Fields of the workspace's own as columns of a list, in their order. */
export const ownFieldsOf = async (db: Db, orgId: string, { record }: ListDefinition): Promise<ListField[]> => {
  if (record === null) return []
  const rows = await db
    .selectFrom('fields')
    .select(['id', 'key', 'name', 'type', 'options'])
    .where('org_id', '=', orgId)
    .where('kind', '=', record)
    .where('archived_at', 'is', null)
    .orderBy('place')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, key, name, type, options: stored }) => {
    const column = columns[type]
    if (!column) return []
    const { choices = [], currency = null } = Options.catch({}).parse(stored)
    const options = choices.map(({ is_archived, ...each }) => ({ ...each, isArchived: is_archived }))
    const own = { id, column: column.column, options, currency }
    return [{ key: ownKey(key), name, type: column.type, own, shown: sql`null` }]
  })
}
