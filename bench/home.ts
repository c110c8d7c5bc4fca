import type { Given } from './candidates/ready.ts'
import { conversationsOf } from './conversations.ts'
import type { Row } from './figures.ts'
import { callGateway, timesOfCalls } from './gateway-calls.ts'
import { startCandidate } from './processes.ts'
import type { Store } from './store.ts'

const [deals, tasks, invoices, payments] = [20_000, 50_000, 10_000, 20_000]
/** A member may make no more of them in a minute. */
const often = { calls: 200, warmUpCalls: 30, callsOfMember: 200 }

const rarely = { calls: 20, warmUpCalls: 3, callsOfMember: 23 }

/** Home, and reports of a year, in a workspace with so many leads and messages. */
export const homeRows = async (
  store: Store,
  { leads, messages, say }: { leads: number; messages: number; say: (step: string) => void },
): Promise<Row[]> => {
  const given = await store.database('bench_home', leads, say)
  say(`storing ${messages.toLocaleString('en')} messages, and deals, tasks, invoices and payments`)
  await store.query(given, conversationsOf(given.orgId, messages))
  const server = await startCandidate('meetings-server', given)
  try {
    // The pipeline comes with the first deal.
    await callGateway(server.port, await store.token(given), { type: 'create-deal', client: { name: 'Maya' }, name: 'Kitchen' })
    await store.query(given, workOf(given))
    await store.query(given, 'vacuum analyze')
    const bodies = {
      'all of it, my work': { type: 'show-home' },
      'all of it, everyone': { type: 'show-home', scope: 'all' },
    }
    const reports = Object.fromEntries(
      ['leads', 'conversion', 'response', 'activity', 'revenue', 'outstanding'].map((report) => [
        report,
        { type: 'show-report', report, period: 'year' },
      ]),
    )
    const { worst, words } = await timesOfCalls(store, { given, port: server.port }, bodies, often)
    const ofYear = await timesOfCalls(store, { given, port: server.port }, reports, rarely)
    return [
      {
        what: `p99 of Home with ${leads.toLocaleString('en')} leads and ${messages.toLocaleString('en')} messages`,
        must: '≤ 50 ms',
        found: words,
        kept: worst <= 50,
      },
      {
        what: 'p99 of reports of a year, beside the year before, in the same workspace',
        must: '≤ 1,000 ms each',
        found: ofYear.words,
        kept: ofYear.worst <= 1_000,
      },
    ]
  } finally {
    await server.stop()
    await store.drop(given)
  }
}

/** Open deals of which one in ten waits for its first answer, tasks of which half are done, invoices of two years, payments in two currencies. */
const workOf = ({ orgId }: Given): string => `
  set search_path = foyer, directory;
  insert into deals (org_id, id, name, kind, pipeline_id, stage_id, state, rank, value_minor, currency, lead_id, response_due_at, responded_at,
      stage_since, contact_id)
    select '${orgId}', uuidv7(-make_interval(hours => n)), 'Deal ' || n, 'manual', s.pipeline_id, s.id, 'open', 'a' || n, 100000, 'EUR', l.id,
      now() - make_interval(mins => n), case when n % 10 > 0 then now() end, now() - make_interval(hours => n), l.contact_id
    from generate_series(1, ${deals}) n
    join lateral (select id, pipeline_id from stages where org_id = '${orgId}' and kind = 'open' order by position limit 1) s on true
    join (select id, contact_id, row_number() over (order by id desc) as place from leads where org_id = '${orgId}' limit ${deals}) l on l.place = n;
  insert into tasks (org_id, id, deal_id, kind, title, due_at, cause, done_at)
    select '${orgId}', uuidv7(-make_interval(mins => n)), d.id, case when n % 50 = 0 then 'call_back' else 'next_action' end, 'Task ' || n,
      now() - make_interval(mins => n - ${tasks / 2}), '{"person_id": null}', case when n % 2 = 0 then now() end
    from generate_series(1, ${tasks}) n
    join (select id, row_number() over (order by id) as place from deals where org_id = '${orgId}') d on d.place = 1 + n % ${deals};
  insert into invoices (org_id, id, number, state, client_name, client_email, currency, subtotal_minor, tax_minor, total_minor, locale, due_on,
      sent_at, paid_at, paid_minor, pay_token_sealed, label, sender)
    select '${orgId}', uuidv7(-make_interval(hours => n)), n, case when n % 5 = 0 then 'sent' else 'paid' end, 'Client ' || n, 'x@example.com',
      case when n % 3 = 0 then 'GBP' else 'EUR' end, 10000, 0, 10000, 'en', current_date - n / 20 + 10, now(), case when n % 5 > 0 then now() end, case when n % 5 > 0 then 10000 else 0 end, 'x', 'INV-' || n, '{"name": "Bench"}'
    from generate_series(1, ${invoices}) n;
  insert into checkouts (org_id, id, invoice_id, connection_id, provider, is_live, amount_minor, currency, client_email, success_url, cancel_url)
    select org_id, id, id, id, 'stripe', false, total_minor, currency, client_email, 'https://example.com', 'https://example.com' from invoices;
  insert into payments (org_id, id, invoice_id, checkout_id, provider, provider_payment_id, kind, amount_minor, currency, is_live, received_at)
    select i.org_id, uuidv7(), i.id, i.id, 'stripe', 'pi_' || n, 'credit', 10000, i.currency, false, now() - make_interval(mins => n * 40)
    from generate_series(1, ${payments}) n
    join (select *, row_number() over (order by id) as place from invoices) i on i.place = 1 + n % ${invoices}`
