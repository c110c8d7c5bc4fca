import pg from 'pg'
import { connectionOptions } from '#db/connect.ts'
import type { Given } from './candidates/ready.ts'
import { withoutIndexes } from './store.ts'

/**
 * A workspace in which people have worked: owners, states, tags and fields of its own on so many leads and contacts, one contact in twenty merged
 * into another, and other records.
 */
export const fillLists = async (
  given: Given,
  { others, personId, say }: { readonly others: number; readonly personId: string; readonly say: (step: string) => void },
): Promise<void> => {
  const client = new pg.Client(connectionOptions(given.target, { application: 'bench', role: null }))
  await client.connect()
  try {
    await withoutIndexes(client, filled, async () => {
      for (const [step, text] of statementsOf(given, others, personId)) {
        await client.query(text)
        say(step)
      }
    })
    await client.query(`vacuum analyze ${filled.join(', ')}`)
    say('indexes made, analyzed')
  } finally {
    await client.end()
  }
}

const statementsOf = (given: Given, others: number, personId: string): [step: string, text: string][] => {
  const org = `'${given.orgId}'`
  const run = (step: string, text: string): [string, string] => [step, text]
  return [
    run(
      'leads owned',
      `
    with n as (select id, row_number() over (order by id) as n from leads where org_id = ${org})
    update leads l set owner_id = case when n.n % 3 = 0 then null when n.n % 500 = 1 then '${personId}'::uuid else '${other}'::uuid end,
      state = case when n.n > ${ratherNew} then null when n.n % 4 = 0 then 'qualified' when n.n % 4 = 1 then 'not_fit' else 'contacted' end
    from n where l.org_id = ${org} and l.id = n.id`,
    ),
    run(
      'contacts owned and named',
      `
    with n as (select id, row_number() over w as n, lag(id) over w as before from contacts where org_id = ${org} window w as (order by id))
    update contacts c set owner_id = case when n.n % 3 = 0 then null else '${personId}'::uuid end,
      full_name = (array['Anna','Bert','Cleo','Dora','Emil','Fred','Gita','Hans','Ines','Juri'])[1 + n.n % 10] || ' ' || md5(n.n::text),
      subscription = case when n.n % 200 = 0 then 'subscribed' else 'none' end,
      merged_into = case when n.n % 20 = 7 then n.before end, root_id = case when n.n % 20 = 7 then n.before end
    from n where c.org_id = ${org} and c.id = n.id`,
    ),
    run(
      'tags and fields',
      `
    insert into tags (org_id, id, name, name_key, hue) values (${org}, '${tags.common}', 'common', 'common', 1), (${org}, '${tags.rare}', 'rare', 'rare', 2), (${org}, '${tags.old}', 'old', 'old', 3);
    insert into record_tags (org_id, kind, record_id, tag_id) select ${org}, 'lead', id, '${tags.common}' from leads where org_id = ${org} and right(id::text, 1) < '8';
    insert into record_tags (org_id, kind, record_id, tag_id) select ${org}, 'lead', id, '${tags.rare}' from leads where org_id = ${org} and right(id::text, 4) = '0000';
    insert into record_tags (org_id, kind, record_id, tag_id) select ${org}, 'lead', id, '${tags.old}' from (select id from leads where org_id = ${org} order by id limit 30000) l;
    insert into fields (org_id, id, kind, key, name, type, place) values
      (${org}, '${fields.budget}', 'contact', 'budget', 'Budget', 'number', 1), (${org}, '${fields.city}', 'contact', 'city', 'City', 'text', 2), (${org}, '${fields.visit}', 'contact', 'visit', 'Visit', 'date', 3);
    insert into field_values (org_id, field_id, record_id, number_value) select ${org}, '${fields.budget}', id, ('x' || right(id::text, 5))::bit(20)::int from contacts where org_id = ${org};
    insert into field_values (org_id, field_id, record_id, text_value) select ${org}, '${fields.city}', id, 'City ' || right(id::text, 3) from contacts where org_id = ${org} and right(id::text, 1) < '8';
    insert into field_values (org_id, field_id, record_id, date_value) select ${org}, '${fields.visit}', id, current_date - ('x' || right(id::text, 3))::bit(12)::int from contacts where org_id = ${org} and right(id::text, 1) < '4'`,
    ),
    run(
      'companies',
      `
    insert into companies (org_id, id, name, domain, owner_id) select ${org}, uuidv7(make_interval(secs => n - ${others})), 'Company ' || md5(n::text), 'c' || n || '.example',
      case when n % 100 = 0 then '${personId}'::uuid end from generate_series(1, ${others}) n`,
    ),
    run(
      'deals',
      `
    insert into pipelines (org_id, id, name, is_default) values (${org}, '${pipeline}', 'Sales', true);
    insert into stages (org_id, id, pipeline_id, slug, name, kind, position) select ${org}, ('00000000-0000-7000-8000-00000000d00' || n)::uuid, '${pipeline}', 's' || n, 'Stage ' || n,
      case when n = 5 then 'won' when n = 6 then 'lost' else 'open' end, n from generate_series(1, 6) n;
    insert into deals (org_id, id, name, kind, pipeline_id, stage_id, state, lost_reason, rank, value_minor, currency, assigned_to, close_on, stage_since, closed_at)
    select ${org}, uuidv7(make_interval(secs => n - ${others})), 'Deal ' || md5(n::text), 'manual', '${pipeline}', ('00000000-0000-7000-8000-00000000d00' || 1 + n % 6)::uuid,
      case n % 6 when 4 then 'won' when 5 then 'lost' else 'open' end, case when n % 6 = 5 then 'price' end, 'a' || n,
      case when n % 5 > 0 then n * 100 end, case when n % 5 > 0 then (array['EUR', 'USD', 'INR'])[1 + n % 3] end, case when n % 4 > 0 then '${personId}'::uuid end,
      case when n % 2 = 0 then current_date + (n % 700) - 350 end, now() - make_interval(mins => n), case when n % 6 > 3 then now() - make_interval(mins => n) end
    from generate_series(1, ${others}) n`,
    ),
    run(
      'tasks',
      `
    insert into tasks (org_id, id, kind, title, due_at, assigned_to, cause, done_at) select ${org}, uuidv7(make_interval(secs => n - ${others})), 'next_action', 'Task ' || n,
      case when n % 4 > 0 then now() + make_interval(mins => n - ${others / 2}) end, case when n % 3 > 0 then '${personId}'::uuid end, '{"rule": "bench"}', case when n % 5 > 0 then now() - make_interval(mins => n) end
    from generate_series(1, ${others}) n`,
    ),
    run(
      'invoices',
      `
    insert into invoices (org_id, id, number, label, sender, pay_token_sealed, state, client_name, client_email, currency, subtotal_minor, tax_minor, total_minor, due_on, locale, sent_at, paid_at)
    select ${org}, uuidv7(make_interval(secs => n - ${others})), n, n::text, '{}', 'sealed', case n % 4 when 0 then 'sent' else 'paid' end, 'Client ' || md5(n::text), 'c' || n || '@example.com',
      (array['EUR', 'USD'])[1 + n % 2], n, 0, n, current_date + (n % 700) - 350, 'en', now() - make_interval(mins => n), case when n % 4 > 0 then now() - make_interval(mins => n) end
    from generate_series(1, ${others}) n`,
    ),
    ...holdersOf(org),
    ...logsOf(org, others, { personId, keyId: given.keyId }),
  ]
}

