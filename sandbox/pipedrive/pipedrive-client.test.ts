import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RecentsApi, Configuration as SettingsOfOld, UsersApi } from 'pipedrive/v1'
import {
  Configuration,
  DealFieldsApi,
  DealsApi,
  OAuth2Configuration,
  OrganizationsApi,
  PersonFieldsApi,
  PersonsApi,
  PipelinesApi,
  StagesApi,
} from 'pipedrive/v2'
import { consentAt } from '#test/support/consent.ts'
import { controlCrm } from '#test/support/crm-sync.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let box: TestSandbox
before(async () => {
  box = await startSandbox()
})
after(() => box.stop())

const clientsWith = (settings: Configuration, old: SettingsOfOld) => ({
  persons: new PersonsApi(settings),
  organizations: new OrganizationsApi(settings),
  deals: new DealsApi(settings),
  personFields: new PersonFieldsApi(settings),
  dealFields: new DealFieldsApi(settings),
  pipelines: new PipelinesApi(settings),
  stages: new StagesApi(settings),
  users: new UsersApi(old),
  recents: new RecentsApi(old),
})
/** A company of its own, and Pipedrive’s clients for it: another host is all that they need. */
const companyOf = async (name: string, seed: object = {}) => {
  const apiKey = Buffer.from(name.padEnd(20)).toString('hex')
  const base = `${box.address}/sandbox/pipedrive`
  const clients = clientsWith(
    new Configuration({ apiKey, basePath: `${base}/api/v2` }),
    new SettingsOfOld({ apiKey, basePath: `${base}/v1` }),
  )
  await clients.users.getCurrentUser()
  await controlCrm(box, 'pipedrive', { reseed: { companies: 0, contacts: 0, deals: 0, ...seed } })
  return clients
}

interface Page {
  readonly data?: readonly { readonly id?: number }[]
  readonly additional_data?: { readonly next_cursor?: string }
}
/** All ids of a list, by its cursors. */
const idsOf = async (ask: (cursor: string | undefined) => Promise<Page>): Promise<readonly number[]> => {
  const ids: number[] = []
  for (let cursor: string | undefined; ; ) {
    const { data = [], additional_data: more } = await ask(cursor)
    ids.push(...data.map(({ id = 0 }) => id))
    cursor = more?.next_cursor
    if (!cursor) return ids
  }
}
const at = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)

/** What a refusal was: the client gives the body as it came. */
const refused = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown as { readonly code?: string; readonly errorCode?: number; readonly error?: string },
  )
  return String(error.code ?? error.errorCode ?? error.error)
}

test('Pipedrive’s own client connects a company by consent, renews its token when it ends, and is refused after it was revoked', async () => {
  const oauth2 = new OAuth2Configuration({
    ...{ host: `${box.address}/sandbox/pipedrive`, redirectUri: `${box.address}/back` },
    ...{ clientId: 'crm-client', clientSecret: 'crm-secret' },
  })
  const back = await consentAt(oauth2.authorizationUrl, { account: 'alder@' })
  const { access_token: first } = await oauth2.authorize(back.searchParams.get('code') ?? '')
  assert.equal(oauth2.basePath, `${box.address}/sandbox/pipedrive/api/v2`)
  const { persons, users } = clientsWith(
    new Configuration({ accessToken: oauth2.getAccessToken, basePath: oauth2.basePath }),
    new SettingsOfOld({ accessToken: oauth2.getAccessToken, basePath: `${box.address}/sandbox/pipedrive/v1` }),
  )
  const { data: me } = await users.getCurrentUser()
  assert.ok(me?.company_id && me.company_name)
  assert.ok((await persons.getPersons({ limit: 1 })).data?.length)

  oauth2.updateToken({ access_token: first, expires_in: -1 } as never)
  assert.ok((await persons.getPersons({ limit: 1 })).data?.length)
  assert.notEqual(await oauth2.getAccessToken(), first)
  await oauth2.revokeToken('refresh_token')
  assert.equal(await refused(persons.getPersons()), '401')
})

test('Pipedrive’s own client reads persons, organizations and deals to the last page, each once', async () => {
  const { persons, organizations, deals } = await companyOf('pages', { contacts: 1_250, companies: 130, deals: 390 })
  assert.deepEqual(await idsOf((cursor) => persons.getPersons({ limit: 500, sort_by: 'id', ...at(cursor) })), upTo(1_250))
  const backwards = await idsOf((cursor) =>
    organizations.getOrganizations({ sort_by: 'id', sort_direction: 'desc', ...at(cursor) }),
  )
  assert.deepEqual(backwards, upTo(130).reverse())
  const open = await idsOf((cursor) => deals.getDeals({ limit: 50, sort_by: 'id', ...at(cursor) }))
  const archived = await idsOf((cursor) => deals.getArchivedDeals({ limit: 50, sort_by: 'id', ...at(cursor) }))
  assert.equal(archived.length, 30)
  assert.deepEqual(
    [...open, ...archived].sort((a, b) => a - b),
    upTo(390),
  )
  assert.deepEqual(await idsOf(() => persons.getPersons({ ids: '7,9,99999' })), [7, 9])
  assert.equal((await persons.getPersons({ org_id: 3, limit: 500 })).data?.length, 10)
})

