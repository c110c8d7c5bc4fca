import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Connection, OAuth2 } from '@jsforce/jsforce-node'
import { consentAt } from '#test/support/consent.ts'
import { controlCrm } from '#test/support/crm-sync.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let box: TestSandbox
before(async () => {
  box = await startSandbox()
})
after(() => box.stop())

/** An org of its own, and Salesforce’s client for it: another host is all that the client needs. */
const orgOf = async (name: string, seed: object = {}) => {
  const instanceUrl = `${box.address}/sandbox/salesforce`
  const conn = new Connection({ instanceUrl, accessToken: `00D${name}!AQsandbox`, version: '62.0' })
  await conn.limits()
  await controlCrm(box, 'salesforce', { reseed: { companies: 0, contacts: 0, deals: 0, ...seed } })
  return conn
}
/** Typed as the client types what it knows no names of. */
type Row = Readonly<Record<string, unknown>> & { readonly Id: string }
const query = async (conn: Connection, soql: string, more: object = {}) => {
  const { records, ...found } = await conn.query<Row>(soql, { autoFetch: true, maxFetch: 100_000, ...more })
  return { ...found, records }
}
/** What a refusal was, as the client tells it. */
const refused = async (call: PromiseLike<unknown>): Promise<string> => {
  const error = await call.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown as Error & { readonly errorCode?: string },
  )
  return String(error.errorCode ?? error.name)
}

test('Salesforce’s own client connects an org by consent, knows whose it is, and renews its token when it ends', async () => {
  const oauth2 = new OAuth2({
    ...{ loginUrl: `${box.address}/sandbox/salesforce`, redirectUri: `${box.address}/back` },
    ...{ clientId: 'crm-client', clientSecret: 'crm-secret: with & of its own', useVerifier: true },
  })
  const conn = new Connection({ oauth2, version: '62.0' })
  const back = await consentAt(oauth2.getAuthorizationUrl({ scope: 'api refresh_token', state: 's' }), { account: 'alder@' })
  assert.equal(back.searchParams.get('state'), 's')
  const user = await conn.authorize(back.searchParams.get('code') ?? '')
  assert.equal(conn.instanceUrl, `${box.address}/sandbox/salesforce`)
  const identity = await conn.identity()
  assert.deepEqual([identity.organization_id, identity.user_id], [user.organizationId, user.id])

  const tokens: string[] = []
  conn.on('refresh', (token: string) => tokens.push(token))
  const consents = (await (await fetch(`${box.address}/sandbox/salesforce/consents`)).json()) as { consents: { id: string }[] }
  await fetch(`${box.address}/sandbox/salesforce/consents/${consents.consents[0]?.id}/expire`, { method: 'POST' })
  assert.ok((await conn.describeGlobal()).sobjects.length >= 4)
  assert.deepEqual(tokens, [conn.accessToken])
  await oauth2.revokeToken(conn.accessToken ?? '')
  await assert.rejects(conn.limits(), /Unable to refresh session/)
})

test('Salesforce’s own client reads contacts, accounts and opportunities to the last page, each once', async () => {
  const conn = await orgOf('PAGES', { contacts: 4_500, companies: 30, deals: 40 })
  const contacts = await query(conn, 'SELECT Id, Email, Account.Name FROM Contact ORDER BY SystemModstamp, Id')
  assert.deepEqual([contacts.totalSize, contacts.done, contacts.records.length], [4_500, true, 4_500])
  assert.equal(new Set(contacts.records.map(({ Id }) => Id)).size, 4_500)

  let page = await conn.query<Row>('SELECT Id FROM Contact ORDER BY Id', {
    headers: { 'Sforce-Query-Options': 'batchSize=500' },
  })
  const seen = page.records.map(({ Id }) => Id)
  while (!page.done) {
    page = await conn.queryMore<Row>(page.nextRecordsUrl ?? '')
    seen.push(...page.records.map(({ Id }) => Id))
  }
  assert.deepEqual(seen, contacts.records.map(({ Id }) => Id).toSorted())

  const found = await conn.sobject('Account').find({}, ['Id', 'Name', 'Website']).sort('Id')
  assert.equal(found.length, 30)
  assert.equal(await conn.sobject('Contact').count({ Email: null }), 4_500 / 30)
  const deals = await query(
    conn,
    'SELECT Id, AccountId, (SELECT ContactId, IsPrimary FROM OpportunityContactRoles) FROM Opportunity ORDER BY Id',
  )
  const roles = deals.records.map(
    ({ OpportunityContactRoles }) => (OpportunityContactRoles as { totalSize?: number } | null)?.totalSize,
  )
  assert.deepEqual([roles[0], roles[9], roles[10]], [1, undefined, 10], 'one contact, none, ten')
  const many = await conn.sobject('Contact').retrieve(seen.slice(0, 300), { fields: ['Id', 'LastName'] })
  assert.deepEqual(
    many.map((row) => row?.Id),
    seen.slice(0, 300),
  )
})

test('Salesforce’s own client reads the fields of an object with their choices, and asks for all of them by a star', async () => {
  const conn = await orgOf('FIELDS', { contacts: 3 })
  const { fields } = await conn.sobject('Contact').describe()
  const colour = fields.find(({ name }) => name === 'FavouriteColour__c' || name === 'Favourite_Colour__c')
  assert.ok(colour?.custom && colour.updateable)
  assert.deepEqual(
    colour.picklistValues?.map(({ value, active }) => [value, active]),
    ['Blue', 'Green', 'Red'].map((value) => [value, true]),
  )
  const account = fields.find(({ name }) => name === 'AccountId')
  assert.deepEqual([account?.referenceTo, account?.relationshipName], [['Account'], 'Account'])
  const [row] = await conn.sobject('Contact').find({}, '*').limit(1)
  assert.ok(row)
  assert.deepEqual(
    Object.keys(row)
      .filter((name) => name !== 'attributes')
      .toSorted(),
    fields.map(({ name }) => name).toSorted(),
  )
})