/** Companies of a thousand people and of three, a contact and a deal of many things, and others of few. */
const holdersOf = (org: string): [step: string, text: string][] => {
  const mixed = (id: string): string => `('x' || right(${id}::text, 6))::bit(24)::int`
  return [
    [
      'companies with people and deals',
      `
    insert into companies (org_id, id, name) values (${org}, '${holders.company.large}', 'Large'), (${org}, '${holders.company.small}', 'Small');
    insert into contacts (org_id, id, full_name, company_id) values
      (${org}, '${holders.contact.large}', 'Busy', '${holders.company.large}'), (${org}, '${holders.contact.small}', 'Quiet', '${holders.company.small}');
    with n as (select id, row_number() over (order by id desc) as n from contacts where org_id = ${org} and root_id is null)
    update contacts c set company_id = '${holders.company.large}' from n where c.org_id = ${org} and c.id = n.id and n.n <= 1000;
    insert into deals (org_id, id, name, kind, pipeline_id, stage_id, state, rank, stage_since, contact_id, company_id)
    select ${org}, id::uuid, 'Deal', 'manual', '${pipeline}', '00000000-0000-7000-8000-00000000d001', 'open', 'a', now(), '${holders.contact.large}', '${holders.company.large}'
    from unnest(array['${holders.deal.large}', '${holders.deal.small}']) id;
    update deals set company_id = '${holders.company.large}' where org_id = ${org} and ${mixed('id')} % 100 = 0;
    update deals set contact_id = '${holders.contact.large}' where org_id = ${org} and ${mixed('id')} % 1000 = 1`,
    ],
    [
      'what belongs to them',
      `
    with p as (select id, row_number() over (order by id) - 1 as n from contacts where org_id = ${org} and company_id = '${holders.company.large}')
    update invoices i set contact_id = p.id from p where i.org_id = ${org} and i.number % 50 = 0 and p.n = (i.number / 50) % 1000;
    update invoices set contact_id = '${holders.contact.large}' where org_id = ${org} and number % 150 = 1;
    update invoices set contact_id = '${holders.contact.small}' where org_id = ${org} and number in (7, 77, 777);
    with p as (select id, row_number() over (order by id) - 1 as n from contacts where org_id = ${org} and company_id = '${holders.company.large}')
    update tasks t set contact_id = p.id from p where t.org_id = ${org} and ${mixed('t.id')} % 50 = 0 and p.n = (${mixed('t.id')} / 50) % 1000;
    update tasks set contact_id = '${holders.contact.large}' where org_id = ${org} and ${mixed('id')} % 150 = 1;
    update tasks set deal_id = '${holders.deal.large}' where org_id = ${org} and ${mixed('id')} % 150 = 2;
    update tasks set deal_id = '${holders.deal.small}', company_id = '${holders.company.small}' where org_id = ${org} and ${mixed('id')} = 77;
    update leads set contact_id = '${holders.contact.large}' where org_id = ${org} and ${mixed('id')} % 150 = 1`,
    ],
  ]
}

