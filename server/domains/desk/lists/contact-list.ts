import { sql } from 'kysely'
import { byId, byName, type ListDefinition, member, time } from './list-fields.ts'

const name = { by: byName(sql`r.full_name`), as: 'text', isName: true, isNullable: true } as const

/** People, each once: by the record that stands for them. */
export const contactList: ListDefinition = {
  kind: 'contact',
  table: sql`contacts`,
  isListed: sql<boolean>`r.root_id is null and r.deleted_at is null`,
  indexed: sql<boolean>`r.root_id is null`,
  called: sql`coalesce(r.full_name, r.email, r.phone)`,
  record: 'contact',
  search: 'contact',
  usualSort: '-created_at',
  fields: [
    { key: 'name', name: 'Name', type: 'text', filter: name, sort: name },
    { key: 'company', name: 'Company', type: 'text', isSearched: true, shown: sql`r.company`, isUsual: true },
    {
      key: 'linked_company',
      name: 'Linked company',
      type: 'record',
      belongs: { to: 'company', by: { company: sql`r.company_id` } },
    },
    { key: 'job_title', name: 'Job title', type: 'text', shown: sql`r.job_title` },
    { key: 'tags', name: 'Tags', type: 'tags', isUsual: true },
    { key: 'email', name: 'Email', type: 'text', isSearched: true, shown: sql`r.email`, isUsual: true },
    { key: 'phone', name: 'Phone', type: 'text', isSearched: true, shown: sql`r.phone`, isUsual: true },
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
    {
      key: 'subscription',
      name: 'Marketing',
      type: 'choice',
      choices: ['none', 'subscribed', 'unsubscribed'],
      shown: sql`r.subscription`,
      filter: {
        by: sql`r.subscription`,
        as: 'text',
        partial: { where: sql<boolean>`r.subscription <> 'none'`, without: 'none' },
      },
      isUsual: true,
    },
    { key: 'linkedin_url', name: 'LinkedIn', type: 'link', shown: sql`r.linkedin_url` },
    { key: 'created_at', name: 'Added', type: 'time', shown: time(sql`r.created_at`), filter: byId, sort: byId, isUsual: true },
  ],
}
