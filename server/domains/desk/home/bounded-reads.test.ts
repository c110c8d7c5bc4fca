import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { newId } from '#core/ids.ts'
import { inTransaction } from '#db/connect.ts'
import { makeOrganization } from '#domains/platform/organizations/organizations.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'

let app: TestApp
before(async () => {
  app = await startApp({ alone: true }) // counts what the whole database reads
})
after(() => app?.stop())

const tables = ['leads', 'contacts', 'conversations', 'deals', 'tasks', 'invoices', 'lead_counts', 'lead_count_changes']
const each = 20_000

/** Everything in it waits, is late or is new: as much as Home could ever show. The leads that wait longest are of people with no conversation and no deal; of deals one in ten waits. Another workspace has as many invoices that are overdue. */
const rowsOf = (orgId: string, otherId: string): string => `
  set search_path = foyer, directory;
  insert into contacts (org_id, id, email, full_name)
    select '${orgId}', uuidv7(-make_interval(secs => n)), n || '@example.com', 'Client ' || n from generate_series(1, ${each}) n;
  insert into leads (org_id, id, contact_id, source, via)
    select org_id, id, id, 'website', 'api' from contacts where org_id = '${orgId}' and email is not null;
  with silent as (
    insert into contacts (org_id, id, full_name) select '${orgId}', uuidv7(-make_interval(secs => ${each} + n)), 'Silent ' || n from generate_series(1, 200) n
    returning org_id, id)
  insert into leads (org_id, id, contact_id, source, via) select org_id, id, id, 'website', 'api' from silent;
  insert into conversations (org_id, id, last_message_at, last_direction, last_preview, channel)
    select org_id, id, now(), 'in', 'Hello', 'whatsapp' from contacts where org_id = '${orgId}' and email is not null;
  insert into deals (org_id, id, name, kind, pipeline_id, stage_id, rank, response_due_at, responded_at, stage_since, contact_id)
    select c.org_id, uuidv7(), 'Deal', 'manual', s.pipeline_id, s.id, 'a', now(), case when row_number() over (order by c.id) % 10 > 0 then now() end, now() - interval '20 days', c.id
    from contacts c, lateral (select id, pipeline_id from stages where org_id = '${orgId}' order by position limit 1) s
    where c.org_id = '${orgId}' and c.email is not null;
  insert into tasks (org_id, id, deal_id, kind, title, due_at, cause)
    select org_id, uuidv7(), id, 'next_action', 'Task', now() - interval '1 hour', '{"person_id": null}' from deals where org_id = '${orgId}';
  insert into invoices (org_id, id, number, state, client_name, client_email, currency, subtotal_minor, tax_minor, total_minor, locale, due_on, sent_at,
      pay_token_sealed, label, sender)
    select case when n > 200 then '${otherId}'::uuid else '${orgId}' end, uuidv7(), n, 'sent', 'Client ' || n, 'x@example.com', 'EUR', 10000, 0, 10000, 'en',
      current_date - 1 - n % 30, now(), 'x', 'INV-' || n, '{"name": "Test"}'
    from generate_series(1, ${each} + 200) n;
  analyze invoices, contacts, leads, conversations, deals, tasks, lead_counts, lead_count_changes`

test('the lists of Home read no table as a whole, however many rows wait, are late or are new', async () => {
  const { orgId } = app.owner
  await app.call('create-deal', { client: { name: 'Maya' }, name: 'Kitchen' })
  const other = await inTransaction(app.database.db, (db) =>
    makeOrganization(db, { id: newId(), name: 'Other', defaultCountry: null }),
  )
  await asOwner(app.target, (owner) => owner.query(rowsOf(orgId, other.id)))
  const rowsRead = () =>
    asOwner(app.target, async (owner) => {
      const { rows } = await owner.query<{ table: string; read: string }>(
        `select relname as table, seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables
         where schemaname = 'foyer' and relname = any($1) order by 1`,
        [tables],
      )
      return rows.map(({ table, read }) => [table, Number(read)] as const)
    })
  /** Once each connection has reported what it has read. */
  const settled = async (): Promise<Map<string, number>> => {
    for (let before = await rowsRead(); ; ) {
      await new Promise((done) => setTimeout(done, 1_200))
      const now = await rowsRead()
      if (isDeepStrictEqual(now, before)) return new Map(now)
      before = now
    }
  }
  for (const scope of ['mine', 'all']) {
    const before = await settled()
    const { status, body } = await app.call('show-home', {
      scope,
      sections: ['replies', 'leads', 'tasks', 'calls', 'deals', 'money'],
    })
    assert.equal(status, 200)
    const { replies, leads, tasks, money } = body as unknown as Record<
      'replies' | 'leads' | 'tasks' | 'money',
      { count: number }
    >
    assert.deepEqual([replies.count, leads.count, tasks.count, money.count], [100, 100, 100, 100])
    for (const [table, read] of await settled())
      assert.ok(
        read - (before.get(table) ?? 0) < each,
        `${scope}: ${read - (before.get(table) ?? 0)} rows of ${table} were read`,
      )
  }
})
