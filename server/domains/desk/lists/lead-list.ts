import { sql } from 'kysely'
import { leadStates } from '#domains/crm/leads/states.ts'
import { byId, type ListDefinition, member, time } from './list-fields.ts'

const contacts = { contact: sql`r.contact_id` } as const

/**
 * Every lead. Sorted by when they came only: each further order would be one more index that intake writes. Their names, addresses and
 * numbers are searched by words, and not filtered.
 */
export const leadList: ListDefinition = {
  kind: 'lead',
  table: sql`leads`,
  isListed: sql<boolean>`r.deleted_at is null`,
  called: sql`coalesce(r.full_name, r.email, r.phone_e164, r.phone)`,
  record: 'lead',
  search: 'lead',
  usualSort: '-received_at',
  fields: [
    { key: 'company', name: 'Company', type: 'text', isSearched: true, shown: sql`r.metadata ->> 'company'`, isUsual: true },
    {
      key: 'state',
      name: 'Status',
      type: 'choice',
      choices: leadStates,
      nullChoice: 'new',
      shown: sql`coalesce(r.state, 'new')`,
      filter: { by: sql`r.state`, as: 'text', isNullable: true, hasBlanksById: true },
      isUsual: true,
    },
    { key: 'tags', name: 'Tags', type: 'tags', isUsual: true },
    { key: 'email', name: 'Email', type: 'text', isSearched: true, shown: sql`r.email`, isUsual: true },
    { key: 'phone', name: 'Phone', type: 'text', isSearched: true, shown: sql`coalesce(r.phone_e164, r.phone)` },
    { key: 'job_title', name: 'Job title', type: 'text', shown: sql`r.job_title` },
    {
      key: 'source',
      name: 'Source',
      type: 'choice',
      shown: sql`r.source`,
      filter: { by: sql`r.source`, as: 'text' },
      isUsual: true,
    },
    { key: 'via', name: 'Way in', type: 'text', shown: sql`r.via` },
    {
      key: 'owner',
      name: 'Owner',
      type: 'person',
      shown: member(sql`r.owner_id`),
      filter: { by: sql`r.owner_id`, as: 'uuid', isNullable: true },
      isUsual: true,
    },
    { key: 'external_id', name: 'External id', type: 'text', isSearched: true, shown: sql`r.external_id` },
    {
      key: 'contact',
      name: 'Contact',
      type: 'record',
      shown: sql`json_build_object('id', r.contact_id, 'name', r.full_name)`,
      belongs: { to: 'contact', by: contacts },
    },
    { key: 'linked_company', name: 'Linked company', type: 'record', belongs: { to: 'company', by: contacts } },
    {
      key: 'received_at',
      name: 'Received',
      type: 'time',
      shown: time(sql`r.received_at`),
      filter: byId,
      sort: byId,
      isUsual: true,
    },
  ],
}
