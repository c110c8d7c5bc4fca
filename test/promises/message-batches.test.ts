import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db, JobContext } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { AnyInboundWebhook } from '#core/inbound/inbound-webhook.ts'
import { readInbox, storeRequest } from '#core/inbound/webhook-events.ts'
import { makeLog } from '#core/log.ts'
import { makeTogether } from '#core/together.ts'
import { makeVault } from '#core/vault.ts'
import { foyer } from '#domains/catalogue.ts'
import { whatsappWebhook } from '#domains/conversations/whatsapp/whatsapp-webhook.ts'
import { resolveClaim } from '#domains/crm/identities/claimants.ts'
import { readPhone } from '#shapes/phones.ts'
import { usualCaps } from '#shapes/workflow-caps.ts'
import { parseWhatsappWebhook } from '../../server/providers/whatsapp/webhooks.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { bodyOf, connectNumber, messageChange, statusChange, type TestNumber } from '../support/messaging.ts'

/** Several stored requests read in one transaction leave what reading one after the other leaves. */
let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const rounds = Number(process.env.ROUNDS ?? 12)

// ── What is told ────────────────────────────────────────────────────────────────────────────────────────────────────

type Step = { readonly who: number; readonly on: number } & (
  | { readonly kind: 'text' | 'image' | 'reaction' | 'notice' | 'nameless' | 'echo' | 'entry' }
  | { readonly kind: 'shows'; readonly phone: boolean; readonly id: boolean }
  | { readonly kind: 'repeat'; readonly of: number }
  | { readonly kind: 'status'; readonly of: number; readonly state: 'sent' | 'delivered' | 'read' | 'failed' }
  | { readonly kind: 'moves' }
)

/** By the first a person has a number, by the second a number and an id, by the third an id. */
const personOf = (who: number): { waId?: string; userId?: string } => ({
  ...(who !== 2 && { waId: `491511260000${who}` }),
  ...(who !== 0 && { userId: `DE.${who}` }),
})

const where = { who: fc.nat(2), on: fc.nat(1) }
/** What comes to the same in any order. */
const orderless: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ ...where, kind: fc.constantFrom('text', 'image', 'reaction', 'notice') }) },
  { weight: 2, arbitrary: fc.record({ ...where, kind: fc.constant('repeat'), of: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...where,
      kind: fc.constant('status'),
      of: fc.nat(2),
      state: fc.constantFrom('sent', 'delivered', 'read', 'failed'),
    }),
  },
)
const ordered: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: orderless },
  { weight: 1, arbitrary: fc.record({ ...where, kind: fc.constantFrom('nameless', 'echo', 'entry', 'moves') }) },
  { weight: 1, arbitrary: fc.record({ ...where, kind: fc.constant('shows'), phone: fc.boolean(), id: fc.boolean() }) },
)

/** A request; null is one that cannot be read. */
type Request = readonly Step[] | null
const requestsOf = (step: fc.Arbitrary<Step>): fc.Arbitrary<Request[]> =>
  fc.array(fc.option(fc.array(step, { minLength: 1, maxLength: 3 }), { freq: 12, nil: null }), { minLength: 2, maxLength: 14 })

/** What forms said before: a number with an address of one of two. */
type Claimed = { readonly who: number; readonly address: number }
const claims: fc.Arbitrary<Claimed[]> = fc.array(fc.record({ who: fc.nat(1), address: fc.nat(1) }), { maxLength: 3 })

const begunMs = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000
const unreadable = 'not json'

