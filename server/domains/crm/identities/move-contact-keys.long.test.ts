import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { Db, JobContext } from '#core/context.ts'
import { newId, nilId } from '#core/ids.ts'
import { makeLog } from '#core/log.ts'
import { isRace } from '#db/races.ts'
import { foyer } from '#domains/catalogue.ts'
import { readPhone } from '#shapes/phones.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { putBack } from '#test/support/rows-of-before.ts'
import { resolveClaim } from './claimants.ts'
import { resolveContact } from './identities.ts'
import type { Who } from './identity-keys.ts'
import { mergeContacts } from './merges.ts'
import { moveContactKeys, moveNextKeys } from './move-contact-keys.ts'
import { resolvePlainly } from './plain-people.ts'

let app: TestApp
before(async () => {
  app = await startApp({ alone: true })
})
after(() => app.stop())

const inOrg = <T>(owner: Someone, work: (db: Db) => Promise<T>): Promise<T> => app.database.inOrg(owner.orgId, work)

const throughRaces = async <T>(owner: Someone, work: (db: Db) => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries++) {
    try {
      return await inOrg(owner, work)
    } catch (error) {
      if (!isRace(error) || tries > 8) throw error
    }
  }
}

const runJob = async (signal = new AbortController().signal): Promise<void> => {
  const context = { db: app.database.db, inOrg: app.database.inOrg, signal, log: makeLog({ level: 'silent' }) }
  await moveContactKeys.run({}, context as unknown as JobContext)
}

const moveSome = (owner: Someone, most: number) => inOrg(owner, (db) => moveNextKeys(db, owner.orgId, nilId, most))
const setBack = (owner: Someone, share = 1) => asOwner(app.target, (client) => putBack(client, owner.orgId, share))

// ── What comes ──────────────────────────────────────────────────────────────────────────────────────────────────────

const emails = ['ada@a.example', 'bob@b.example', 'cid@c.example']
const phones = ['+4930901820', '+4930901821', '+4930901822']
const who = fc.record({
  email: fc.option(fc.constantFrom(...emails), { nil: null }),
  phone: fc.option(fc.constantFrom(...phones), { nil: null }),
  whatsappUserId: fc.option(fc.constantFrom('DE.1', 'DE.2'), { nil: null }),
})
const step = fc.oneof(
  fc.record({ what: fc.constant('lead' as const), who }),
  fc.record({ what: fc.constant('message' as const), who }),
  fc.record({ what: fc.constant('messages' as const), who, other: who }),
  fc.record({ what: fc.constant('claim' as const), who }),
  fc.record({
    what: fc.constant('edit' as const),
    at: fc.nat(5),
    email: fc.option(fc.constantFrom(...emails), { nil: undefined }),
    phone: fc.option(fc.constantFrom(...phones, ''), { nil: undefined }),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Given = { email: string | null; phone: string | null; whatsappUserId: string | null }

const read = ({ phone, ...given }: Given): Who => ({ ...given, phone: phone === null ? null : readPhone(phone, null) })

const take = async (owner: Someone, key: string, did: Step): Promise<unknown> => {
  const { orgId } = owner
  switch (did.what) {
    case 'lead': {
      const { email, phone } = did.who
      if (email === null && phone === null) return null
      const { status } = await app.post({ ...(email && { email }), ...(phone && { phone }), extra: 'x' }, key)
      return status
    }
    case 'message':
      return throughRaces(owner, (db) => resolveContact(db, orgId, foyer.within, read(did.who), 'whatsapp')).then(
        ({ isNew }) => isNew,
      )
    case 'messages':
      return throughRaces(owner, (db) => resolvePlainly(db, orgId, [read(did.who), read(did.other)])).then(({ found }) =>
        found.map((each) => each !== null),
      )
    case 'claim':
      return throughRaces(owner, (db) =>
        resolveClaim(db, orgId, read(did.who), { source: 'prd', order: ['email', 'phone', 'whatsapp'] }),
      ).then(({ isNew }) => isNew)
    case 'edit': {
      const contacts = await contactsOf(owner)
      const contact = contacts[did.at % Math.max(contacts.length, 1)]
      if (!contact) return null
      const { email, phone } = did
      const change = { ...(email !== undefined && { email }), ...(phone !== undefined && { phone: phone || null }) }
      const { status, body } = await app.call('update-contact', { contactId: contact.id, ...change }, owner)
      return [status, body.code ?? null]
    }
  }
}

const contactsOf = (owner: Someone) =>
  inOrg(owner, (db) =>
    db.selectFrom('contacts').select(['id', 'email', 'phone', 'full_name', 'root_id']).orderBy('id').execute(),
  )

/** People and what they are found by, without ids. */
const stateOf = async (owner: Someone): Promise<unknown> =>
  inOrg(owner, async (db) => {
    const contacts = await contactsOf(owner)
    const shown = new Map(contacts.map((contact) => [contact.id, contact]))
    const keys = await db.selectFrom('contact_keys').selectAll().execute()
    const claims = await db.selectFrom('contact_claims').select(['contact_id', 'kind', 'value', 'state']).execute()
    const leads = await db.selectFrom('leads').select(['contact_id', 'email', 'phone']).execute()
    const of = <T extends { contact_id: string }>(rows: readonly T[], root: string, text: (row: T) => unknown[]): string[] =>
      rows
        .filter(({ contact_id }) => (shown.get(contact_id)?.root_id ?? contact_id) === root)
        .map((row) => text(row).join(' '))
        .sort()
    const people = contacts
      .filter(({ root_id }) => root_id === null)
      .map(({ id }) => ({
        keys: of(keys, id, ({ kind, value, proof, contact_id }) => {
          const { email, phone } = shown.get(contact_id) ?? {}
          return [kind, kind === 'email' ? email : kind === 'phone' ? phone : value, proof]
        }),
        claims: of(claims, id, ({ kind, value, state }) => [kind, value, state]),
        leads: of(leads, id, ({ email, phone }) => [email, phone]),
      }))
    return people.map((person) => JSON.stringify(person)).sort()
  })

test('leads, messages, claims and edits have the same outcome before, while and after keys are moved into the rows of contacts', async () => {
  const moment = fc.oneof(
    { weight: 5, arbitrary: step.map((did) => ({ did })) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }).map((most) => ({ most })) },
    { weight: 1, arbitrary: fc.constantFrom(0.5, 1).map((share) => ({ share })) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 3, maxLength: 14 }), async (moments) => {
      const [plain, moved] = [await app.given.organization(), await app.given.organization()]
      const keyOf = async (owner: Someone) => (await app.given.key(owner.orgId)).text
      const [plainKey, movedKey] = [await keyOf(plain), await keyOf(moved)]
      for (const each of moments) {
        if ('share' in each) await setBack(moved, each.share)
        else if ('most' in each) await moveSome(moved, each.most)
        else assert.deepEqual(await take(moved, movedKey, each.did), await take(plain, plainKey, each.did))
      }
      assert.deepEqual(await stateOf(moved), await stateOf(plain))
      await moveSome(moved, 1_000)
      assert.deepEqual(await stateOf(moved), await stateOf(plain), 'after the move')
    }),
    { numRuns: 25 },
  )
})

