import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { anyCharacter } from '../support/any-character.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { metaForms, metaPages, notificationOf, notify } from '../support/meta.ts'
import { startMetaJobs } from '../support/meta-jobs.ts'
import { until } from '../support/until.ts'
import { type OwnStore, startOwnStore } from './stores.ts'

/** How a sender of a kind of source posts. `id` makes a repeat the same lead. */
interface Sender {
  readonly settings: object
  post(of: Source, id: string, more?: Readonly<Record<string, string>>): { headers: Record<string, string>; body: string }
}

interface Source {
  readonly id: string
  readonly url: string
  readonly secret: string
}

const columnIds: Readonly<Record<string, string>> = { email: 'EMAIL', name: 'FULL_NAME', phone: 'PHONE_NUMBER' }
let visitors = 0

/** Every kind that has an address. A new one is a row here. */
const senders = {
  form: {
    settings: {
      kind: 'form',
      fields: [
        { kind: 'name', name: 'name' },
        { kind: 'email', name: 'email', required: true },
      ],
      consent: { text: 'You may write to me.' },
    },
    post: (_of, id, more = {}) => ({
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        'x-forwarded-for': `10.1.${(visitors >> 8) & 255}.${visitors++ & 255}`,
      },
      body: new URLSearchParams({ email: `${id}@example.com`, consent: '1', _id: uuidOf(id), ...more }).toString(),
    }),
  },
  google_ads: {
    settings: { kind: 'google_ads' },
    post: (of, id, more = {}) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        lead_id: id,
        google_key: of.secret,
        user_column_data: Object.entries({ email: `${id}@example.com`, ...more }).map(([name, value]) => ({
          column_id: columnIds[name] ?? name,
          string_value: value,
        })),
      }),
    }),
  },
  webhook: {
    settings: {
      kind: 'webhook',
      mapping: { external_id: '/id', email: '/email', name: '/name', phone: '/phone', note: '/note', company: '/company' },
    },
    post: (_of, id, more = {}) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, email: `${id}@example.com`, ...more }),
    }),
  },
} as const satisfies Record<string, Sender>
const kinds = Object.entries(senders) as [keyof typeof senders, Sender][]

