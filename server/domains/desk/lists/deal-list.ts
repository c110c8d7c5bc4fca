import { sql } from 'kysely'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { byId, byName, type ListDefinition, type ListField, member, money, time } from './list-fields.ts'

const name = { by: byName(sql`r.name`), as: 'text', isName: true } as const
const value = { by: sql`r.value_minor`, as: 'bigint', currency: sql`r.currency`, isNullable: true } as const
const close = { by: sql`r.close_on`, as: 'date', isNullable: true } as const
const since = { by: sql`r.stage_since`, as: 'timestamptz' } as const
const closed = { by: sql`r.closed_at`, as: 'timestamptz', isNullable: true } as const

const person = sql`(select json_build_object('id', c.id, 'name', coalesce(c.full_name, c.email, c.phone)) from contacts c
  where c.org_id = r.org_id and c.id = (select ${rootId('g')} from contacts g where g.org_id = r.org_id and g.id = r.contact_id))`

/** Of the one that stands for the deal's. */
const company = sql`(select k.name from companies g join companies k on k.org_id = g.org_id and k.id = ${rootId('g')}
  where g.org_id = r.org_id and g.id = r.company_id)`

const standing: readonly ListField[] = [
  {
    key: 'stage',
    name: 'Stage',
    type: 'choice',
    shown: sql`(select json_build_object('id', s.id, 'name', s.name, 'kind', s.kind) from stages s where s.org_id = r.org_id and s.id = r.stage_id)`,
    filter: { by: sql`r.stage_id`, as: 'uuid' },
    isUsual: true,
  },
  {
    key: 'state',
    name: 'State',
    type: 'choice',
    choices: ['open', 'won', 'lost'],
    shown: sql`r.state`,
    filter: { by: sql`r.state`, as: 'text' },
  },
  {
    key: 'owner',
    name: 'Owner',
    type: 'person',
    shown: member(sql`r.assigned_to`),
    filter: { by: sql`r.assigned_to`, as: 'uuid', isNullable: true },
    isUsual: true,
  },
  { key: 'close_on', name: 'Expected close', type: 'day', shown: sql`r.close_on`, filter: close, sort: close, isUsual: true },
  {
    key: 'chance',
    name: 'Chance',
    type: 'number',
    shown: sql`coalesce(r.chance, (select s.chance from stages s where s.org_id = r.org_id and s.id = r.stage_id))`,
  },
]

/** What is done next, and until when the contact waits for a first reply. */
const next: readonly ListField[] = [
  {
    key: 'next_task',
    name: 'Next step',
    type: 'record',
    shown: sql`(select json_build_object('id', t.id, 'name', t.title, 'due_at', ${time(sql`t.due_at`)}) from tasks t
      where t.org_id = r.org_id and t.deal_id = r.id and t.done_at is null and t.deleted_at is null and r.state = 'open'
      order by coalesce(t.due_at, 'infinity'), t.id limit 1)`,
  },
  { key: 'reply_due_at', name: 'Reply due', type: 'time', shown: time(sql`r.response_due_at`) },
  { key: 'replied_at', name: 'Replied', type: 'time', shown: time(sql`r.responded_at`) },
  { key: 'lost_reason', name: 'Reason', type: 'text', shown: sql`r.lost_reason` },
]

/** What went into another deal stands there. */
export const dealList: ListDefinition = {
  kind: 'deal',
  table: sql`deals`,
  isListed: sql<boolean>`r.state <> 'linked' and r.deleted_at is null`,
  called: sql`r.name`,
  record: 'deal',
  searchLooksUp: true,
  search: [
    ...[sql`r.name`, sql`r.business_name`],
    sql`(select concat_ws(' ', c.full_name, c.email, c.phone) from contacts c where c.org_id = r.org_id and c.id = r.contact_id)`,
    sql`(select string_agg(concat_ws(' ', c.full_name, c.email, c.phone), ' ') from deal_people p
      join contacts c on c.org_id = p.org_id and c.id = p.contact_id where p.org_id = r.org_id and p.deal_id = r.id)`,
    company,
  ],
  usualSort: '-created_at',
  fields: [
    { key: 'name', name: 'Name', type: 'text', filter: name, sort: name },
    {
      key: 'contact',
      name: 'Contact',
      type: 'record',
      shown: person,
      belongs: { to: 'contact', by: { contact: sql`r.contact_id` } },
      isUsual: true,
    },
    {
      key: 'linked_company',
      name: 'Linked company',
      type: 'record',
      belongs: { to: 'company', by: { company: sql`r.company_id` } },
    },
    {
      key: 'company',
      name: 'Company',
      type: 'text',
      shown: sql`coalesce(${company}, r.business_name)`,
      isUsual: true,
    },
    ...standing,
    ...next,
    { key: 'tags', name: 'Tags', type: 'tags' },
    {
      key: 'value',
      name: 'Value',
      type: 'money',
      shown: money(sql`r.value_minor`, sql`r.currency`),
      filter: value,
      sort: value,
      isUsual: true,
    },
    { key: 'stage_since', name: 'In stage since', type: 'time', shown: time(sql`r.stage_since`), filter: since, sort: since },
    { key: 'closed_at', name: 'Closed', type: 'time', shown: time(sql`r.closed_at`), filter: closed, sort: closed },
    {
      key: 'created_at',
      name: 'Created',
      type: 'time',
      shown: time(sql`r.created_at`),
      filter: byId,
      sort: byId,
      isUsual: true,
    },
  ],
}
