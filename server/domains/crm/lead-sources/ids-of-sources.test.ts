import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { until } from '#test/support/until.ts'
import { digest16 } from '../identities/digests.ts'
import { watchLeadSources } from './watch-lead-sources.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp()
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

interface Source {
  readonly id: string
  readonly url: string
  readonly secret: string
  readonly conflicts: number
  readonly has_constant_id: boolean
}

const gravity = { kind: 'webhook', service: 'gravity-forms', mapping: { external_id: '/id', email: '/2', name: '/1' } }

const make = async (someone: Someone, settings: object, name = 'Website'): Promise<Source> => {
  const answer = await app.call('create-lead-source', { name, settings }, someone)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.source as unknown as Source
}
const shown = async (someone: Someone, { id }: Source): Promise<Source> =>
  (await app.call('show-lead-source', { leadSourceId: id }, someone)).body.source as unknown as Source

const post = async ({ url }: Source, body: object): Promise<string> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 200, await answer.text())
  return answer.headers.get('x-request-id') ?? ''
}

const leadsOf = (someone: Someone) =>
  app.database.inOrg(someone.orgId, (db) =>
    db.selectFrom('leads').selectAll().where('org_id', '=', someone.orgId).orderBy('id').execute(),
  )
const emailsOf = async (someone: Someone) => (await leadsOf(someone)).map(({ email }) => email)
const noticesOf = async (someone: Someone) =>
  (
    await app.database.inOrg(someone.orgId, (db) =>
      db.selectFrom('notices').select(['kind', 'subject_id']).where('org_id', '=', someone.orgId).execute(),
    )
  ).map(({ kind, subject_id }) => [kind, subject_id])
const isInConflict = async (someone: Someone, deliveryId: string): Promise<boolean> => {
  const { body } = await app.call('show-delivery', { deliveryId }, someone)
  return (body.delivery as unknown as { external_id_conflict: boolean }).external_id_conflict
}

test('two websites that both count their entries from one bring two leads, and each shows the id of its own', async () => {
  const someone = await app.given.organization()
  const [a, b] = [await make(someone, gravity, 'Site A'), await make(someone, gravity, 'Site B')]
  await post(a, { id: '57', 1: 'Anna', 2: 'anna@a.example' })
  await post(b, { id: '57', 1: 'Bernd', 2: 'bernd@b.example' })
  await post(b, { id: '57', 1: 'Bernd', 2: 'bernd@b.example' })
  const leads = await leadsOf(someone)
  assert.deepEqual(
    leads.map(({ email, metadata }) => [email, (metadata as { external_id?: string }).external_id]),
    [
      ['anna@a.example', '57'],
      ['bernd@b.example', '57'],
    ],
  )
  assert.deepEqual(await noticesOf(someone), [])
})

test('an id that is the same in every request raises a notice, and an admin makes leads of all people that came under it', async () => {
  const someone = await app.given.organization()
  const source = await make(someone, gravity)
  const ids: string[] = []
  for (const name of ['anna', 'bernd', 'cleo'])
    ids.push(await post(source, { id: 'contact-form', 1: name, 2: `${name}@example.com` }))
  assert.deepEqual(await emailsOf(someone), ['anna@example.com'])
  assert.deepEqual(await Promise.all(ids.map((id) => isInConflict(someone, id))), [false, true, true])
  await until('the notice', async () => (await noticesOf(someone)).length > 0)
  assert.deepEqual(await noticesOf(someone), [['lead_source_conflicts', source.id]])
  const page = await shown(someone, source)
  assert.deepEqual([page.conflicts, page.has_constant_id], [2, true])

  const [, second = '', third = ''] = ids
  const refused = await app.call('replay-delivery', { deliveryId: second }, someone)
  assert.equal(refused.body.code, 'delivery_not_rejected', 'by itself a replay would find the same lead again')
  const made = await app.call('replay-delivery', { deliveryId: second, asOwnLead: true }, someone)
  assert.deepEqual([made.status, made.body.deduplicated], [200, false], JSON.stringify(made.body))
  const again = await app.call('replay-delivery', { deliveryId: second, asOwnLead: true }, someone)
  assert.equal(again.body.code, 'delivery_already_mended')
  const rest = await app.call('replay-deliveries', { leadSourceId: source.id, which: 'conflict' }, someone)
  assert.deepEqual(rest.body, { accepted: 1, rejected: 0, left: 0, next_cursor: null })
  assert.deepEqual(await emailsOf(someone), ['anna@example.com', 'bernd@example.com', 'cleo@example.com'])
  const own = (await leadsOf(someone)).find(({ email }) => email === 'cleo@example.com')
  assert.deepEqual([own?.external_id, own?.metadata], [third, { answers: {}, external_id: 'contact-form' }])
  assert.deepEqual(await noticesOf(someone), [], 'none is left to be looked at')
  assert.equal((await shown(someone, source)).conflicts, 0)
})