/** The same for the same text. */
const uuidOf = (id: string): string => {
  const digits = Buffer.from(id).toString('hex').padEnd(32, '0').slice(-32)
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`
}

const make = async (app: TestApp, settings: object): Promise<Source> => {
  const { status, body } = await app.call('create-lead-source', { name: 'Source', settings })
  assert.equal(status, 200, JSON.stringify(body))
  return body.source as unknown as Source
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })
const send = (url: string, { headers, body }: { headers: Record<string, string>; body: string }): Promise<number> =>
  new Promise((resolve) => {
    const sending = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    sending.once('error', () => resolve(0))
    sending.end(body)
  })

/** Ends the database in the middle of what it does, and waits until it answers again. */
const restartDatabase = async (store: OwnStore): Promise<void> => {
  const { pid } = store.embedded
  process.kill(pid, 'SIGQUIT')
  await until('the database', async () => {
    if (store.embedded.pid === pid) return false
    return (await store.query('select 1').catch(() => null)) !== null
  })
}

const inLanes = async <Thing>(
  things: readonly Thing[],
  lanes: number,
  work: (thing: Thing) => Promise<void>,
): Promise<void> => {
  const left = [...things]
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let thing = left.shift(); thing !== undefined; thing = left.shift()) await work(thing)
    }),
  )
}

test('while the database goes away, each of 1,000 leads of every kind is answered 503 or is there once; sent again, all are', async (t) => {
  const store = await startOwnStore()
  const app = await startApp({ target: store.target, env: { TRUSTED_PROXIES: '127.0.0.1' } })
  try {
    await store.query('update foyer.orgs set key_rate_per_minute = 1000000')
    for (const [kind, sender] of kinds) {
      const source = await make(app, sender.settings)
      const ids = Array.from({ length: 1_000 }, (_, n) => `${kind.replace('_', '')}${String(n).padStart(4, '0')}`)
      const isRobot = (id: string): boolean => kind === 'form' && id.endsWith('7')
      const statusOf = new Map<string, number>()
      const round = (some: readonly string[], pauseMs: number): Promise<void> =>
        inLanes(some, 16, async (id) => {
          const more: Record<string, string> = isRobot(id) ? { subject_2: 'x' } : {}
          statusOf.set(id, await send(source.url, sender.post(source, id, more)))
          await sleep(pauseMs)
        })
      const sending = round(ids, 20)
      await sleep(300)
      await restartDatabase(store)
      await sending
      const unanswered = ids.filter((id) => statusOf.get(id) !== 200)
      t.diagnostic(`${kind}: ${unanswered.length} of ${ids.length} were answered 503`)
      assert.ok(unanswered.length > 0, 'the database was never missed')
      assert.deepEqual([...new Set(statusOf.values())].sort(), [200, 503], kind)

      const there = async (): Promise<Map<string, number>> => {
        const { rows } = await store.query(
          `select id, sum(n)::int as n from (
             select split_part(email, '@', 1) as id, 1 as n from foyer.leads where key_id = '${source.id}'
             union all
             select split_part(convert_from(body, 'UTF8')::jsonb #>> '{fields,email}', '@', 1), 1
             from foyer.all_deliveries where key_id = '${source.id}' and outcome = 'held') x group by id`,
        )
        return new Map(rows.map(({ id, n }: { id: string; n: number }) => [id, n]))
      }
      const atFirst = await there()
      for (const id of ids) {
        if (statusOf.get(id) === 200) assert.equal(atFirst.get(id), 1, `${id} was acknowledged`)
        else assert.ok((atFirst.get(id) ?? 0) <= 1, id)
      }
      // A connection that the database has closed is found to be gone by the request that uses it: that one is 503 too.
      await until('all are answered', async () => {
        await round(
          ids.filter((id) => statusOf.get(id) !== 200),
          0,
        )
        return [...statusOf.values()].every((status) => status === 200)
      })
      const inTheEnd = await there()
      // A robot's is held as often as it was stored; a lead is there once.
      for (const id of ids) assert.ok(isRobot(id) ? inTheEnd.has(id) : inTheEnd.get(id) === 1, id)
    }
  } finally {
    await app.stop()
    await store.stop()
  }
})

test('while the database goes away, 1,000 leads of Meta are announced twice, once or never: each is there once', async (t) => {
  const store = await startOwnStore()
  const running = await startMetaJobs({ target: store.target })
  let worker: { stop(): Promise<void> } | undefined
  try {
    const source = await running.joined()
    const leadIds: string[] = []
    await inLanes(
      Array.from({ length: 1_000 }, (_, n) => n),
      16,
      async (n) => {
        leadIds.push(await running.meta.fill(metaForms.kitchen, { email: `meta${n}@example.com`, isSilent: true }))
      },
    )
    const ofMeta = (leadId: string): object => notificationOf({ pageId: metaPages.alder, formId: metaForms.kitchen, leadId })
    const statusOf = new Map<string, number>()
    const tell = async (leadId: string): Promise<number> => {
      const { status } = await notify(running.app.url, ofMeta(leadId))
      statusOf.set(leadId, status)
      return status
    }
    // A tenth is never announced, a seventh twice.
    const told = leadIds.flatMap((leadId, n) => (n % 10 === 0 ? [] : n % 7 === 0 ? [leadId, leadId] : [leadId]))
    const telling = inLanes(told, 16, async (leadId) => {
      await tell(leadId)
      await sleep(20)
    })
    await sleep(300)
    await restartDatabase(store)
    await telling
    const unanswered = [...statusOf].flatMap(([leadId, status]) => (status === 200 ? [] : [leadId]))
    t.diagnostic(`${unanswered.length} of ${told.length} notifications were answered 503`)
    assert.ok(unanswered.length > 0, 'the database was never missed')
    assert.deepEqual([...new Set(statusOf.values())].sort(), [200, 503])
    const { rows } = await store.query(`select convert_from(body, 'UTF8') as body from foyer.inbox`)
    const stored = rows.map(({ body }: { body: string }) => body).join('\n')
    for (const [leadId, status] of statusOf)
      if (status === 200) assert.ok(stored.includes(leadId), `${leadId} was acknowledged`)
    // Meta sends half of them again, and gives the others up.
    for (const leadId of unanswered.filter((_, n) => n % 2 === 0))
      await until('an answer', async () => (await tell(leadId)) === 200)

    worker = await running.app.startWorker()
    const fetched = () => source.untilShown('what was announced', ({ announced, waiting }) => announced > 800 && waiting === 0)
    await until('the leads', async () => (await source.poll()).status === 200)
    await until('all of them', async () => (await source.leads()).length >= leadIds.length, { withinMs: 120_000 })
    const shown = await fetched()
    assert.deepEqual((await source.leads()).map((lead) => lead.external_id).sort(), leadIds.toSorted())
    assert.deepEqual([shown.failed, shown.announced + shown.found], [0, leadIds.length])
    assert.ok(shown.found >= 100, `${shown.found} were found by the poll`)
  } finally {
    await worker?.stop()
    await running.stop()
    await store.stop()
  }
})

test('requests of every kind that come three times each, shuffled and many at once, make each lead once', async () => {
  const app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  try {
    // A form without its script has no id of its own: its words are one.
    for (const [kind, sender, more] of [...kinds, ['form', senders.form, { _id: '' }] as const].map(
      ([kind, sender, more = {}]) => [kind, sender, more] as const,
    )) {
      const source = await make(app, sender.settings)
      const ids = Array.from({ length: 40 }, (_, n) => `many${String(n).padStart(2, '0')}`)
      const shuffled = [...ids, ...ids, ...ids].map((id) => ({ id, at: Math.random() })).toSorted((a, b) => a.at - b.at)
      const statuses = new Set<number>()
      await inLanes(shuffled, 16, async ({ id }) => {
        statuses.add(await send(source.url, sender.post(source, id, more)))
      })
      assert.deepEqual([...statuses], [200], kind)
      const leads = await app.database.inOrg(app.owner.orgId, (db) =>
        db.selectFrom('leads').select('email').where('key_id', '=', source.id).orderBy('email').execute(),
      )
      assert.deepEqual(
        leads.map(({ email }) => email),
        ids.map((id) => `${id}@example.com`),
        kind,
      )
    }
  } finally {
    await app.stop()
  }
})

test('a request is held on the disk before it is answered', async () => {
  const store = await startOwnStore()
  const app = await startApp({ target: store.target, env: { TRUSTED_PROXIES: '127.0.0.1' } })
  try {
    const source = await make(app, senders.form.settings)
    for (let turn = 0; turn < 3; turn++) {
      const ids = Array.from({ length: 8 }, (_, n) => `held${turn}${n}`)
      for (const id of ids) assert.equal(await send(source.url, senders.form.post(source, id, { subject_2: 'x' })), 200)
      const { pid } = store.embedded
      process.kill(pid, 'SIGQUIT')
      const found = await until('the database', async () => {
        if (store.embedded.pid === pid) return false
        const asked = store.query(
          `select convert_from(body, 'UTF8')::jsonb #>> '{fields,email}' as email from foyer.all_deliveries`,
        )
        return asked.catch(() => false as const)
      })
      const emails = found.rows.map(({ email }: { email: string }) => email)
      assert.deepEqual(
        ids.filter((id) => !emails.includes(`${id}@example.com`)),
        [],
        `of turn ${turn}`,
      )
    }
  } finally {
    await app.stop()
    await store.stop()
  }
})