/** The bodies of requests: the n-th message of all has the n-th second. */
const bodiesOf = (requests: readonly Request[], numbers: readonly TestNumber[]): string[] => {
  let count = 0
  const changeOf = (step: Step): object => {
    const n = count++
    const number = numbers[step.on] as TestNumber
    const { waId, userId } = personOf(step.who)
    const of = { ...personOf(step.who), name: `Person ${step.who}`, id: `wamid.${n}`, atMs: begunMs + n * 1_000, text: `${n}` }
    const phone = waId ?? '4915112600009'
    const more = (field: string, told: object) => ({
      field,
      value: {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '15550100', phone_number_id: number.phoneNumberId },
        ...told,
      },
    })
    switch (step.kind) {
      case 'text':
        return messageChange(number, of)
      case 'nameless':
        return messageChange(number, { ...of, name: ' ' })
      case 'image':
        return messageChange(number, { ...of, message: { type: 'image', image: { id: `${n}`, mime_type: 'image/png' } } })
      case 'reaction':
        return messageChange(number, {
          ...of,
          message: { type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } },
        })
      case 'notice':
        return messageChange(number, {
          ...of,
          message: { type: 'system', system: { body: 'x', type: 'customer_identity_changed' } },
        })
      case 'moves':
        return messageChange(number, {
          ...of,
          message: { type: 'system', system: { body: 'x', type: 'user_changed_number', wa_id: `${phone}9` } },
        })
      case 'shows':
        return messageChange(number, {
          ...{ name: of.name, id: of.id, atMs: of.atMs, text: of.text },
          ...((step.phone || !step.id) && { waId: waId ?? phone }),
          ...(step.id && { userId: userId ?? `DE.${step.who}` }),
        })
      case 'repeat':
        return messageChange(number, {
          ...personOf(0),
          name: 'Person 0',
          id: `wamid.again.${step.of}`,
          text: 'again',
          atMs: begunMs,
        })
      case 'status':
        return statusChange(number, { id: `wamid.ours.${step.of}`, status: step.state, atMs: begunMs + n * 1_000 })
      case 'echo':
        return more('smb_message_echoes', {
          message_echoes: [
            {
              ...{ from: '15550100', to: phone, id: `wamid.ours.${step.who}`, timestamp: `${begunMs / 1_000}` },
              ...{ type: 'text', text: { body: 'Ours' } },
            },
          ],
        })
      case 'entry':
        return more('smb_app_state_sync', {
          state_sync: [{ type: 'contact', action: 'add', contact: { full_name: 'From the book', phone_number: phone } }],
        })
    }
  }
  return requests.map((steps) =>
    steps === null ? unreadable : bodyOf({ number: numbers[0] as TestNumber, changes: steps.map(changeOf) }),
  )
}

// ── How it is read ──────────────────────────────────────────────────────────────────────────────────────────────────

const reader = readInbox([whatsappWebhook as AnyInboundWebhook])
const { together } = reader
if (!together) throw new Error('requests are not read in batches')

/** What kills the process, as the database sees it: nothing of the transaction is there. */
const killed = Object.assign(new Error('killed'), { code: '57P01' })

/** `diesAt`: of the transactions, those that end before they commit; then nothing goes on until `revive`. */
const contextFor = (diesAt: ReadonlySet<number>, fetched: string[]): JobContext & { revive(): void } => {
  let begun = 0
  let isDead = false
  return {
    revive: () => {
      isDead = false
    },
    ports: { messaging: { parseWebhook: parseWhatsappWebhook } } as unknown as JobContext['ports'],
    log: makeLog({ level: 'silent' }),
    now: () => new Date(),
    newId,
    settings: {
      ...{
        publicUrl: app.url,
        uploadMaxBytes: 0,
        allowedOriginDomain: undefined,
        allowedTargets: [],
        hasSandbox: false,
        strangers: { openOfRecipient: 5, mailsADayOfRecipient: 10, bookingsAnHourOfNetwork: 60 },
        workflows: usualCaps,
        crmStallMs: 600_000,
        crmGiveUpMs: 3_600_000,
        aiFirstTextMs: 20_000,
        aiAnswerMs: 120_000,
        mailPollMs: 60_000,
        mailFirstDays: 90,
        calendarPollMs: 300_000,
      },
      ...{ retention: { eventsDays: 180, auditDays: 365 }, uploadsMost: { files: 1, bytes: 1 } },
    },
    inOrg: (orgId, work) => {
      isDead ||= diesAt.has(begun++)
      const dies = isDead
      const ordered: string[] = []
      return app.database
        .inOrg(orgId, async (db) => {
          orderedIn.set(db, ordered)
          const done = await work(db)
          if (dies) throw killed
          return done
        })
        .then((done) => {
          fetched.push(...ordered)
          return done
        })
    },
    db: app.database.db,
    jobId: newId(),
    signal: new AbortController().signal,
    emitIn: async () => {},
    enqueueIn: async (db, { name }, data) => {
      orderedIn.get(db)?.push(`${name} ${(data as { messageId?: string }).messageId?.slice(0, 0) ?? ''}`)
    },
    vault: makeVault(Buffer.alloc(32)),
    within: foyer.within,
    together: makeTogether(app.database.inOrg),
  }
}
/** The jobs that a transaction orders: they are there when it commits. */
const orderedIn = new WeakMap<Db, string[]>()

