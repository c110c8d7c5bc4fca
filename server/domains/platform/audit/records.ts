import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { choice, shape } from '#shapes'

/** What an id stands for, as a person knows it. */
export const Concerned = shape('RecordReference', {
  field: z.string().describe('The field of the id'),
  kind: choice('RecordKind', [
    'lead',
    'contact',
    'company',
    'deal',
    'conversation',
    'invoice',
    'upload',
    'key',
    'webhook',
    'connection',
    'chat_widget',
    'member',
    'invitation',
    'mail',
    'pipeline',
    'task',
  ]).describe('The record to open with `id`'),
  id: z.uuid(),
  name: z.string(),
})
export type Concerned = z.output<typeof Concerned>

interface Known {
  readonly given: string
  readonly kind: Concerned['kind']
  readonly id: string
  readonly name: string
}

/**
 * The records of the organization that ids by their fields stand for, under the ids. A message leads to its conversation
 * and a checkout to its invoice. What is gone, or was never a record that people open, is left out.
 */
export const findConcerned = async (
  db: Db,
  orgId: string,
  targets: readonly Readonly<Record<string, string>>[],
): Promise<(target: Readonly<Record<string, string>>) => Concerned[]> => {
  const ids = [...new Set(targets.flatMap((target) => Object.values(target)))]
  const { rows } = ids.length === 0 ? { rows: [] } : await sql<Known>`${recordsOf(orgId, ids)}`.execute(db)
  const known = new Map(rows.map((row) => [row.given, row]))
  return (target) =>
    Object.entries(target).flatMap(([field, given]) => {
      const found = known.get(given)
      if (!found) return []
      return [{ field, kind: field === 'projectId' ? 'conversation' : found.kind, id: found.id, name: found.name }]
    })
}

const recordsOf = (orgId: string, ids: readonly string[]) => sql`
  with given as (select unnest(${ids}::uuid[]) as id),
  person as not materialized (
    select id, coalesce(nullif(full_name, ''), email, phone) as name from contacts where org_id = ${orgId}
  )
  select given.id as given, found.kind, found.id, found.name from given cross join lateral (
    select 'lead' as kind, id, coalesce(nullif(full_name, ''), email, phone) as name from leads
      where org_id = ${orgId} and id = given.id
    union all select 'contact', id, name from person where id = given.id
    union all select 'company', id, name from companies where org_id = ${orgId} and id = given.id
    union all select 'deal', id, name from deals where org_id = ${orgId} and id = given.id
    union all select 'conversation', messages.deal_id, person.name from messages join person on person.id = messages.contact_id
      where messages.org_id = ${orgId} and messages.id = given.id
    union all select 'invoice', id, concat_ws(' · ', label, client_name) from invoices
      where org_id = ${orgId} and id = given.id
    union all select 'invoice', invoices.id, concat_ws(' · ', invoices.label, invoices.client_name)
      from checkouts join invoices on invoices.org_id = checkouts.org_id and invoices.id = checkouts.invoice_id
      where checkouts.org_id = ${orgId} and checkouts.id = given.id
    union all select 'upload', id, name from uploads where org_id = ${orgId} and id = given.id
    union all select 'key', id, name from api_keys where org_id = ${orgId} and id = given.id
    union all select 'webhook', id, coalesce(nullif(description, ''), url) from webhook_endpoints
      where org_id = ${orgId} and id = given.id
    union all select 'connection', id, coalesce(account, provider) from connections where org_id = ${orgId} and id = given.id
    union all select 'chat_widget', id, name from chat_widgets where org_id = ${orgId} and id = given.id
    union all select 'member', members.id, people.name from members join directory.people on people.id = members.id
      where members.org_id = ${orgId} and members.id = given.id
    union all select 'invitation', id, email from invitations where org_id = ${orgId} and id = given.id
    union all select 'mail', id, to_email from mails where org_id = ${orgId} and id = given.id
    union all select 'pipeline', id, name from pipelines where org_id = ${orgId} and id = given.id
    union all select 'task', id, title from tasks where org_id = ${orgId} and id = given.id
  ) found
  where found.name is not null and found.id is not null`