// ── What is shown ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Every page and file that shows contacts, leads or requests. */
const pagesOf = async (owner: Someone, keyId: string): Promise<unknown> => {
  const call = async (name: string, input: object = {}) => {
    const { status, body } = await app.call(name, input, owner)
    assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
    return body as Record<string, unknown>
  }
  const ids = async (table: 'contacts' | 'leads' | 'all_deliveries') =>
    inOrg(owner, async (db) => (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id))
  const each = async (name: string, field: string, of: readonly string[]) => {
    const shown: unknown[] = []
    for (const id of of) shown.push(await call(name, { [field]: id }))
    return shown
  }
  const walk = async (filter: object): Promise<unknown[]> => {
    const seen: unknown[] = []
    for (let cursor: unknown; ; ) {
      const page = await call('list-deliveries', { ...filter, limit: 3, ...(cursor ? { cursor } : {}) })
      seen.push(page.deliveries)
      if (!page.next_cursor) return seen
      cursor = page.next_cursor
    }
  }
  return {
    contacts: await call('list-contacts', { limit: 100 }),
    contact: await each('show-contact', 'contactId', await ids('contacts')),
    leads: await call('list-leads', { limit: 100 }),
    lead: await each('show-lead', 'leadId', await ids('leads')),
    deliveries: await walk({}),
    ofKey: await walk({ keyId }),
    accepted: await walk({ outcome: 'accepted' }),
    rejected: await walk({ keyId, outcome: 'rejected' }),
    delivery: await each('show-delivery', 'deliveryId', await ids('all_deliveries')),
    key: await call('show-key', { keyId }),
    file: await (
      await fetch(`${app.url}/download/export-leads`, { headers: { authorization: `Bearer ${owner.token}` } })
    ).text(),
  }
}

