import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { websiteContent } from '#test/support/proposals.ts'
import { addCompany } from '../companies/companies.ts'
import { resolveContact } from '../identities/identities.ts'
import { removeUnlinkedContacts } from '../identities/linked-records.ts'
import type { Deal } from './deals.ts'

type Shown = Pick<typeof Deal._zod.output, 'id' | 'name' | 'contact' | 'company' | 'state' | 'assigned_to' | 'status'>
interface Person {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
}

let app: TestApp
let owner: Someone
before(async () => {
  app = await startApp()
  owner = app.owner
})
after(() => app.stop())

const inOrg = <T>(work: (db: Db) => Promise<T>): Promise<T> => app.database.inOrg(owner.orgId, work)
const done = async (type: string, body: object) => {
  const answer = await app.call(type, body, owner)
  assert.equal(answer.status, 200, `${type}: ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}
const refused = async (type: string, body: object): Promise<[number, unknown]> => {
  const answer = await app.call(type, body, owner)
  return [answer.status, answer.body.code]
}
const make = (name: string): Promise<string> =>
  inOrg(async (db) => {
    const who = { email: `${name}.${newId()}@example.com`.toLowerCase(), name }
    return (await resolveContact(db, owner.orgId, foyer.within, who, 'web_chat')).contactId
  })
const open = async (contactId: string, name = 'A website'): Promise<string> =>
  ((await done('create-deal', { contactId, name })).deal as Shown).id
/** A deal as a CRM without a contact for it would give it: with a company, or alone. */
const openAlone = async (name: string, company: string | null = null): Promise<string> => {
  const dealId = await open(await make('Passing'), name)
  await done('set-deal-people', { dealId, contactId: null })
  await inOrg(async (db) => {
    const made = company === null ? null : await addCompany(db, owner.orgId, { name: company, domain: null })
    await db
      .updateTable('deals')
      .set({ company_id: made?.id ?? null })
      .where('org_id', '=', owner.orgId)
      .where('id', '=', dealId)
      .execute()
  })
  return dealId
}
const peopleOf = async (dealId: string): Promise<{ first: string | null; others: string[] }> => {
  const shown = await done('show-deal', { dealId })
  return { first: (shown.deal as Shown).contact?.id ?? null, others: (shown.people as Person[]).map(({ id }) => id) }
}
const changesOf = (dealId: string) =>
  inOrg(async (db) => {
    const events = await db
      .selectFrom('events')
      .select('payload')
      .where('org_id', '=', owner.orgId)
      .where('type', '=', 'deal.changed')
      .where('subject_id', '=', dealId)
      .orderBy('id')
      .execute()
    return events.map(
      ({ payload }) =>
        payload as unknown as { change: string; before: { contact_id: unknown }; after: { contact_id: unknown } },
    )
  })

test('a deal without a contact is on the board, found by its company, has tasks and a timeline, is assigned, moved and won', async () => {
  const dealId = await openAlone('Forty ovens', 'Zwieback AG')
  const alone = await openAlone('An idea alone')
  const board = (await done('show-board', {})).stages as { id: string; kind: string; slug: string; deals: Shown[] }[]
  const cards = board.flatMap(({ deals }) => deals)
  assert.deepEqual(
    [dealId, alone].map((id) => cards.find((card) => card.id === id)).map((card) => [card?.contact, card?.company?.name]),
    [
      [null, 'Zwieback AG'],
      [null, undefined],
    ],
  )
  const found = async (search: string): Promise<string[]> =>
    ((await done('list-deals', { search })).deals as Shown[]).map(({ id }) => id)
  assert.deepEqual(await found('zwieback'), [dealId])
  assert.deepEqual(await found('An idea alone'), [alone])
  const companyId = cards.find(({ id }) => id === dealId)?.company?.id
  const ofCompany = (await done('show-company', { companyId })).deals as Shown[]
  assert.deepEqual(
    ofCompany.map(({ id }) => id),
    [dealId],
  )

  const { task } = (await done('add-task', { dealId, title: 'Find out who decides' })) as { task: { contact: unknown } }
  assert.equal(task.contact, null)
  const tasks = (await done('list-tasks', { dealId })).tasks as { id: string; title: string }[]
  assert.ok(tasks.some(({ title }) => title === 'Find out who decides'))
  await done('complete-task', { taskId: tasks[0]?.id })
  await done('assign-deal', { dealId, userId: null })
  await done('update-deal', { dealId, valueMinor: 40_000, currency: 'EUR' })
  await done('show-response-times', {})
  await done('move-deal', { dealId, stageId: board.find(({ slug }) => slug === 'proposal')?.id })
  const won = await done('move-deal', { dealId, stageId: board.find(({ kind }) => kind === 'won')?.id })
  assert.deepEqual([(won.deal as Shown).state, (won.deal as Shown).contact], ['won', null])
  const entries = (await done('list-timeline', { dealId })).entries as { kind: string }[]
  for (const kind of ['deal', 'stage', 'assignment', 'task'])
    assert.ok(
      entries.some((entry) => entry.kind === kind),
      kind,
    )
  const last = (await changesOf(dealId)).at(-1)
  assert.deepEqual([last?.change, last?.after.contact_id], ['moved', null])
})

test('an action that needs a contact refuses a deal without one by name, and works once a member adds one', async () => {
  const dealId = await openAlone('Waits for a person')
  const other = await open(await make('Other'), 'Has one')
  const reply = { projectId: dealId, clientMessageId: newId(), message: 'Hello' }
  const contract = { projectId: dealId, templateId: newId(), title: 'x', docType: 'contract', userId: owner.personId }
  const wanting: [string, object][] = [
    ['reply-chat', reply],
    ['reply-chat', { ...reply, note: true }],
    ['update-chat-session', { projectId: dealId, action: 'claim', userId: owner.personId }],
    ['create-proposal', { dealId, ...websiteContent }],
    ['generate-contract', { ...contract, replacements: {} }],
    ['link-whatsapp-contact', { projectId: dealId, targetProjectId: other }],
    ['link-whatsapp-contact', { projectId: other, targetProjectId: dealId }],
  ]
  for (const [type, body] of wanting) assert.deepEqual(await refused(type, body), [409, 'deal_has_no_contact'], type)
  assert.deepEqual(await refused('mark-chat-read', { projectId: dealId, readTo: newId() }), [404, 'message_not_found'])
  const thread = await done('fetch-chat-history', { projectId: dealId })
  assert.deepEqual([thread.history, thread.conversation], [[], null])
  assert.equal((await done('show-reply-draft', { projectId: dealId })).draft, null)

  await done('set-deal-people', { dealId, contactId: await make('Decider') })
  await done('create-proposal', { dealId, ...websiteContent })
  await done('update-chat-session', { projectId: dealId, action: 'claim', userId: owner.personId })
})

test('a member sets the first contact and further ones: each change makes one event, and a repeat makes none', async () => {
  const [maya, noor, sam] = [await make('Maya'), await make('Noor'), await make('Sam')]
  const dealId = await open(maya)
  const set = (body: object) => done('set-deal-people', { dealId, ...body })
  const answer = await set({ contactId: maya, others: [sam, noor, sam, maya] })
  assert.equal((answer.deal as Shown).contact?.id, maya)
  assert.deepEqual(
    (answer.people as Person[]).map(({ name }) => name),
    ['Noor', 'Sam'],
    'each once, without the first',
  )
  await set({ contactId: maya, others: [noor, sam] })
  await set({})
  assert.deepEqual(
    (await changesOf(dealId)).map(({ change }) => change),
    ['people'],
    'nothing changed a second time',
  )

  await set({ contactId: noor, others: [maya, sam] })
  assert.deepEqual(await peopleOf(dealId), { first: noor, others: [sam, maya] })
  await set({ contactId: sam })
  assert.deepEqual(await peopleOf(dealId), { first: sam, others: [maya] }, 'one who becomes the first is no further one')
  await set({ others: [] })
  await set({ contactId: null })
  assert.deepEqual(await peopleOf(dealId), { first: null, others: [] })
  const told = await changesOf(dealId)
  assert.deepEqual(
    told.map(({ change, before, after }) => [change, before.contact_id, after.contact_id]),
    [
      ['people', maya, maya],
      ['people', maya, noor],
      ['people', noor, sam],
      ['people', sam, sam],
      ['people', sam, null],
    ],
  )
  const logged = (await done('list-audit', { action: 'set-deal-people' })).entries as { outcome: string }[]
  assert.ok(logged.length >= told.length)

  const stranger = await app.given.organization()
  const theirs = (await app.call('create-deal', { client: { name: 'Theirs' } }, stranger)).body.deal as unknown as Shown
  for (const [body, code] of [
    [{ dealId: newId(), contactId: null }, 'deal_not_found'],
    [{ dealId: theirs.id, contactId: null }, 'deal_not_found'],
    [{ dealId, contactId: newId() }, 'contact_not_found'],
    [{ dealId, others: [noor, theirs.contact?.id] }, 'contact_not_found'],
  ] as const)
    assert.deepEqual(await refused('set-deal-people', body), [404, code])
  const many = Array.from({ length: 51 }, () => newId())
  assert.deepEqual(await refused('set-deal-people', { dealId, others: many }), [400, 'bad_request'])
  assert.deepEqual(await peopleOf(dealId), { first: null, others: [] }, 'what is refused changes nothing')
})

test('a further contact finds the deal in lists and on their page, where it is marked', async () => {
  const [maya, noor] = [await make('Maya'), await make('Xanthippe')]
  const dealId = await open(maya, 'Kitchen')
  const own = await open(noor, 'Own')
  await done('set-deal-people', { dealId, others: [noor] })
  const onPage = async (contactId: string) =>
    ((await done('show-contact', { contactId })).deals as (Shown & { is_further: boolean })[]).map((deal) => [
      deal.name,
      deal.is_further,
    ])
  assert.deepEqual(await onPage(noor), [
    ['Own', false],
    ['Kitchen', true],
  ])
  assert.deepEqual(await onPage(maya), [['Kitchen', false]])
  const listed = async (filter: object): Promise<string[]> =>
    ((await done('list-deals', filter)).deals as Shown[]).map(({ id }) => id)
  assert.deepEqual(await listed({ contactId: noor }), [own, dealId])
  assert.deepEqual(await listed({ search: 'xanthippe' }), [own, dealId])
})

test('two contacts of a deal who are merged are one there, and both again once that is undone', async () => {
  const [maya, noor, sam] = [await make('Maya'), await make('Noor'), await make('Noor the second')]
  const dealId = await open(maya)
  await done('set-deal-people', { dealId, others: [noor, sam] })
  const merge = async (sourceId: string, targetId: string): Promise<string> =>
    String((await done('merge-contacts', { sourceId, targetId })).mergeId)

  const further = await merge(sam, noor)
  assert.deepEqual(await peopleOf(dealId), { first: maya, others: [noor] })
  // Saved again as it is shown: what is hidden stays for the undo.
  await done('set-deal-people', { dealId, contactId: maya, others: [noor] })
  await done('undo-merge', { mergeId: further })
  assert.deepEqual(await peopleOf(dealId), { first: maya, others: [noor, sam] })

  const withFirst = await merge(noor, maya)
  assert.deepEqual(await peopleOf(dealId), { first: maya, others: [sam] })
  await done('undo-merge', { mergeId: withFirst })
  assert.deepEqual(await peopleOf(dealId), { first: maya, others: [noor, sam] })

  const intoFurther = await merge(maya, noor)
  assert.deepEqual(await peopleOf(dealId), { first: noor, others: [sam] })
  // The first of before goes to the further ones by the record that the deal had.
  await done('set-deal-people', { dealId, contactId: sam, others: [noor] })
  await done('undo-merge', { mergeId: intoFurther })
  const parted = await peopleOf(dealId)
  assert.deepEqual([parted.first, parted.others.toSorted()], [sam, [maya, noor].toSorted()])

  await merge(sam, noor)
  await done('set-deal-people', { dealId, contactId: maya, others: [] })
  assert.deepEqual(await peopleOf(dealId), { first: maya, others: [] }, 'one who is removed is, by all of their records')
})

test('a contact who is a further one of a deal is not removed as one to whom nothing refers', async () => {
  const [maya, noor, sam] = [await make('Maya'), await make('Noor'), await make('Sam')]
  const dealId = await open(maya)
  await done('set-deal-people', { dealId, others: [noor] })
  const removed = await inOrg((db) => removeUnlinkedContacts(db, owner.orgId, foyer.within, [maya, noor, sam]))
  assert.deepEqual(removed, [sam])
})

test('a deal is the subject of the conversation of its contact, and leaves that of the contact before', async () => {
  const [maya, noor] = [await make('Maya'), await make('Noor')]
  const dealId = await open(maya)
  const write = (contactId: string, about: string | null) =>
    inOrg((db) =>
      recordMessage(db, owner.orgId, {
        ...{ contactId, dealId: about, channel: 'web_chat', direction: 'in', kind: 'text', body: `Of ${contactId}` },
      }),
    )
  await write(maya, dealId)
  await write(noor, null)
  const subjectOf = (contactId: string) =>
    inOrg((db) => db.selectFrom('conversations').select('deal_id').where('id', '=', contactId).executeTakeFirst())
  const saidIn = async (projectId: string): Promise<string[]> =>
    ((await done('fetch-chat-history', { projectId })).history as { comment_text: string }[]).map((each) => each.comment_text)
  assert.deepEqual(await saidIn(dealId), [`Of ${maya}`])

  await done('set-deal-people', { dealId, contactId: noor })
  assert.deepEqual([await subjectOf(maya), await subjectOf(noor)], [{ deal_id: null }, { deal_id: dealId }])
  assert.deepEqual(await saidIn(dealId), [`Of ${noor}`])
  // A chat that began with the deal goes on in the thread of who writes there.
  await write(maya, dealId)
  assert.deepEqual([await subjectOf(maya), await saidIn(maya)], [{ deal_id: null }, [`Of ${maya}`, `Of ${maya}`]])
  await done('set-deal-people', { dealId, contactId: null })
  assert.deepEqual(await subjectOf(noor), { deal_id: null })
})

test('members who change, merge and answer at once leave each deal with each of its contacts once', async () => {
  const people = await Promise.all(['Ada', 'Ben', 'Cleo', 'Dora'].map(make))
  const deals = [await open(people[0] as string), await open(people[1] as string)]
  const one = (n: number): string => people[n % people.length] as string
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) => {
      const dealId = deals[n % 2]
      if (n % 6 === 5) return app.call('merge-contacts', { sourceId: one(n), targetId: one(n + 1) }, owner)
      if (n % 6 === 4)
        return app.call('reply-chat', { projectId: dealId, clientMessageId: newId(), message: 'x', note: true }, owner)
      return app.call(
        'set-deal-people',
        { dealId, contactId: n % 5 === 0 ? null : one(n), others: [one(n + 1), one(n + 2)] },
        owner,
      )
    }),
  )
  for (const { status, body } of answers) assert.ok([200, 409].includes(status), JSON.stringify(body))
  for (const dealId of deals) {
    const { first, others } = await peopleOf(String(dealId))
    assert.equal(new Set([first, ...others]).size, others.length + 1, 'each once')
  }
})
