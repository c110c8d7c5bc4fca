import { sql } from 'kysely'
import { taskKinds } from '#domains/crm/deals/tasks.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { byId, type ListDefinition, member, time } from './list-fields.ts'

const due = { by: sql`r.due_at`, as: 'timestamptz', isNullable: true } as const
const done = { by: sql`r.done_at`, as: 'timestamptz', isNullable: true } as const

const holders = { contact: sql`r.contact_id`, deal: sql`r.deal_id` } as const

/** Tasks of deals that are closed rest until the deal is opened again. */
export const taskList: ListDefinition = {
  kind: 'task',
  table: sql`tasks`,
  isListed: sql<boolean>`r.deleted_at is null and (r.done_at is not null or r.deal_id is null
    or (select d.state = 'open' and d.deleted_at is null from deals d where d.org_id = r.org_id and d.id = r.deal_id))`,
  called: sql`r.title`,
  record: null,
  search: [sql`r.title`],
  usualSort: 'due_at',
  fields: [
    { key: 'kind', name: 'Kind', type: 'choice', choices: taskKinds, shown: sql`r.kind`, isUsual: true },
    {
      key: 'deal',
      name: 'Deal',
      type: 'record',
      shown: sql`(select json_build_object('id', d.id, 'name', d.name) from deals d where d.org_id = r.org_id and d.id = r.deal_id)`,
      belongs: { to: 'deal', by: { deal: sql`r.deal_id` } },
      isUsual: true,
    },
    {
      key: 'contact',
      name: 'Contact',
      type: 'record',
      shown: sql`(select json_build_object('id', c.id, 'name', c.full_name) from contacts c where c.org_id = r.org_id and c.id = (
        select ${rootId('g')} from contacts g where g.org_id = r.org_id and g.id = case when r.contact_id is not null then r.contact_id
          else (select d.contact_id from deals d where d.org_id = r.org_id and d.id = r.deal_id) end))`,
      belongs: { to: 'contact', by: holders },
      isUsual: true,
    },
    {
      key: 'company',
      name: 'Company',
      type: 'record',
      shown: sql`(select json_build_object('id', t.id, 'name', t.name) from companies o
        join companies t on t.org_id = o.org_id and t.id = ${rootId('o')}
        where o.org_id = r.org_id and o.id = r.company_id)`,
      belongs: { to: 'company', by: { ...holders, company: sql`r.company_id` } },
    },
    {
      key: 'owner',
      name: 'Owner',
      type: 'person',
      shown: member(sql`r.assigned_to`),
      filter: { by: sql`r.assigned_to`, as: 'uuid', isNullable: true },
      isUsual: true,
    },
    {
      key: 'review',
      name: 'Review',
      type: 'record',
      shown: sql`case when r.cause ? 'review_id' then json_build_object('id', r.cause ->> 'review_id', 'name', 'Review') end`,
    },
    { key: 'outcome', name: 'Outcome', type: 'text', shown: sql`r.outcome` },
    { key: 'done_at', name: 'Done', type: 'time', shown: time(sql`r.done_at`), filter: done, sort: done },
    { key: 'created_at', name: 'Added', type: 'time', shown: time(sql`r.created_at`), filter: byId, sort: byId },
    { key: 'due_at', name: 'Due', type: 'time', shown: time(sql`r.due_at`), filter: due, sort: due, isUsual: true },
  ],
}