/** A workspace with the requests stored, and their ids in the order in which they came. */
const stored = async (requests: readonly Request[], claimed: readonly Claimed[]) => {
  const { orgId } = await app.given.organization()
  for (const { who, address } of claimed) {
    const said = {
      phone: readPhone(`+${personOf(who).waId}`, null),
      email: `person${address}@example.com`,
      name: `Person ${who}`,
    }
    await app.database.inOrg(orgId, (db) => resolveClaim(db, orgId, said, { source: 'lead', order: ['email', 'phone'] }))
  }
  const numbers = [await connectNumber(app, orgId), await connectNumber(app, orgId)]
  const ids: string[] = []
  await app.database.inOrg(orgId, async (db) => {
    for (const [n, text] of bodiesOf(requests, numbers).entries()) {
      const request = { method: 'POST', url: '/gateway', headers: {}, body: Buffer.from(text) }
      const sender = { orgId, connectionId: numbers[0]?.connectionId ?? null, key: `${n}` }
      ids.push((await storeRequest(db, whatsappWebhook as AnyInboundWebhook, request, sender)) as string)
    }
  })
  return { orgId, ids, fetched: [] as string[] }
}
type Stored = Awaited<ReturnType<typeof stored>>

const readSingly = async ({ orgId, ids, fetched }: Stored): Promise<void> => {
  const context = contextFor(new Set(), fetched)
  for (const inboxId of ids) await reader.run({ orgId, inboxId }, context)
}

/** Reads these together, again and again until none fails, as the queue does. */
const readTogether = async (orgId: string, ids: readonly string[], context: ReturnType<typeof contextFor>): Promise<void> => {
  let left = ids
  for (let tries = 0; left.length > 0; tries++) {
    assert.ok(tries < 20, 'they are read in the end')
    context.revive()
    const errors = await together.run(
      left.map((inboxId) => ({ orgId, inboxId })),
      context,
    )
    left = left.filter((_, at) => errors.has(at))
  }
}

const inBatches = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size))

// ── What stands in the end ──────────────────────────────────────────────────────────────────────────────────────────