test('a form sent again with another address under its id is a conflict; the same address with another number is a repeat', async () => {
  const someone = await app.given.organization()
  const source = await make(someone, {
    kind: 'form',
    fields: [
      { kind: 'email', name: 'email' },
      { kind: 'phone', name: 'phone' },
    ],
  })
  const _id = newId()
  const ids = [
    await post(source, { email: 'zoe@example.com', phone: '+4915112345678', _id }),
    await post(source, { email: 'ZOE@example.com', phone: '+4915187654321', _id }),
    await post(source, { phone: '+4915112345678', _id }),
    await post(source, { email: 'zoe@examlpe.com', phone: '+4915112345678', _id }),
    await post(source, { phone: '+4915100000000', _id }),
  ]
  assert.deepEqual(await emailsOf(someone), ['zoe@example.com'])
  assert.deepEqual(await Promise.all(ids.map((id) => isInConflict(someone, id))), [false, false, false, true, true])
  await until('the notice', async () => (await noticesOf(someone)).length > 0)
})

test('advertisers, too: an id of Google that comes with another person is a conflict', async () => {
  const someone = await app.given.organization()
  const source = await make(someone, { kind: 'google_ads' })
  const lead = (email: string) => ({
    ...{ lead_id: 'G1', google_key: source.secret },
    user_column_data: [{ column_id: 'EMAIL', string_value: email }],
  })
  await post(source, lead('anna@example.com'))
  const second = await post(source, lead('bernd@example.com'))
  assert.equal(await isInConflict(someone, second), true)
  await until('the notice', async () => (await noticesOf(someone)).length > 0)
})

test('a lead that a webhook brought under its bare id before is the same lead when it is sent again', async () => {
  const someone = await app.given.organization()
  const [source, other] = [await make(someone, gravity, 'Old'), await make(someone, gravity, 'Other old')]
  await app.database.inOrg(someone.orgId, async (db) => {
    const contactId = newId()
    await db.insertInto('contacts').values({ org_id: someone.orgId, id: contactId, email: 'anna@a.example' }).execute()
    await db.updateTable('lead_sources').set({ has_bare_ids: true }).where('org_id', '=', someone.orgId).execute()
    await db
      .insertInto('leads')
      .values({
        ...{ org_id: someone.orgId, id: newId(), contact_id: contactId, email: 'anna@a.example', source: 'old', via: 'source' },
        ...{ external_id: '57', dkey: digest16(someone.orgId, 'external_id', '57'), key_id: source.id, received: '{}' },
      })
      .execute()
  })
  // A server knows a source for 0.9 s.
  const repeat = async (): Promise<boolean> => {
    await post(source, { id: '57', 1: 'Anna', 2: 'anna@a.example' })
    return (await leadsOf(someone)).length === 1
  }
  assert.equal(await repeat(), true)
  await post(other, { id: '57', 1: 'Bernd', 2: 'bernd@b.example' })
  assert.deepEqual(
    await emailsOf(someone),
    ['anna@a.example', 'bernd@b.example'],
    'the bare id of one source is none of another',
  )
})

test('a notice is raised once a day while more come, and by the watch where a server ended before it could', async () => {
  const someone = await app.given.organization()
  const source = await make(someone, gravity)
  await post(source, { id: '1', 2: 'anna@example.com' })
  await post(source, { id: '1', 2: 'bernd@example.com' })
  await until('the notice', async () => (await noticesOf(someone)).length > 0)
  const raisedAt = async () =>
    (
      await app.database.inOrg(someone.orgId, (db) =>
        db.selectFrom('notices').select(['id', 'at']).where('subject_id', '=', source.id).executeTakeFirst(),
      )
    )?.id
  const watch = () => watchLeadSources.run({}, jobs.context)
  const first = await raisedAt()
  await post(source, { id: '1', 2: 'cleo@example.com' })
  await watch()
  assert.equal(await raisedAt(), first, 'within a day nothing is said again')
  const age = (days: number) =>
    app.database.inOrg(someone.orgId, (db) =>
      db
        .updateTable('notices')
        .set({ at: new Date(Date.now() - days * 86_400_000) })
        .where('subject_id', '=', source.id)
        .execute(),
    )
  await age(2)
  await watch()
  const second = await raisedAt()
  assert.notEqual(second, first)
  await app.database.inOrg(someone.orgId, (db) => db.deleteFrom('notices').where('subject_id', '=', source.id).execute())
  await watch()
  assert.notEqual(await raisedAt(), undefined)
})
