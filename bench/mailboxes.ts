import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#core/ids.ts'
import type { Given } from './candidates/ready.ts'
import { median, p99Of, type Row } from './figures.ts'
import { startCandidate } from './processes.ts'
import type { Store } from './store.ts'

/** Lists of a mailbox with so many mails, and the picture that says that a mail was loaded. */
export const mailboxRows = async (
  store: Store,
  small: Given,
  { mails, say }: { mails: number; say: (step: string) => void },
): Promise<Row[]> => {
  const given = await store.copy(small, 'bench_mailboxes')
  const tracking = randomUUID()
  say(`storing ${mails.toLocaleString('en')} mails`)
  await store.query(given, mailboxOf(given.orgId, mails, tracking))
  await store.query(given, 'vacuum analyze')
  const server = await startCandidate('meetings-server', given)
  try {
    return [await listsRow(store, given, server.port, mails), ...(await pixelRows(store, given, server.port, tracking))]
  } finally {
    await server.stop()
    await store.drop(given)
  }
}

/** A mailbox of the team: most of its mails are in the inbox, one in ten was sent, one in a thousand has a label. */
const mailboxOf = (orgId: string, mails: number, tracking: string): string => {
  const id = newId()
  return `
  set search_path = foyer, directory;
  insert into connections (org_id, id, provider, kind, mode, status, credentials) values ('${orgId}', '${id}', 'google', 'oauth', 'test', 'connected', 'x');
  insert into mailboxes (org_id, id, person_id, provider, email, email_key, kind, has_mail, has_calendar)
    values ('${orgId}', '${id}', uuidv7(), 'google', 'team@example.com', 'team@example.com', 'team', true, false);
  insert into mailbox_readings (org_id, id, since, synced_at) values ('${orgId}', '${id}', now() - interval '90 days', now());
  insert into mailbox_folders (org_id, mailbox_id, id, name, role) values ('${orgId}', '${id}', 'INBOX', 'Inbox', 'inbox'),
    ('${orgId}', '${id}', 'SENT', 'Sent', 'sent'), ('${orgId}', '${id}', 'Label_1', 'Rare', null);
  insert into mailbox_mails (org_id, id, mailbox_id, direction, at, message_id, fingerprint, from_email, from_name, to_list, subject, preview,
      kind, kind_reason, is_seen, folders, size_bytes, tracking_id, sent_at)
    select '${orgId}', uuidv7(age), '${id}', case when n % 10 = 0 then 'out' else 'in' end, now() + age, 'm' || n || '@example.com',
      sha256(int4send(n)), 'sender' || n % 5000 || '@example.com', 'Sender ' || n % 5000, '[{"name":"Team","email":"team@example.com"}]',
      'Subject of mail ' || n, repeat('preview ', 20), 'person', 'usual', n % 7 > 0,
      case when n % 10 = 0 then '{SENT}'::text[] when n % 1000 = 1 then '{INBOX,Label_1}' else '{INBOX}' end, 20000,
      case when n = ${mails} then '${tracking}'::uuid end, case when n % 10 = 0 then now() + age end
    from generate_series(1, ${mails}) n, lateral (select make_interval(secs => (n - ${mails}) * 7.5) as age) a;
  insert into mailbox_entries (org_id, mailbox_id, folder, at, mail_id)
    select org_id, mailbox_id, unnest(folders), at, id from mailbox_mails`
}

const listsRow = async (store: Store, given: Given, port: number, mails: number): Promise<Row> => {
  let token = ''
  let calls = 0
  const call = async (body: object): Promise<{ ms: number; body: Record<string, unknown> }> => {
    if (calls++ % 250 === 0) token = await store.token(given)
    const begun = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ userEmail: 'team@example.com', limit: 50, ...body }),
    })
    const said = (await answer.json()) as Record<string, unknown>
    if (answer.status !== 200) throw new Error(JSON.stringify(said))
    return { ms: performance.now() - begun, body: said }
  }
  const middle = await store.query(
    given,
    `select mail_id from foyer.mailbox_entries where folder = 'INBOX' and at <= (select min(at) + (max(at) - min(at)) / 2 from foyer.mailbox_entries)
     order by at desc limit 1`,
  )
  const lists: Record<string, object> = {
    'inbox, newest': { type: 'fetch-inbox' },
    'inbox, from its middle': { type: 'fetch-inbox', before: (middle.rows[0] as { mail_id: string }).mail_id },
    sent: { type: 'fetch-inbox', labelId: 'SENT' },
    'a label of one in 1,000': { type: 'fetch-inbox', labelId: 'Label_1' },
    folders: { type: 'list-mail-folders', limit: undefined },
    conversations: { type: 'fetch-admin-chats', userEmail: undefined },
  }
  const found: [string, number, number][] = []
  for (const [name, body] of Object.entries(lists)) {
    const times: number[] = []
    for (let n = -20; n < 200; n++) {
      const { ms } = await call(body)
      if (n >= 0) times.push(ms)
    }
    found.push([name, p99Of(times), median(times)])
  }
  const worst = Math.max(...found.map(([, p99]) => p99))
  return {
    what: `p99 of lists of a mailbox with ${mails.toLocaleString('en')} mails`,
    must: '≤ 50 ms each',
    found: `worst **${worst.toFixed(0)} ms**; ${found.map(([name, p99, half]) => `${name} ${p99.toFixed(0)} (median ${half.toFixed(0)})`).join(' · ')}`,
    kept: worst <= 50,
  }
}

const loadsASecond = 200
const loads = 1_000

/** One in three loads is of one mail, the others of none. */
const pixelRows = async (store: Store, given: Given, port: number, tracking: string): Promise<Row[]> => {
  const load = async (id: string): Promise<number> => {
    const begun = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/gateway?type=track-email&id=${id}`, {
      headers: { 'user-agent': 'Mozilla/5.0 (via ggpht.com GoogleImageProxy)' },
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`the picture was answered ${answer.status}`)
    return performance.now() - begun
  }
  const send = async (count: number, idOf: (n: number) => string): Promise<number[]> => {
    const begun = performance.now()
    const all: Promise<number>[] = []
    for (let n = 0; n < count; n++) {
      const early = (n * 1_000) / loadsASecond - (performance.now() - begun)
      if (early > 1) await sleep(early)
      all.push(load(idOf(n)))
    }
    return Promise.all(all)
  }
  const writes = async (): Promise<number> => {
    await sleep(2_500)
    const { rows } = await store.query(
      given,
      `select sum(n_tup_ins + n_tup_upd)::int as count from pg_stat_user_tables where relname in ('mail_loads', 'mailbox_mails')`,
    )
    return (rows[0] as { count: number }).count
  }
  await send(600, () => tracking)
  const before = await writes()
  const times = await send(loads, () => tracking)
  const written = (await writes()) - before
  times.push(...(await send(loads, (n) => (n % 3 === 0 ? tracking : randomUUID()))))
  const p99 = p99Of(times)
  return [
    {
      what: `the picture of tracked mails at ${loadsASecond}/s, p99`,
      must: '≤ 10 ms',
      found: `**${p99.toFixed(1)} ms** (median ${median(times).toFixed(1)})`,
      kept: p99 <= 10,
    },
    {
      what: `rows written for ${loads.toLocaleString('en')} loads of one picture`,
      must: '≤ 20',
      found: `**${written}**`,
      kept: written <= 20,
    },
  ]
}