test('Salesforce’s own client makes, changes and deletes records, and finds what changed and what is gone', async () => {
  const conn = await orgOf('WRITES', { companies: 1 })
  const begun = new Date(Date.now() - 120_000)
  const company = await conn.sobject('Account').create({ Name: 'Grün', Website: 'gruen.example' })
  const made = await conn.sobject('Contact').create([
    { LastName: 'Grün', Email: 'jo@gruen.example', AccountId: company.id ?? '' },
    { LastName: 'Rao', Email: 'none' },
  ])
  assert.deepEqual(
    made.map(({ success, errors }) => [success, errors.map((error) => (error as { statusCode?: string }).statusCode)]),
    [
      [true, []],
      [false, ['INVALID_EMAIL_ADDRESS']],
    ],
  )
  const id = made[0]?.id ?? ''
  assert.equal((await conn.sobject('Contact').update({ Id: id, Title: 'Owner' })).success, true)
  const [changed] = await conn.sobject('Contact').update([{ Id: id, FirstName: 'Jo' }])
  assert.deepEqual([changed?.success, changed?.id], [true, id])
  const row = await conn.sobject('Contact').retrieve(id)
  assert.deepEqual([row.Name, row.Title, row.AccountId], ['Jo Grün', 'Owner', company.id])

  const later = new Date(Date.now() + 120_000)
  assert.deepEqual((await conn.sobject('Contact').updated(begun, later)).ids, [id])
  const since = `${begun.toISOString().slice(0, 19)}Z`
  assert.equal((await query(conn, `SELECT Id FROM Contact WHERE SystemModstamp >= ${since}`)).totalSize, 1)
  const deal = { Name: 'Roof', StageName: 'Contract sent', CloseDate: '2026-12-01', Amount: -12.5, AccountId: company.id ?? '' }
  const { id: dealId = '' } = await conn.sobject('Opportunity').create(deal)
  await conn.sobject('OpportunityContactRole').create({ OpportunityId: dealId, ContactId: id, IsPrimary: true })
  assert.equal((await conn.sobject('Opportunity').retrieve(dealId)).Amount, -12.5)

  assert.equal((await conn.sobject('Contact').destroy(id)).success, true)
  assert.equal(await refused(conn.sobject('Contact').retrieve(id)), 'ENTITY_IS_DELETED')
  assert.deepEqual(
    (await conn.sobject('Contact').deleted(begun, later)).deletedRecords.map((gone) => gone.id),
    [id],
  )
  assert.equal((await query(conn, 'SELECT Id FROM Contact')).totalSize, 0)
  const all = await query(conn, 'SELECT Id, IsDeleted FROM Contact', { scanAll: true })
  assert.deepEqual(
    all.records.map(({ IsDeleted }) => IsDeleted),
    [true],
  )
})

test('a record that changed meanwhile is not written over: the client gets 412, and writes with the time of its newest read', async () => {
  const conn = await orgOf('GUARDS', { contacts: 2 })
  const [contact] = (await query(conn, 'SELECT Id, SystemModstamp FROM Contact ORDER BY Id LIMIT 1')).records
  assert.ok(contact)
  const write = (title: string, unmodifiedSince: unknown) =>
    conn
      .sobject('Contact')
      .update(
        { Id: contact.Id, Title: title },
        { headers: { 'If-Unmodified-Since': new Date(String(unmodifiedSince)).toUTCString() } },
      )
  assert.equal((await write('First', contact.SystemModstamp)).success, true)
  assert.equal(await refused(write('Second', contact.SystemModstamp)), 'ERROR_HTTP_412')
  const now = await conn.sobject('Contact').retrieve(contact.Id)
  assert.equal(now.Title, 'First')
  assert.equal((await write('Second', now.SystemModstamp)).success, true)
})

test('the client knows a limit, a lost locator, a locked row, a wrong query and a token that ended by their codes', async () => {
  const conn = await orgOf('LIMITS', { contacts: 600 })
  await conn.limits()
  assert.deepEqual(conn.limitInfo.apiUsage?.limit, 100_000)
  const [first] = (await query(conn, 'SELECT Id FROM Contact LIMIT 1')).records
  const turn = (kind: string) => box.turn('salesforce', { kind })
  for (const kind of ['daily_limit', 'burst_limit']) {
    await turn(kind)
    assert.equal(await refused(conn.sobject('Contact').describe()), 'REQUEST_LIMIT_EXCEEDED')
  }
  await turn('row_lock')
  assert.equal(await refused(conn.sobject('Contact').update({ Id: first?.Id ?? '', Title: 'x' })), 'UNABLE_TO_LOCK_ROW')
  await turn('lost_locator')
  const page = await conn.query('SELECT Id FROM Contact', { headers: { 'Sforce-Query-Options': 'batchSize=200' } })
  assert.equal(await refused(conn.queryMore(page.nextRecordsUrl ?? '')), 'INVALID_QUERY_LOCATOR')
  await turn('none')
  assert.equal(await refused(conn.query('SELECT Nope FROM Contact')), 'INVALID_FIELD')
  assert.equal(await refused(conn.query('SELECT Id FROM Nope')), 'INVALID_TYPE')
  const ended = new Connection({ instanceUrl: conn.instanceUrl, accessToken: '00Dx!expired', version: '62.0' })
  assert.equal(await refused(ended.limits()), 'INVALID_SESSION_ID')
})
