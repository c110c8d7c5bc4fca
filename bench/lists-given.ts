import pg from 'pg'
import { connectionOptions } from '#db/connect.ts'
import type { Given } from './candidates/ready.ts'
import { withoutIndexes } from './store.ts'

/** A workspace in which people have worked: owners, states, tags and fields of its own on so many leads and contacts, and other records. */
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
    with n as (select id, row_number() over (order by id) as n from contacts where org_id = ${org})
    update contacts c set owner_id = case when n.n % 3 = 0 then null else '${personId}'::uuid end,
      full_name = (array['Anna','Bert','Cleo','Dora','Emil','Fred','Gita','Hans','Ines','Juri'])[1 + n.n % 10] || ' ' || md5(n.n::text),
      subscription = case when n.n % 200 = 0 then 'subscribed' else 'none' end
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
  ]
}

const filled = ['leads', 'contacts', 'record_tags', 'field_values', 'companies', 'deals', 'tasks', 'invoices']
const other = '00000000-0000-7000-8000-00000000000f'
const pipeline = '00000000-0000-7000-8000-00000000d000'
/** Leads after this one are new: a common state, of the newest alone. */
const ratherNew = 900_000
export const tags = {
  common: '00000000-0000-7000-8000-0000000000a1',
  rare: '00000000-0000-7000-8000-0000000000a2',
  old: '00000000-0000-7000-8000-0000000000a3',
} as const
const fields = {
  budget: '00000000-0000-7000-8000-0000000000b1',
  city: '00000000-0000-7000-8000-0000000000b2',
  visit: '00000000-0000-7000-8000-0000000000b3',
} as const
