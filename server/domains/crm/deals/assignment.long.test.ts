import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { type Database, openDatabase } from '#db/connect.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import type { Because } from './assignment.ts'
import { openDealFor } from './deals.ts'

let app: TestApp
let crowd: Database
before(async () => {
  app = await startApp()
  crowd = openDatabase(app.target, { application: 'foyer test', connections: 20, onError: () => {} })
})
after(async () => {
  await crowd?.close()
  await app.stop()
})

/** So many deals with as many people, over this many connections at once. */
const makeDeals = async ({ orgId }: Someone, count: number, connections: number): Promise<void> => {
  const people = Array.from({ length: count }, () => newId())
  await crowd.inOrg(orgId, (db) =>
    db
      .insertInto('contacts')
      .values(people.map((id) => ({ org_id: orgId, id })))
      .execute(),
  )
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let contactId = people.pop(); contactId; contactId = people.pop()) {
        const given = { contactId, kind: 'prd', cause: 'prd', name: 'Bakery' } as const
        await crowd.inOrg(orgId, (db) => openDealFor(db, orgId, given))
      }
    }),
  )
}

const dealsOf = ({ orgId }: Someone) =>
  app.database.inOrg(orgId, (db) =>
    db
      .selectFrom('deals')
      .select(['id', 'assigned_to', 'assigned_because'])
      .where('org_id', '=', orgId)
      .orderBy('id')
      .execute(),
  )

const countsOf = async (owner: Someone): Promise<Map<string | null, number>> => {
  const counts = new Map<string | null, number>()
  for (const { assigned_to } of await dealsOf(owner)) counts.set(assigned_to, (counts.get(assigned_to) ?? 0) + 1)
  return counts
}

const spread = (counts: Iterable<number>): number => Math.max(...counts) - Math.min(...counts)

test('a thousand deals at once over twenty connections are shared out among seven people to within one, and each says why', async () => {
  const owner = await app.given.organization()
  const admins = await Promise.all([1, 2, 3, 4, 5, 6].map(() => app.given.person(owner.orgId, 'admin')))
  const member = await app.given.person(owner.orgId, 'member')
  await makeDeals(owner, 1_000, 20)
  const counts = await countsOf(owner)
  assert.deepEqual([...counts.keys()].sort(), [owner, ...admins].map(({ personId }) => personId).sort())
  assert.ok(!counts.has(member.personId))
  assert.ok(spread(counts.values()) <= 1, [...counts.values()].join(' '))
  const stored = await app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('assignments')
      .select(['deal_id', 'person_id', 'because', 'by_person_id'])
      .where('org_id', '=', owner.orgId)
      .orderBy('id')
      .execute(),
  )
  assert.equal(stored.length, 1_000)
  // Each was the one with the fewest turns: told in the order of their turns, the reasons count up together.
  const turns = stored.map(({ because }) => because as unknown as Because & { turns: number; of: number })
  assert.ok(turns.every(({ rule, of }) => rule === 'turns' && of === 7))
  for (let round = 0; round < 142; round++)
    assert.equal(turns.filter((each) => each.turns === round).length, 7, `of round ${round}`)
})

test('for any order of deals, absences, arrivals and removals no absent member gets one, and those present stay level', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const everybody = [owner, ...(await Promise.all([1, 2, 3].map(() => app.given.person(orgId, 'admin'))))]
  const here = new Set(everybody.map(({ personId }) => personId))
  let seed = 20261121
  const chance = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let step = 0; step < 12; step++) {
    const someone = everybody[1 + chance(everybody.length - 1)] as Someone
    if (here.has(someone.personId)) {
      here.delete(someone.personId)
      if (chance(2) === 0) await app.call('set-absence', { userId: someone.personId }, owner)
      else await app.call('change-role', { userId: someone.personId, role: 'member' }, owner)
    } else {
      here.add(someone.personId)
      await app.call('set-absence', { userId: someone.personId, here: true }, owner)
      await app.call('change-role', { userId: someone.personId, role: 'admin' }, owner)
    }
    const before = await countsOf(owner)
    const count = 1 + chance(12)
    await makeDeals(owner, count, 4)
    const got = [...(await countsOf(owner))].map(([id, deals]) => [id, deals - (before.get(id) ?? 0)] as const)
    for (const [id, deals] of got)
      assert.ok(deals === 0 || (id !== null && here.has(id)), `step ${step}: to somebody who is not there`)
    // Level with the others at the start means: missed assignments are not made up for.
    const most = Math.max(...got.map(([, deals]) => deals))
    assert.ok(most <= Math.ceil(count / here.size) + 1, `step ${step}: ${most} of ${count} to one of ${here.size}`)
    const { turns } = (await app.call('list-turns', {}, owner)).body as unknown as {
      turns: { person: { id: string }; turns: number; is_eligible: boolean }[]
    }
    const present = turns.filter(({ is_eligible }) => is_eligible)
    assert.deepEqual(new Set(present.map(({ person }) => person.id)), here)
    assert.ok(spread(present.map((each) => each.turns)) <= 1, `step ${step}`)
  }
})

test('while all members are away a deal has no owner and is raised, until it is assigned', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  await app.call('set-absence', { userId: owner.personId, until: '2100-01-01T00:00:00Z' }, owner)
  await makeDeals(owner, 1, 1)
  const [deal] = await dealsOf(owner)
  assert.equal(deal?.assigned_to, null)
  assert.deepEqual(deal?.assigned_because, { rule: 'nobody', of: 0, away: 1 } as never)
  const kinds = async () =>
    ((await app.call('list-notices', {}, owner)).body.notices as unknown as { kind: string; subject_id: string }[]).map(
      ({ kind, subject_id }) => [kind, subject_id],
    )
  assert.deepEqual(await kinds(), [['deal_unassigned', deal?.id]])
  const given = await app.call('assign-deal', { dealId: deal?.id, userId: member.personId, reason: 'Knows them' }, owner)
  assert.equal(given.status, 200, JSON.stringify(given.body))
  assert.deepEqual((given.body.deal as unknown as { assigned_because: unknown }).assigned_because, {
    rule: 'person',
    person_id: owner.personId,
    reason: 'Knows them',
  })
  assert.deepEqual(await kinds(), [])
  const other = await app.given.organization()
  assert.equal(
    (await app.call('assign-deal', { dealId: deal?.id, userId: other.personId }, owner)).body.code,
    'person_not_found',
  )
  assert.equal((await app.call('set-absence', { userId: owner.personId }, member)).status, 403)
})