test('Pipedrive’s own client reads fields with their options, pipelines and stages, and values by the keys of fields', async () => {
  const { persons, personFields, dealFields, pipelines, stages } = await companyOf('fields', { contacts: 4 })
  const { data: fields = [] } = await personFields.getPersonFields({ limit: 500 })
  const colour = fields.find(({ field_name: name }) => name === 'Favourite colour')
  assert.match(colour?.field_code ?? '', /^[0-9a-f]{40}$/)
  const options = colour?.options as { id: number; label: string }[] | undefined
  assert.deepEqual(
    options?.map(({ label }) => label),
    ['Blue', 'Green', 'Red'],
  )
  const key = colour?.field_code ?? ''
  const { data: person } = await persons.getPerson({ id: 2, custom_fields: key })
  const customs: Readonly<Record<string, unknown>> = person?.custom_fields ?? {}
  assert.deepEqual(Object.keys(customs), [key])
  assert.ok(options?.some(({ id }) => id === customs[key]))
  const names = await dealFields.getDealFields({ limit: 500 })
  assert.ok(names.data?.some(({ field_code: code }) => code === 'stage_id'))
  const [sales] = (await pipelines.getPipelines()).data ?? []
  assert.deepEqual(
    (await stages.getStages({ pipeline_id: sales?.id ?? 0 })).data?.map(({ name }) => name),
    ['Appointment scheduled', 'Qualified to buy', 'Contract sent'],
  )
})

test('Pipedrive’s own client makes, changes and deletes records, and finds what changed and what is gone', async () => {
  const { persons, organizations, deals, recents } = await companyOf('writes')
  const { data: company } = await organizations.addOrganization({ AddOrganizationRequest: { name: 'Grün' } })
  const { data: person } = await persons.addPerson({
    AddPersonRequest: {
      ...{ name: 'Jo Grün', emails: [{ value: 'jo@gruen.example', primary: true, label: 'work' }] },
      org_id: company?.id ?? 0,
    },
  })
  assert.ok(person?.id)
  assert.deepEqual([person.first_name, person.org_id], ['Jo', company?.id])
  const { data: deal } = await deals.addDeal({
    AddDealRequest: { title: 'Roof', value: -12.5, currency: 'EUR', person_id: person.id, stage_id: 2 },
  })
  assert.ok(deal?.id)
  assert.deepEqual([deal.value, deal.status, deal.pipeline_id], [-12.5, 'open', 1])

  // Nothing there is against lost updates: who writes reads before, and compares.
  const read = (await persons.getPerson({ id: person.id })).data
  const { data: written } = await persons.updatePerson({ id: person.id, UpdatePersonRequest: { job_title: 'Owner' } })
  assert.ok(Date.parse(written?.update_time ?? '') >= Date.parse(read?.update_time ?? ''))
  assert.equal(written?.emails?.[0]?.value, 'jo@gruen.example', 'only what was sent has changed')
  assert.equal((await deals.updateDeal({ id: deal.id, UpdateDealRequest: { status: 'won' } })).data?.status, 'won')

  const since = String(read?.update_time)
  const changed = await persons.getPersons({ updated_since: since, sort_by: 'update_time' })
  assert.deepEqual(
    changed.data?.map(({ id }) => id),
    [person.id],
  )
  assert.equal(await refused(persons.getPersons({ updated_since: new Date().toISOString() })), 'ERR_SCHEMA_VALIDATION_FAILED')

  await deals.deleteDeal({ id: deal.id })
  assert.deepEqual(
    (await deals.getDeals({ status: 'deleted' })).data?.map(({ id, is_deleted: isDeleted }) => [id, isDeleted]),
    [[deal.id, true]],
  )
  await persons.deletePerson({ id: person.id })
  assert.equal(await refused(persons.getPerson({ id: person.id })), 'ERR_NOT_FOUND')
  const { data: gone } = await recents.getRecents({ since_timestamp: since.slice(0, 19).replace('T', ' '), items: 'person' })
  assert.deepEqual(
    gone?.map((each) => [each.item, each.id, each.data]),
    [['person', person.id, null]],
  )
})

test('the client reads a limit of two seconds, of a day, a lost cursor and a wrong value as Pipedrive says them', async () => {
  const { persons, deals } = await companyOf('limits', { contacts: 300, deals: 2 })
  const under = async (kind: string, call: () => Promise<unknown>) => {
    await box.turn('pipedrive', { kind })
    return refused(call())
  }
  const { additional_data: more } = await persons.getPersons({ limit: 100 })
  const ask = () => persons.getPersons({ limit: 100, ...at(more?.next_cursor) })
  assert.equal(await under('burst_limit', ask), '429')
  assert.equal(await under('daily_limit', ask), '429')
  assert.equal(await under('lost_cursors', ask), 'ERR_SCHEMA_VALIDATION_FAILED')
  await box.turn('pipedrive')
  assert.equal((await ask()).data?.length, 100)
  const wrong = { id: 1, UpdateDealRequest: { value: '12' as never } }
  assert.equal(await refused(deals.updateDeal(wrong)), 'ERR_SCHEMA_VALIDATION_FAILED')
})