test('every page and export is the same where rows stand as before, in the middle of the move, and after it', async () => {
  const owner = await app.given.organization()
  const [key, other] = [await app.given.key(owner.orgId), await app.given.key(owner.orgId)]
  for (let n = 0; n < 8; n++) {
    const body = { email: `p${n % 5}@example.com`, phone: `+49309018${20 + (n % 6)}`, external_id: `e${n % 7}`, Extra: 'x' }
    await app.post(body, n % 3 ? key.text : other.text)
  }
  await app.post({ email: 'bad' }, key.text)
  for (const userId of ['DE.1', 'DE.2'])
    await throughRaces(owner, (db) =>
      resolveContact(
        db,
        owner.orgId,
        foyer.within,
        { phone: readPhone('+4930901820', null), whatsappUserId: userId },
        'whatsapp',
      ),
    )
  const rejected = (await app.call('list-deliveries', { outcome: 'rejected' }, owner)).body.deliveries as unknown as {
    id: string
  }[]
  const [{ id: deliveryId } = { id: '' }] = rejected
  const replay = await app.call('replay-delivery', { deliveryId, body: '{"email":"good@example.com"}' }, owner)
  assert.equal(replay.status, 200)

  const now = await pagesOf(owner, key.id)
  for (const share of [0.5, 1]) {
    assert.ok((await setBack(owner, share)) > 0)
    assert.deepEqual(await pagesOf(owner, key.id), now, `as before, ${share}`)
    await moveSome(owner, 2)
    assert.deepEqual(await pagesOf(owner, key.id), now, 'in the middle')
  }
  await runJob()
  assert.deepEqual(await pagesOf(owner, key.id), now, 'after')
})

test('keys are moved while leads and messages come for the same people; none is lost or doubled, and the job ends with an empty table', async () => {
  const owner = await app.given.organization()
  const { text: key } = await app.given.key(owner.orgId)
  const person = (n: number) => ({ email: `m${n % 60}@example.com`, phone: `+4930902${String(n % 60).padStart(3, '0')}` })
  await Promise.all(Array.from({ length: 60 }, (_, n) => app.post(person(n), key)))
  await setBack(owner)
  let isOver = false
  const mover = (async () => {
    for (let after: string = nilId; !isOver; ) {
      const from = after
      after = (await throughRaces<{ last: string | null }>(owner, (db) => moveNextKeys(db, owner.orgId, from, 3))).last ?? nilId
    }
  })()
  const answers = await Promise.all([
    ...Array.from({ length: 240 }, (_, n) => app.post({ ...person(n * 7), note: `${n}` }, key).then(({ status }) => status)),
    ...Array.from({ length: 60 }, (_, n) =>
      throughRaces(owner, (db) =>
        resolveContact(db, owner.orgId, foyer.within, read({ ...person(n), whatsappUserId: `DE.${n}` }), 'whatsapp'),
      ).then(() => 200),
    ),
  ])
  isOver = true
  await mover
  assert.deepEqual([...new Set(answers)], [200])
  await runJob()
  await inOrg(owner, async (db) => {
    assert.equal((await contactsOf(owner)).length, 60)
    const keys = await db.selectFrom('contact_keys').selectAll().execute()
    assert.equal(keys.length, 180)
    assert.equal(new Set(keys.map((each) => each.key)).size, 180)
    assert.deepEqual(await db.selectFrom('contact_keys_before').selectAll().execute(), [])
  })
  assert.deepEqual(
    await asOwner(
      app.target,
      async (client) => (await client.query(`select from directory.backfills where name = 'contact_keys'`)).rowCount,
    ),
    0,
  )
})

test('a run that is cut short goes on where it stopped', async () => {
  const owner = await app.given.organization()
  const { text: key } = await app.given.key(owner.orgId)
  for (let n = 0; n < 3; n++) await app.post({ email: `cut${n}@example.com` }, key)
  await setBack(owner)
  await runJob(AbortSignal.abort())
  const left = () => inOrg(owner, (db) => db.selectFrom('contact_keys_before').selectAll().execute())
  assert.equal((await left()).length, 3)
  await runJob()
  assert.equal((await left()).length, 0)
  assert.equal((await app.post({ email: 'CUT1@example.com', external_id: newId() }, key)).status, 200)
  assert.equal((await contactsOf(owner)).length, 3)
})

test('a member confirms a number where the key of a merged record has not been moved yet', async () => {
  const owner = await app.given.organization()
  const { text: key } = await app.given.key(owner.orgId)
  await app.post({ email: 'half@example.com' }, key)
  await app.post({ phone: '+4930903000' }, key)
  const [target, source] = await contactsOf(owner)
  const merge = { sourceId: String(source?.id), targetId: String(target?.id), cause: 'person' as const, reason: null }
  await inOrg(owner, (db) => mergeContacts(db, owner.orgId, foyer.within, { ...merge, personId: owner.personId }))
  await setBack(owner)
  const { status } = await app.call('update-contact', { contactId: merge.targetId, phone: '+4930903000' }, owner)
  assert.equal(status, 200)
  const proofs = await inOrg(owner, (db) => db.selectFrom('contact_keys').select(['kind', 'proof']).orderBy('kind').execute())
  assert.deepEqual(proofs, [
    { kind: 'email', proof: null },
    { kind: 'phone', proof: 'member' },
  ])
})