/** By what the outside calls things, for ids differ. */
const standing = async ({ orgId, ids, fetched }: Stored) =>
  app.database.inOrg(orgId, async (db) => {
    const rowsOf = async (query: ReturnType<typeof sql>): Promise<unknown[]> => (await query.execute(db)).rows
    /** A person by all that they are found by. */
    const label = sql`(select string_agg(coalesce(k.value, case k.kind when 'email' then p.email else p.phone end), ' ' order by k.kind, k.value, p.phone)
      from contacts p join contact_keys k on k.org_id = p.org_id and k.contact_id = p.id
      where p.org_id = ${orgId} and coalesce(p.root_id, p.id) = coalesce(c.root_id, c.id))`
    return {
      people: await rowsOf(sql`
        select ${label} as person, c.full_name from contacts c where c.org_id = ${orgId} and c.root_id is null order by 1`),
      messages: await rowsOf(sql`
        select m.provider_message_id, m.kind, m.body, m.direction, m.state, m.error_code, m.reply_to, m.address, m.at, m.content,
          ${label} as person, m.deal_id is not null as has_deal
        from messages m join contacts c on c.org_id = m.org_id and c.id = m.contact_id where m.org_id = ${orgId} order by 1`),
      threads: await rowsOf(sql`
        select ${label} as person, v.session_status, v.channel, v.last_preview, v.last_direction, v.last_message_at, v.whatsapp_inbound_at,
          v.last_inbound_at is not null as is_answered, v.deal_id is not null as has_deal
        from conversations v join contacts c on c.org_id = v.org_id and c.id = v.id
        where v.org_id = ${orgId} and not v.is_merged order by 1`),
      deals: await rowsOf(sql`
        select ${label} as person, d.name, d.state, d.responded_at is not null as is_answered,
          (select count(*)::int from tasks t where t.org_id = d.org_id and t.deal_id = d.id) as tasks
        from deals d join contacts c on c.org_id = d.org_id and c.id = d.contact_id where d.org_id = ${orgId} order by 1, 2`),
      claims: await rowsOf(sql`
        select ${label} as person, l.value, l.state from contact_claims l join contacts c on c.org_id = l.org_id and c.id = l.contact_id
        where l.org_id = ${orgId} order by 1, 2`),
      proofs: await rowsOf(sql`
        select ${label} as person, k.kind, k.proof from contact_keys k join contacts c on c.org_id = k.org_id and c.id = k.contact_id
        where k.org_id = ${orgId} order by 1, 2, 3`),
      states: await rowsOf(sql`
        select id, state, sent_at, delivered_at, read_at, failed_at from message_states where org_id = ${orgId} order by 1`),
      told: await rowsOf(sql`
        select e.type, m.provider_message_id, count(*)::int from events e
        left join messages m on m.org_id = e.org_id and m.id = e.subject_id
        where e.org_id = ${orgId} and e.type in ('message.received', 'message.written', 'deal.created', 'task.changed')
        group by 1, 2 order by 1, 2`),
      requests: await rowsOf(sql`
        select array_position(${ids}::uuid[], id) as n, state, error is not null as has_error from inbox
        where org_id = ${orgId} order by 1`),
      fetched: fetched.toSorted(),
    }
  })

/** The messages of each sender in the order in which they came in here. Two senders may turn out to be one person later. */
const orderIn = ({ orgId }: Stored): Promise<unknown[]> =>
  app.database.inOrg(orgId, async (db) => {
    const { rows } = await sql<{ sender: string; id: string }>`
      select coalesce(m.address, m.content #>> '{sender,user_id}') as sender, m.provider_message_id as id from messages m
      where m.org_id = ${orgId} and m.direction = 'in' order by m.created_at, m.id`.execute(db)
    return [...Map.groupBy(rows, ({ sender }) => sender).values()].map((theirs) => theirs.map(({ id }) => id)).sort()
  })

test('requests read in batches leave what reading them one by one leaves, also where a worker is killed between', async () => {
  await fc.assert(
    fc.asyncProperty(
      requestsOf(ordered),
      claims,
      fc.integer({ min: 2, max: 14 }),
      fc.uniqueArray(fc.nat(12), { maxLength: 3 }),
      async (requests, claimed, size, diesAt) => {
        const [singly, batched] = [await stored(requests, claimed), await stored(requests, claimed)]
        await readSingly(singly)
        const context = contextFor(new Set(diesAt), batched.fetched)
        for (const batch of inBatches(batched.ids, size)) await readTogether(batched.orgId, batch, context)
        assert.deepEqual(await standing(batched), await standing(singly))
        assert.deepEqual(await orderIn(batched), await orderIn(singly))
      },
    ),
    { numRuns: rounds },
  )
})

test('two workers that read the same requests at once, in batches of their own, leave each message once', async () => {
  await fc.assert(
    fc.asyncProperty(
      requestsOf(orderless),
      claims,
      fc.integer({ min: 2, max: 6 }),
      fc.integer({ min: 2, max: 6 }),
      async (requests, claimed, oneSize, otherSize) => {
        const [singly, batched] = [await stored(requests, claimed), await stored(requests, claimed)]
        await readSingly(singly)
        await Promise.all(
          [inBatches(batched.ids, oneSize), inBatches(batched.ids, otherSize).toReversed()].map(async (batches) => {
            const context = contextFor(new Set(), batched.fetched)
            for (const batch of batches) await readTogether(batched.orgId, batch, context)
          }),
        )
        assert.deepEqual(await standing(batched), await standing(singly))
      },
    ),
    { numRuns: rounds },
  )
})