/** Beside the leads that requests made, a tenth as many requests that made none. A file in fifty was uploaded by the caller, a delivery in a hundred failed, and a call in two hundred was rejected. */
const logsOf = (
  org: string,
  others: number,
  { personId, keyId }: { readonly personId: string; readonly keyId: string },
): [step: string, text: string][] => [
  [
    'uploads',
    `
    insert into uploads (org_id, id, name, state, size_bytes, received_bytes, sha256, created_by, rejected_rows, imported_rows, finished_at)
    select ${org}, uuidv7(make_interval(secs => n - ${others})), 'file ' || md5(n::text) || '.csv', case n % 20 when 0 then 'mapping' when 1 then 'cancelled' else 'done' end,
      1000, 1000, md5(n::text), case when n % 50 = 0 then '${personId}'::uuid when n % 3 > 0 then '${other}'::uuid end, case when n % 10 = 0 then n % 2000 else 0 end, n % 10000,
      case when n % 20 > 1 then now() - make_interval(secs => ${others} - n) end
    from generate_series(1, ${others}) n`,
  ],
  [
    'requests that made no lead',
    `
    insert into deliveries (org_id, id, key_id, received_at, status, outcome, code, message)
    select ${org}, uuidv7(make_interval(secs => n * 10 - ${others})), '${keyId}', now() + make_interval(secs => n * 10 - ${others}),
      case when n % 50 = 0 then 400 else 200 end, case when n % 50 = 0 then 'rejected' when n % 2 = 0 then 'deduplicated' else 'replayed' end,
      case when n % 50 = 0 then 'email_malformed' end, case when n % 50 = 0 then 'The email address is malformed' end
    from generate_series(1, ${others / 10}) n`,
  ],
  [
    'webhook deliveries',
    `
    insert into webhook_endpoints (org_id, id, url, secret_sealed, secret_hint, state, disabled_reason)
    select ${org}, ('00000000-0000-7000-8000-00000000e0' || lpad(n::text, 2, '0'))::uuid, 'https://example.com/' || n, 'x', 'x', 'disabled', 'person' from generate_series(1, 20) n;
    insert into webhook_deliveries (org_id, id, endpoint_id, event_id, type, body, state, tries, last_status, last_error)
    select ${org}, uuidv7(make_interval(secs => n - ${others})), ('00000000-0000-7000-8000-00000000e0' || lpad(case when n % 5000 = 0 then '20' else (1 + n % 19)::text end, 2, '0'))::uuid,
      gen_random_uuid(), (array['lead.received', 'lead.changed', 'contact.changed', 'deal.changed'])[1 + n % 4], '{}',
      case when n % 100 = 0 then 'failed' when n > ${others} - 500 then 'waiting' else 'delivered' end, 1, case when n % 100 = 0 then 500 else 200 end,
      case when n % 100 = 0 then 'answered 500' end
    from generate_series(1, ${others}) n`,
  ],
  [
    'activity',
    `
    insert into audit (org_id, id, person_id, action, outcome, target, address, request_id)
    select ${org}, uuidv7(make_interval(secs => n - ${others})), case when n % 3 = 0 then null when n % 300 = 1 then '${personId}'::uuid else '${other}'::uuid end,
      (array['update-lead', 'tag-records', 'create-task', 'change-records', 'sign-in'])[1 + n % 5], case when n % 200 = 0 then 'forbidden' else 'done' end, '{}', '203.0.113.' || n % 250, gen_random_uuid()
    from generate_series(1, ${others}) n`,
  ],
]

const filled = [
  'leads',
  'contacts',
  'record_tags',
  'field_values',
  'companies',
  'deals',
  'tasks',
  'invoices',
  'uploads',
  'deliveries',
  'webhook_deliveries',
  'audit',
]
const other = '00000000-0000-7000-8000-00000000000f'
const pipeline = '00000000-0000-7000-8000-00000000d000'
/** Leads after this one are new: a common state, of the newest alone. */
const ratherNew = 900_000
export const tags = {
  common: '00000000-0000-7000-8000-0000000000a1',
  rare: '00000000-0000-7000-8000-0000000000a2',
  old: '00000000-0000-7000-8000-0000000000a3',
} as const
/** By kind: one to which very much belongs, and one to which little does. */
export const holders = {
  contact: { large: '00000000-0000-7000-8000-0000000000c1', small: '00000000-0000-7000-8000-0000000000c2' },
  deal: { large: '00000000-0000-7000-8000-0000000000c3', small: '00000000-0000-7000-8000-0000000000c4' },
  company: { large: '00000000-0000-7000-8000-0000000000c5', small: '00000000-0000-7000-8000-0000000000c6' },
} as const
const fields = {
  budget: '00000000-0000-7000-8000-0000000000b1',
  city: '00000000-0000-7000-8000-0000000000b2',
  visit: '00000000-0000-7000-8000-0000000000b3',
} as const
