import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const done = async <T>(type: string, body: object, as: Someone): Promise<T> => {
  const answer = await app.call(type, body, as)
  assert.equal(answer.status, 200, `${type}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}
interface Shown {
  readonly company: {
    readonly id: string
    readonly name: string
    readonly domain: string | null
    readonly owner_id: string | null
  }
  readonly contacts: readonly { readonly id: string }[]
  readonly deals: readonly { readonly id: string; readonly company: { readonly id: string } | null }[]
  readonly tags: readonly { readonly name: string }[]
  readonly fields: Readonly<Record<string, unknown>>
  readonly facts: readonly { readonly field: string; readonly value: string }[]
  readonly merges: readonly { readonly id: string; readonly source: { readonly id: string } }[]
}
const company = async (as: Someone, name: string, domain?: string, ownerId?: null): Promise<string> =>
  (
    await done<{ company: { id: string } }>(
      'create-company',
      { name, ...(domain && { domain }), ...(ownerId === null && { ownerId }) },
      as,
    )
  ).company.id
const shown = (companyId: string, as: Someone): Promise<Shown> => done('show-company', { companyId }, as)
const merge = async (sourceId: string, targetId: string, as: Someone): Promise<string | null> =>
  (await done<{ mergeId: string | null }>('merge-companies', { sourceId, targetId }, as)).mergeId
const client = async (
  as: Someone,
  email: string,
  name: string,
  companyId?: string,
): Promise<{ dealId: string; contactId: string }> => {
  const { deal } = await done<{ deal: { id: string; contact: { id: string } } }>(
    'create-deal',
    { client: { name, email }, name: `For ${name}`, ...(companyId && { companyId }) },
    as,
  )
  return { dealId: deal.id, contactId: deal.contact.id }
}

test('all that hangs on a company is shown with the one it went into, by either id, and an undo gives it back to the letter', async () => {
  const owner = await app.given.organization()
  await done('save-field', { kind: 'company', name: 'Size', fieldType: 'number' }, owner)
  const target = await company(owner, 'Blue Bakery')
  const source = await company(owner, 'Blue Bakery GmbH', 'blue-bakery.example')
  const { contactId, dealId } = await client(owner, 'ana@blue-bakery.example', 'Ana')
  const { noteId } = await done<{ noteId?: string }>(
    'add-note',
    { kind: 'company', recordId: source, body: 'Ring twice' },
    owner,
  )
  assert.ok(noteId === undefined || noteId.length > 0)
  await done('tag-records', { kind: 'company', recordIds: [source], add: ['VIP'] }, owner)
  await done('set-fields', { kind: 'company', recordId: source, fields: { size: 12 } }, owner)
  await done('set-fact', { subjectKind: 'company', subjectId: source, field: 'industry', value: 'Bakery' }, owner)
  const before = { source: await shown(source, owner), target: await shown(target, owner) }

  const mergeId = await merge(source, target, owner)
  for (const id of [source, target]) {
    const now = await shown(id, owner)
    assert.deepEqual([now.company.id, now.company.name, now.company.domain], [target, 'Blue Bakery', 'blue-bakery.example'])
    assert.deepEqual([now.contacts.map((each) => each.id), now.deals.map((each) => each.id)], [[contactId], [dealId]])
    assert.deepEqual(
      [now.tags.map(({ name }) => name), now.fields.size, now.facts.map(({ value }) => value)],
      [['VIP'], 12, ['Bakery']],
    )
    assert.deepEqual(
      now.deals.map((deal) => deal.company?.id),
      [target],
    )
    assert.deepEqual(
      now.merges.map(({ id: of, source: from }) => [of, from.id]),
      [[mergeId, source]],
    )
    const notes = await done<{ notes: { body: string }[] }>('list-notes', { kind: 'company', recordId: id }, owner)
    assert.deepEqual(
      notes.notes.map(({ body }) => body),
      ['Ring twice'],
    )
  }
  const { companies } = await done<{ companies: { id: string }[] }>('list-companies', {}, owner)
  assert.deepEqual(
    companies.map(({ id }) => id),
    [target],
  )
  const tagged = { match: 'all', conditions: [{ field: 'tags', op: 'not_empty' }], groups: [] }
  const listed = await done<{ records: { id: string }[] }>('list-records', { kind: 'company', filter: tagged }, owner)
  assert.deepEqual(
    listed.records.map(({ id }) => id),
    [target],
  )
  assert.equal(await merge(source, target, owner), null, 'once more changes nothing')

  await done('undo-company-merge', { mergeId }, owner)
  await done('undo-company-merge', { mergeId }, owner)
  const after = { source: await shown(source, owner), target: await shown(target, owner) }
  const plain = ({ company: { id, name, domain, owner_id }, contacts, tags, fields, facts, merges }: Shown) => ({
    ...{ id, name, domain, owner_id, contacts, tags, fields, facts, merges },
  })
  assert.deepEqual([plain(after.source), plain(after.target)], [plain(before.source), plain(before.target)])
  assert.deepEqual(
    after.source.deals.map((deal) => deal.company?.id),
    [source],
  )
})

test('a person who writes from the domain of a merged company belongs to the company that stands for it', async () => {
  const owner = await app.given.organization()
  const target = await company(owner, 'Acme', 'acme.example')
  const source = await company(owner, 'Acme Shop', 'acme-shop.example')
  const mergeId = await merge(source, target, owner)
  const { contactId } = await client(owner, 'jo@acme-shop.example', 'Jo')
  assert.deepEqual(
    (await shown(target, owner)).contacts.map(({ id }) => id),
    [contactId],
  )
  // The domain of the merged one may become that of both, and goes back with the undo.
  await done('update-company', { companyId: target, domain: 'acme-shop.example' }, owner)
  assert.equal((await app.call('create-company', { name: 'Third', domain: 'acme-shop.example' }, owner)).status, 409)
  await done('undo-company-merge', { mergeId }, owner)
  assert.equal((await shown(source, owner)).company.domain, 'acme-shop.example')
  assert.equal((await shown(target, owner)).company.domain, null)
})

test('a merge is refused with itself, with one in the bin and with a foreign one; undoing after removal is refused too', async () => {
  const owner = await app.given.organization()
  const [one, other] = [await company(owner, 'One'), await company(owner, 'Other')]
  const refused = async (type: string, body: object, as: Someone = owner) => {
    const answer = await app.call(type, body, as)
    return [answer.status, answer.body.code]
  }
  assert.deepEqual(await refused('merge-companies', { sourceId: one, targetId: one }), [400, 'merge_companies_same'])
  const stranger = await app.given.organization()
  assert.deepEqual(await refused('merge-companies', { sourceId: one, targetId: other }, stranger), [404, 'company_not_found'])
  await done('delete-records', { kind: 'company', ids: [other] }, owner)
  assert.deepEqual(await refused('merge-companies', { sourceId: one, targetId: other }), [409, 'record_in_bin'])
  await done('restore-records', { kind: 'company', ids: [other] }, owner)
  const mergeId = await merge(one, other, owner)
  assert.deepEqual(await refused('undo-company-merge', { mergeId }, stranger), [404, 'company_merge_not_found'])
  await done('delete-records', { kind: 'company', ids: [one] }, owner)
  assert.equal((await app.call('show-company', { companyId: other }, owner)).status, 200, 'in the bin it is shown')
  await done('remove-from-bin', { kind: 'company', ids: [one] }, owner)
  assert.deepEqual(await refused('show-company', { companyId: one }), [404, 'company_not_found'])
  assert.deepEqual(await refused('undo-company-merge', { mergeId }), [404, 'company_merge_not_found'])
})

test('of merges at once, in both directions and in a circle, there is one company afterwards, and undoing all gives back each', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 2, maxLength: 6 }), async (pairs) => {
      const owner = await app.given.organization()
      const ids: string[] = []
      for (const [n, name] of ['A', 'B', 'C', 'D'].entries())
        ids.push(await company(owner, name, n % 2 ? `${name.toLowerCase()}-works.example` : undefined, null))
      const before = await Promise.all(ids.map((id) => shown(id, owner)))
      const wanted = pairs.filter(([from, to]) => from !== to)
      const answers = await Promise.all(
        wanted.map(([from, to]) => app.call('merge-companies', { sourceId: ids[from], targetId: ids[to] }, owner)),
      )
      for (const answer of answers) assert.equal(answer.status, 200, JSON.stringify(answer.body))
      // Who was wanted to be one is one, whatever the order was.
      const roots = await Promise.all(ids.map(async (id) => (await shown(id, owner)).company.id))
      for (const [from, to] of wanted) assert.equal(roots[from], roots[to], JSON.stringify(pairs))
      const { companies } = await done<{ companies: { id: string }[] }>('list-companies', {}, owner)
      assert.deepEqual(companies.map(({ id }) => id).sort(), [...new Set(roots)].sort())
      const merges = answers.flatMap(({ body }) => (body as { mergeId?: string | null }).mergeId ?? [])
      assert.equal(merges.length, ids.length - new Set(roots).size, 'each merge took one away')
      await Promise.all(merges.map((mergeId) => done('undo-company-merge', { mergeId }, owner)))
      const after = await Promise.all(ids.map((id) => shown(id, owner)))
      const plain = ({ company: { id, name, domain } }: Shown) => [id, name, domain]
      assert.deepEqual(after.map(plain), before.map(plain))
    }),
    { numRuns: 8 },
  )
})

test('leads and deals that come in while companies are merged and separated belong to the company, none is lost', async () => {
  const owner = await app.given.organization()
  const target = await company(owner, 'Race', 'race.example')
  const source = await company(owner, 'Race Shop', 'race-shop.example')
  let mergeId: string | null = null
  const turning = (async () => {
    for (let n = 0; n < 8; n++) {
      if (mergeId === null) mergeId = await merge(source, target, owner)
      else {
        await done('undo-company-merge', { mergeId }, owner)
        mergeId = null
      }
    }
  })()
  const key = (await app.given.key(owner.orgId)).text
  // Each lead is sent twice at once; what its deal belongs to is told by its address.
  const arriving = async (n: number): Promise<{ dealId: string; contactId: string }> => {
    const email = `p${n}@race-shop.example`
    const lead = { email, name: `Person ${n}`, external_id: `race-${n}` }
    const answers = await Promise.all([app.post(lead, key), app.post(lead, key)])
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ body }) => body.lead_id)).size, 1)
    const { contactId, dealId } = await client(owner, email, `Person ${n}`, n % 3 === 0 ? source : undefined)
    assert.equal(answers[0]?.body.contact_id, contactId)
    return { contactId, dealId }
  }
  const made = await Promise.all(Array.from({ length: 12 }, (_, n) => arriving(n)))
  await turning
  if (mergeId === null) await merge(source, target, owner)
  const now = await shown(source, owner)
  assert.equal(now.company.id, target)
  assert.deepEqual(now.contacts.map(({ id }) => id).sort(), made.map(({ contactId }) => contactId).sort())
  assert.deepEqual(now.deals.map(({ id }) => id).sort(), made.map(({ dealId }) => dealId).sort())
  const { leads } = await done<{ leads: unknown[] }>('list-leads', { limit: 50 }, owner)
  assert.equal(leads.length, made.length)
})

test('a value that a member sets stands on the company that was kept, and those of a merged company fill its blanks', async () => {
  const owner = await app.given.organization()
  const [target, source] = [await company(owner, 'Kept'), await company(owner, 'Gone')]
  const fact = (subjectId: string, field: string, value: string | null) =>
    done('set-fact', { subjectKind: 'company', subjectId, field, value }, owner)
  await fact(target, 'industry', 'Tiles')
  await fact(source, 'industry', 'Stones')
  await fact(source, 'employees', '11–50')
  const mergeId = await merge(source, target, owner)
  const facts = async (id: string) =>
    Object.fromEntries((await shown(id, owner)).facts.map(({ field, value }) => [field, value]))
  assert.deepEqual(await facts(target), { industry: 'Tiles', employees: '11–50' })
  await fact(source, 'founded', '1999')
  await fact(target, 'employees', '51–200')
  assert.deepEqual(await facts(source), { industry: 'Tiles', employees: '51–200', founded: '1999' })
  await done('undo-company-merge', { mergeId }, owner)
  assert.deepEqual(await facts(source), { industry: 'Stones', employees: '11–50' })
  assert.deepEqual(await facts(target), { industry: 'Tiles', employees: '51–200', founded: '1999' })
})

test('the timelines of both companies say who merged them and who separated them, when, and why', async () => {
  const owner = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'member')
  const [target, source] = [await company(owner, 'Acme'), await company(owner, 'Acme Shop')]
  const { contactId } = await client(owner, 'jo@elsewhere.example', 'Jo', target)
  interface Entry {
    readonly kind: string
    readonly at: string
    readonly text: string | null
    readonly facts: Readonly<Record<string, unknown>>
    readonly subject_id: string
    readonly cause: { readonly kind: string }
    readonly person: { readonly id: string } | null
  }
  const merges = async (of: object): Promise<Entry[]> => {
    const { entries, counts } = await done<{ entries: Entry[]; counts: Record<string, number> }>(
      'list-timeline',
      { ...of, kinds: ['merge'], withCounts: true },
      owner,
    )
    assert.equal(counts.merge ?? 0, entries.length)
    return entries
  }
  assert.deepEqual(await merges({ companyId: target }), [])
  const { mergeId } = await done<{ mergeId: string }>(
    'merge-companies',
    { sourceId: source, targetId: target, reason: 'The same legal entity' },
    colleague,
  )
  const names = { source_id: source, source_name: 'Acme Shop', target_id: target, target_name: 'Acme' }
  const [entry, ...others] = await merges({ companyId: source })
  assert.deepEqual(others, [])
  assert.deepEqual(
    [entry?.facts, entry?.text, entry?.subject_id, entry?.cause.kind, entry?.person?.id],
    [{ ...names, undone: false }, 'The same legal entity', mergeId, 'person', colleague.personId],
  )
  assert.ok(Math.abs(Date.parse(entry?.at ?? '') - Date.now()) < 60_000)
  assert.deepEqual(await merges({ companyId: target }), [entry], 'by either id it is the same timeline')

  await done('undo-company-merge', { mergeId }, owner)
  for (const companyId of [source, target]) {
    const [undone, first, ...none] = await merges({ companyId })
    assert.deepEqual(
      [undone?.facts, undone?.cause.kind, undone?.person?.id, first, none],
      [{ ...names, undone: true }, 'undo', owner.personId, entry, []],
    )
  }
  assert.deepEqual(await merges({ contactId }), [], 'what becomes of a company is not said of its people')
})
