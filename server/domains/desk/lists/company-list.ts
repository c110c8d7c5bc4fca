import { sql } from 'kysely'
import { byId, byName, type ListDefinition, member, time } from './list-fields.ts'

const name = { by: byName(sql`r.name`), as: 'text', isName: true } as const

export const companyList: ListDefinition = {
  kind: 'company',
  table: sql`companies`,
  isListed: sql<boolean>`r.root_id is null and r.deleted_at is null`,
  called: sql`r.name`,
  record: 'company',
  search: [sql`r.name`, sql`r.domain`],
  usualSort: '-created_at',
  fields: [
    { key: 'name', name: 'Name', type: 'text', filter: name, sort: name },
    {
      key: 'domain',
      name: 'Domain',
      type: 'text',
      shown: sql`r.domain`,
      filter: {
        by: sql`r.domain`,
        as: 'text',
        partial: { where: sql<boolean>`r.domain is not null`, without: null },
        isNullable: true,
      },
      isUsual: true,
    },
    { key: 'tags', name: 'Tags', type: 'tags', isUsual: true },
    {
      key: 'owner',
      name: 'Owner',
      type: 'person',
      shown: member(sql`r.owner_id`),
      filter: {
        by: sql`r.owner_id`,
        as: 'uuid',
        partial: { where: sql<boolean>`r.owner_id is not null`, without: null },
        isNullable: true,
      },
      isUsual: true,
    },
    { key: 'created_at', name: 'Added', type: 'time', shown: time(sql`r.created_at`), filter: byId, sort: byId, isUsual: true },
  ],
}
