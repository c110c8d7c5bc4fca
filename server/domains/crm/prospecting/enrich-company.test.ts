import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { companies } from '#sandbox/apollo/people.ts'
import { openProspects } from '#test/support/apollo.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

/** The dial of the sandbox is turned here, which others would feel. */
let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
})
after(() => app?.stop())
afterEach(() => openProspects(app, app.owner).turn())

const known = companies[0]?.domain ?? ''

const openNew = async (domain: string | null = known) => {
  const owner = await app.given.organization()
  const apollo = openProspects(app, owner)
  // The first search connects the sandbox.
  await apollo.found()
  const made = await app.call('create-company', { name: 'Theirs', ...(domain !== null && { domain }) }, owner)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { id } = made.body.company as unknown as { id: string }
  const enrich = (more: object = {}, as: Someone = owner) => app.call('enrich-company', { companyId: id, ...more }, as)
  const facts = async () => {
    const { body } = await app.call('show-company', { companyId: id }, owner)
    return (body.facts as unknown as { field: string; value: string; state: string; source: string }[]).map(
      ({ field, value, state, source }) => [field, value, state, source],
    )
  }
  return { owner, apollo, id, enrich, facts }
}

test('a company that Apollo knows costs one credit, once in 90 days, and fills what is blank; what a person wrote stays', async () => {
  const { owner, apollo, id, enrich, facts } = await openNew()
  const own = { subjectKind: 'company', subjectId: id, field: 'industry', value: 'Ours' }
  assert.equal((await app.call('set-fact', own, owner)).status, 200)
  const answers = await Promise.all([enrich(), enrich(), enrich()])
  for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body))
  const states = answers.map(({ body }) => String(body.state))
  assert.equal(states.filter((state) => state === 'found').length, 1, states.join())
  assert.equal(
    answers.reduce((sum, { body }) => sum + Number(body.credits), 0),
    1,
  )
  const stored = await facts()
  assert.ok(stored.some(([field, value, state]) => field === 'industry' && value === 'Ours' && state === 'pinned'))
  assert.ok(
    stored.some(([field, value, state]) => field === 'industry' && value === companies[0]?.industry && state === 'proposed'),
  )
  assert.ok(
    stored.some(
      ([field, value, , source]) => field === 'employees' && value === String(companies[0]?.employees) && source === 'apollo',
    ),
  )
  const again = await enrich()
  assert.deepEqual([again.body.state, again.body.credits], ['known', 0])
  assert.equal((await apollo.asked('Company enrichment')).length, 1)
  assert.equal((await apollo.budget()).spent, 1)
  const { spends } = (await app.call('list-prospecting-credits', {}, owner)).body as unknown as {
    spends: { company: { id: string; name: string } | null; credits: number; asked: number }[]
  }
  assert.deepEqual(
    spends.map(({ company, credits, asked }) => [company, credits, asked]),
    [[{ id, name: 'Theirs' }, 1, 0]],
  )
})

test('a company that Apollo does not know costs nothing and is not asked for again', async () => {
  const { apollo, enrich } = await openNew('unknown-at-apollo.example')
  const { body } = await enrich()
  assert.deepEqual([body.state, body.credits, body.enriched], ['nothing', 0, null])
  assert.equal((await enrich()).body.state, 'known')
  assert.equal((await apollo.budget()).spent, 0)
})

test('without an answer the credit counts, and the company is asked for again only where a person says so', async () => {
  const { apollo, enrich } = await openNew()
  await apollo.turn({ kind: 'lost', only: 'organizations/enrich' })
  assert.ok((await enrich()).status >= 500)
  await apollo.turn()
  const before = await enrich()
  assert.deepEqual([before.body.state, before.body.credits, (await apollo.budget()).spent], ['unknown', 0, 1])
  assert.equal((await enrich({ again: true })).body.state, 'found')
  assert.equal((await apollo.budget()).spent, 2)
})

test('an enrichment that cannot be done says why: no domain, no budget, no credits, no such company, and a member may not', async () => {
  const { owner, apollo, enrich } = await openNew()
  const told = ({ status, body }: { status: number; body: Record<string, unknown> }) => `${status} ${body.code}`
  const unnamed = await openNew(null)
  assert.equal(told(await unnamed.enrich()), '409 prospecting_company_without_domain')
  await apollo.setBudget(0)
  assert.equal(told(await enrich()), '402 prospecting_budget_exhausted')
  await apollo.setBudget(10)
  await apollo.setCredits(0)
  assert.equal(told(await enrich()), '402 prospecting_out_of_credits')
  assert.equal((await apollo.budget()).spent, 0, 'a refusal before anything is looked up costs nothing')
  await apollo.setCredits(5)
  assert.equal((await enrich()).body.state, 'found')
  const stranger = await app.given.organization()
  assert.equal(told(await enrich({}, stranger)), '404 company_not_found')
  assert.equal((await enrich({}, await app.given.person(owner.orgId, 'member'))).status, 403)
})
