import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { isRace } from '#db/races.ts'
import { foyer } from '#domains/catalogue.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { readPhone } from '#shapes/phones.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { react } from '#test/support/reactions.ts'
import { openDealFor } from '../deals/deals.ts'
import { resolveClaim } from './claimants.ts'
import { resolveContact } from './identities.ts'
import { canonicalContactOf } from './merge-groups.ts'

const site = 'https://www.example.com'
let app: TestApp
before(async () => {
  app = await startApp({
    env: { TRUSTED_PROXIES: '127.0.0.1', ALLOWED_ORIGIN_DOMAIN: 'foyer.test', PUBLIC_URL: 'https://foyer.test' },
  })
})
after(() => app.stop())

let calls = 0
/** As an anonymous caller, from a new address each time. */
const fromOutside = async (
  path: string,
  body: object,
  token = '',
): Promise<{ status: number; body: Record<string, unknown> }> => {
  calls++
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `203.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
      ...(path !== '/gateway' && { origin: site }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const emailOf = (n: number): string => `person${n}@example.com`
const numberOf = (n: number): string => `+49151123456${n}0`

/** A workspace with its steps; each checks at once what must hold. */
const givenWorkspace = async () => {
  const owner: Someone = await app.given.organization()
  const { orgId } = owner
  const key = (await app.given.key(owner.orgId)).text
  const { body } = await app.call('create-chat-widget', { name: 'Website', allowedOrigins: [site] }, owner)
  const widgetId = (body as unknown as { widget: { id: string } }).widget.id
  const inOrg = <T>(work: (db: Db) => Promise<T>): Promise<T> => app.database.inOrg(orgId, work)
  const settled = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    for (let tries = 0; ; tries++) {
      try {
        return await inOrg(work)
      } catch (error) {
        if (!isRace(error) || tries > 9) throw error
      }
    }
  }
  const sessions: { id: string; token: string; lines: string[]; projectId: string | null }[] = []
  for (let n = 0; n < 3; n++) {
    const { body: begun } = await fromOutside('/functions/v1/start-web-chat', { widgetId })
    sessions.push({ id: String(begun.sessionId), token: String(begun.token), lines: [], projectId: null })
  }
  let counter = 0
  /** Merges that members made and did not take back: the only way by which two contacts become one. */
  const standing = new Set<string>()

  const checkAll = async (): Promise<void> => {
    await inOrg(async (db) => {
      const merges = await db
        .selectFrom('contact_merges')
        .select(['id', 'person_id', 'undone_at'])
        .where('org_id', '=', orgId)
        .execute()
      for (const merge of merges.filter(({ undone_at }) => undone_at === null))
        assert.ok(merge.person_id !== null && standing.has(merge.id), 'joined without a member')
      const words = await db
        .selectFrom('messages')
        .select(['contact_id', 'channel', 'address', 'direction', 'is_unverified'])
        .where('org_id', '=', orgId)
        .where('channel', '<>', 'note')
        .execute()
      const keys = await db
        .selectFrom('contact_keys')
        .select(['contact_id', 'kind', 'proof'])
        .where('org_id', '=', orgId)
        .execute()
      for (const [record, theirs] of Map.groupBy(words, ({ contact_id }) => contact_id)) {
        assert.equal(
          new Set(theirs.map(({ channel, address }) => `${channel} ${address}`)).size,
          1,
          'a record is one session or one number',
        )
        const [first] = theirs
        const proofs = keys.filter(({ contact_id }) => contact_id === record).map(({ proof }) => proof)
        if (first?.channel === 'web_chat')
          // What a lead with a confirmed address adds leads to no contact while another has it, as on any contact.
          assert.ok(
            proofs.every((proof) => proof === 'member' || (proof === 'added' && proofs.includes('member'))),
            'a session owns what a member confirmed, and what came with that',
          )
        else assert.ok(proofs.includes('message'))
        assert.ok(!proofs.includes('added') || first?.channel !== 'whatsapp' || proofs.includes('message'))
        for (const { direction, channel, is_unverified } of theirs)
          if (direction === 'in') assert.equal(is_unverified, channel === 'web_chat')
      }
    })
    for (const session of sessions) {
      const { body: read } = await fromOutside('/functions/v1/read-web-chat', { sessionId: session.id }, session.token)
      const texts = (read.messages as { text: string }[]).map(({ text }) => text)
      assert.deepEqual(texts, session.lines, 'a session reads its own words and the answers to them')
    }
  }

  const writes = (n: number) =>
    settled(async (db) => {
      const phone = readPhone(numberOf(n), null)
      const { contactId, recordId } = await resolveContact(db, orgId, foyer.within, { phone }, 'whatsapp')
      const { dealId } = await openDealFor(db, orgId, { contactId, kind: 'whatsapp', name: numberOf(n), cause: 'whatsapp' })
      await recordMessage(db, orgId, {
        ...{ contactId: recordId, dealId, channel: 'whatsapp', direction: 'in', kind: 'text', body: `said ${++counter}` },
        ...{ address: numberOf(n).slice(1), providerMessageId: `wamid.${newId()}` },
      })
    })

  const says = async (s: number) => {
    const session = sessions[s] as (typeof sessions)[number]
    const message = `web ${++counter}`
    const said = await fromOutside(
      '/functions/v1/log-web-chat',
      { sessionId: session.id, message, role: 'user' },
      session.token,
    )
    assert.equal(said.status, 200, JSON.stringify(said.body))
    session.projectId = String(said.body.projectId)
    session.lines.push(message)
  }

  const claims = async (s: number, n: number) => {
    const session = sessions[s] as (typeof sessions)[number]
    const body = { sessionId: session.id, email: emailOf(n) }
    assert.equal((await fromOutside('/functions/v1/identify-web-visitor', body, session.token)).status, 200)
  }

  const leads = async (email: number, number: number) => {
    const sent = { email: emailOf(email), phone: numberOf(number), name: `Person ${email}` }
    assert.equal((await app.post(sent, key)).status, 200)
    for (;;) if ((await react(app, 'identities')) === 0) break
  }

  const fillsIn = async (email: number, number: number) => {
    const sent = {
      type: 'prd',
      orgId,
      clientName: `Person ${email}`,
      businessName: 'B',
      clientEmail: emailOf(email),
      phone: numberOf(number),
    }
    assert.equal((await fromOutside('/gateway', sent)).status, 200)
  }

  const rings = (n: number) =>
    settled((db) => resolveClaim(db, orgId, { phone: readPhone(numberOf(n), null) }, { source: 'voice', order: ['phone'] }))

  /** A member replies to the last inbound message of a thread: it reaches that session or number, and no other. */
  const answers = async (at: number) => {
    const threads = await inOrg((db) =>
      db
        .selectFrom('conversations')
        .select(['id', 'deal_id'])
        .where('org_id', '=', orgId)
        .where('is_merged', '=', false)
        .orderBy('id')
        .execute(),
    )
    const thread = threads[at % Math.max(1, threads.length)]
    if (!thread?.deal_id) return
    const last = await inOrg(async (db) => {
      const rows = await db
        .selectFrom('messages')
        .innerJoin('contacts', (join) =>
          join.onRef('contacts.org_id', '=', 'messages.org_id').onRef('contacts.id', '=', 'messages.contact_id'),
        )
        .select(['messages.id', 'messages.channel', 'messages.address'])
        .where('messages.org_id', '=', orgId)
        .where('messages.direction', '=', 'in')
        .where((row) => row.or([row('contacts.id', '=', thread.id), row('contacts.root_id', '=', thread.id)]))
        .orderBy('messages.at', 'desc')
        .orderBy('messages.id', 'desc')
        .limit(1)
        .execute()
      return rows[0]
    })
    const message = `secret ${++counter}`
    const sent = await app.call(
      'reply-chat',
      { projectId: thread.deal_id, clientMessageId: crypto.randomUUID(), message },
      owner,
    )
    if (last?.channel === 'web_chat') {
      assert.equal(sent.status, 200, JSON.stringify(sent.body))
      sessions.find(({ id }) => id === last.address)?.lines.push(message)
    } else assert.ok(['no_channel', 'whatsapp_not_connected'].includes(String(sent.body.code)), JSON.stringify(sent.body))
  }

  const decides = async (at: number, accept: boolean) => {
    const open = await inOrg((db) =>
      db
        .selectFrom('contact_claims')
        .select('id')
        .where('org_id', '=', orgId)
        .where('state', '=', 'open')
        .orderBy('id')
        .execute(),
    )
    const claim = open[at % Math.max(1, open.length)]
    if (!claim) return
    const { status, body: decided } = await app.call('decide-claim', { claimId: claim.id, accept }, owner)
    assert.equal(status, 200, JSON.stringify(decided))
    if (decided.mergeId) standing.add(String(decided.mergeId))
  }

  const undoes = async (at: number) => {
    const mergeId = [...standing][at % Math.max(1, standing.size)]
    if (!mergeId) return
    assert.equal((await app.call('undo-merge', { mergeId }, owner)).status, 200)
    standing.delete(mergeId)
  }

  return {
    owner,
    orgId,
    inOrg,
    sessions,
    writes,
    says,
    claims,
    leads,
    fillsIn,
    rings,
    answers,
    decides,
    undoes,
    checkAll,
  }
}

type Workspace = Awaited<ReturnType<typeof givenWorkspace>>

const nth = fc.nat({ max: 2 })
const step: fc.Arbitrary<(workspace: Workspace) => Promise<unknown>> = fc.oneof(
  nth.map((n) => (w: Workspace) => w.writes(n)),
  nth.map((s) => (w: Workspace) => w.says(s)),
  fc.tuple(nth, nth).map(
    ([s, n]) =>
      (w: Workspace) =>
        w.claims(s, n),
  ),
  fc.tuple(nth, nth).map(
    ([e, n]) =>
      (w: Workspace) =>
        w.leads(e, n),
  ),
  fc.tuple(nth, nth).map(
    ([e, n]) =>
      (w: Workspace) =>
        w.fillsIn(e, n),
  ),
  nth.map((n) => (w: Workspace) => w.rings(n)),
  fc.nat({ max: 9 }).map((at) => (w: Workspace) => w.answers(at)),
  fc.tuple(fc.nat({ max: 9 }), fc.boolean()).map(
    ([at, accept]) =>
      (w: Workspace) =>
        w.decides(at, accept),
  ),
  fc.nat({ max: 9 }).map((at) => (w: Workspace) => w.undoes(at)),
)

test('any order of forms, leads, chats, calls, messages, claims, decisions and undos joins no contacts without proof or a member, and shows no session another’s data', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      const workspace = await givenWorkspace()
      for (const each of steps) await each(workspace)
      await workspace.checkAll()
    }),
    { numRuns: Number(process.env.ROUNDS ?? 12) },
  )
})

test('a number that a later claim gave to a contact does not lead to that contact until a member confirms it or no other contact has it', async () => {
  const w = await givenWorkspace()
  // Alice is known by her address. A stranger sends a lead with it and a number of their own, and writes from there.
  await app.post({ email: emailOf(0), name: 'Alice' }, (await app.given.key(w.orgId)).text)
  const alice = await w.inOrg((db) =>
    db.selectFrom('contacts').select('id').where('email', '=', emailOf(0)).executeTakeFirstOrThrow(),
  )
  await w.leads(0, 1)
  await w.writes(1)
  const stranger = await w.inOrg((db) =>
    db.selectFrom('messages').select('contact_id').where('channel', '=', 'whatsapp').executeTakeFirstOrThrow(),
  )
  assert.notEqual(stranger.contact_id, alice.id)
  assert.equal(await w.inOrg((db) => canonicalContactOf(db, w.orgId, stranger.contact_id)), stranger.contact_id)
  const shown = (await app.call('show-contact', { contactId: alice.id }, w.owner)).body as unknown as {
    contact: { phone: string | null }
    claims: { value: string; known_as: { id: string } | null }[]
  }
  assert.equal(shown.contact.phone, null, 'what turned out to be another sender’s is not shown as hers')
  assert.deepEqual(
    shown.claims.map(({ value, known_as }) => [value, known_as?.id]),
    [[numberOf(1), stranger.contact_id]],
  )
})

test('a number that came with the lead that made a contact leads to it, once a message proves it', async () => {
  const w = await givenWorkspace()
  await w.leads(0, 0)
  await w.writes(0)
  const contacts = await w.inOrg((db) => db.selectFrom('contacts').select('id').where('org_id', '=', w.orgId).execute())
  assert.equal(contacts.length, 1)
  await w.checkAll()
})

test('one form with the address of one client and the number of another merges no contacts, and proposes it to members', async () => {
  const w = await givenWorkspace()
  for (const client of [
    { name: 'Carol', email: emailOf(0) },
    { name: 'Dave', phone: numberOf(1) },
  ])
    assert.equal((await app.call('create-deal', { client }, w.owner)).status, 200)
  await w.fillsIn(0, 1)
  const contacts = await w.inOrg((db) =>
    db.selectFrom('contacts').select(['id', 'full_name', 'root_id', 'email']).orderBy('id').execute(),
  )
  assert.deepEqual(
    contacts.map(({ full_name, root_id, email }) => [full_name, root_id, email]),
    [
      ['Carol', null, emailOf(0)],
      ['Dave', null, null],
    ],
  )
  const shown = (await app.call('show-contact', { contactId: contacts[1]?.id }, w.owner)).body as unknown as {
    claims: { value: string; source: string; known_as: { id: string } | null }[]
  }
  assert.deepEqual(
    shown.claims.map(({ value, source, known_as }) => [value, source, known_as?.id]),
    [[emailOf(0), 'prd', contacts[0]?.id]],
  )
  // Typed by a member it is refused, and says with whom.
  const both = await app.call('create-deal', { client: { name: 'X', email: emailOf(0), phone: numberOf(1) } }, w.owner)
  assert.deepEqual([both.status, both.body.code], [409, 'contact_taken'])
})