test('no input of a source ever makes an opt-in', async () => {
  const app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  try {
    const names = fc.oneof(
      fc.constantFrom(
        ...[
          'opted_in_at',
          'opt_in',
          'optIn',
          'consent',
          'whatsapp',
          'email_proof',
          'basis',
          'obtained_at',
          'metadata',
          'contact_id',
        ],
        ...['name', 'phone', 'note', 'company', '_id', '_page', '_shown_ms', 'recognised', '__proto__', 'constructor'],
      ),
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }),
    )
    const values = fc.oneof(
      fc.constantFrom('true', 'yes', 'on', '1', '2026-11-27', '2026-11-27T10:00:00Z', 'opt-in', '{"opted_in_at":"2026-11-27"}'),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
      fc.constantFrom('+4915112345678', '+14155550100'),
    )
    const inputs = fc.array(fc.tuple(names, values), { maxLength: 8 })
    let n = 0
    for (const [kind, sender] of kinds) {
      const source = await make(app, sender.settings)
      await fc.assert(
        fc.asyncProperty(inputs, async (pairs) => {
          const sent = sender.post(source, `optin${n++}`, Object.fromEntries(pairs))
          assert.ok([200, 400].includes(await send(source.url, sent)), kind)
        }),
        { numRuns: 150 },
      )
    }
    await app.database.inOrg(app.owner.orgId, async (db) => {
      const leads = await db.selectFrom('leads').select(['consent']).where('via', '=', 'source').execute()
      assert.ok(leads.length > 100, `${leads.length} leads`)
      const optedIn = await db.selectFrom('contacts').select('id').where('opted_in_at', 'is not', null).execute()
      assert.deepEqual(optedIn, [])
    })
  } finally {
    await app.stop()
  }
})
