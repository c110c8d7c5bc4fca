import { cursorOf } from '#domains/conversations/inbox/cursors.ts'
import { type Asker, openAsker } from './asker.ts'
import type { Given } from './candidates/ready.ts'
import { median, p99Of, type Row } from './figures.ts'
import { startCandidate } from './processes.ts'
import type { Store } from './store.ts'

const people = 20_000
/** Of one person who wrote more than all others. */
const longThread = 20_000

/** Lists of the inbox, and the pages of a long conversation, with so many messages. */
export const conversationRows = async (
  store: Store,
  small: Given,
  { messages, say }: { messages: number; say: (step: string) => void },
): Promise<Row[]> => {
  const given = await store.copy(small, 'bench_conversations')
  say(`storing ${messages.toLocaleString('en')} messages`)
  await store.query(given, conversationsOf(given.orgId, messages))
  await store.query(given, 'vacuum analyze')
  const server = await startCandidate('meetings-server', given)
  const asker = openAsker(server.port)
  try {
    return [await listsRow(store, given, asker, messages)]
  } finally {
    await asker.stop()
    await server.stop()
    await store.drop(given)
  }
}

/**
 * Messages of a year over all channels, in turns; one person in a thousand wrote by email last, one conversation in ten is closed, one in
 * five assigned. A reader who joined before has read none of it.
 */
export const conversationsOf = (orgId: string, messages: number): string => `
  set search_path = foyer, directory;
  create temporary table writers as select uuidv7() as id, n from generate_series(0, ${people - 1}) n;
  insert into contacts (org_id, id, email, full_name) select '${orgId}', id, 'writer' || n || '@example.com', 'Writer ' || n from writers;
  insert into messages (org_id, id, contact_id, channel, direction, kind, body, state, at, created_at)
    select '${orgId}', uuidv7(age), w.id, case when w.n % 1000 = 7 then 'email' when w.n % 2 = 0 then 'whatsapp' else 'web_chat' end,
      case when i % 3 = 0 then 'out' else 'in' end, 'text', 'Message ' || i || repeat(' of some words', 8),
      case when i % 3 = 0 then 'sent' end, now() + age, now() + age
    from generate_series(1, ${messages}) as g (i)
    join writers w on w.n = case when i <= ${longThread} then 0 else i % ${people} end,
    lateral (select make_interval(secs => (i - ${messages}) * 30) as age) a;
  insert into conversations (org_id, id, session_status, assigned_to, channel, last_message_id, last_message_at, last_preview, last_direction,
      last_inbound_at)
    select distinct on (m.contact_id) m.org_id, m.contact_id, case when w.n % 10 = 3 then 'closed' else 'open' end,
      case when w.n % 5 = 2 then uuidv7() end, m.channel, m.id, m.at, left(m.body, 80), m.direction, m.at
    from messages m join writers w on w.id = m.contact_id order by m.contact_id, m.at desc`

const listsRow = async (store: Store, given: Given, asker: Asker, messages: number): Promise<Row> => {
  let token = ''
  let calls = 0
  const call = async (body: object): Promise<{ ms: number; body: Record<string, unknown> }> => {
    if (calls++ % 250 === 0) {
      token = await store.token(given)
      await store.query(given, `update foyer.members set created_at = now() - interval '2 years'`)
    }
    const { ms, kept } = await asker.ask(token, body, ['previous_cursor'])
    return { ms, body: kept }
  }
  const list = { type: 'fetch-admin-chats', limit: 50 }
  const middle = await store.query(
    given,
    `select last_message_at as at, id from foyer.conversations order by last_message_at desc, id desc offset ${people / 2} limit 1`,
  )
  const { at, id } = middle.rows[0] as { at: Date; id: string }
  const longest = await store.query(
    given,
    'select contact_id as id from foyer.messages group by 1 order by count(*) desc limit 1',
  )
  const history = { type: 'fetch-chat-history', projectId: (longest.rows[0] as { id: string }).id, limit: 100 }
  const { body: newest } = await call(history)
  const lists: Record<string, object> = {
    newest: list,
    'from the middle': { ...list, cursor: cursorOf({ at, id }) },
    open: { ...list, status: 'open' },
    closed: { ...list, status: 'closed' },
    'assigned to me': { ...list, assigned: 'me' },
    'by email, one in 1,000': { ...list, filter: 'email' },
    'a conversation of 20,000': history,
    'further up in it': { ...history, before: newest.previous_cursor },
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
    what: `p99 of the inbox and of a conversation, with ${messages.toLocaleString('en')} messages of ${people.toLocaleString('en')} people, all unread`,
    must: '≤ 50 ms each',
    found: `worst **${worst.toFixed(0)} ms**; ${found.map(([name, p99, half]) => `${name} ${p99.toFixed(0)} (median ${half.toFixed(0)})`).join(' · ')}`,
    kept: worst <= 50,
  }
}
