import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { isRace } from '#db/races.ts'
import { foyer } from '#domains/catalogue.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import { canonicalContactOf, mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'
import { readPhone } from '#shapes/phones.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { findWay } from './channels.ts'
import { lockConversation } from './conversations.ts'
import { recordMessage } from './messages.ts'

let app: TestApp
let orgId: string
before(async () => {
  app = await startApp()
  orgId = app.owner.orgId
})
after(() => app.stop())

const inOrg = <T>(work: (db: Db) => Promise<T>): Promise<T> => app.database.inOrg(orgId, work)

/** As a webhook does it: a transaction of its own, run again after a race. */
const settled = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries++) {
    try {
      return await inOrg(work)
    } catch (error) {
      if (!isRace(error) || tries > 9) throw error
    }
  }
}

let counter = 0
const someone = () => {
  const number = `+4915112${String(++counter).padStart(6, '0')}`
  const phone = readPhone(number, null)
  const writes = (body: string) =>
    settled(async (db) => {
      const { contactId, recordId } = await resolveContact(db, orgId, foyer.within, { phone }, 'whatsapp')
      const { dealId } = await openDealFor(db, orgId, { contactId, kind: 'whatsapp', name: number, cause: 'whatsapp' })
      await recordMessage(db, orgId, { contactId: recordId, channel: 'whatsapp', direction: 'in', kind: 'text', body, dealId })
      return { contactId: recordId, dealId }
    })
  return { number, writes }
}

const link = (projectId: string, targetProjectId: string, more: object = {}) =>
  app.call('link-whatsapp-contact', { projectId, targetProjectId, ...more })

/** Whether an open transaction has written into a table. */
const hasLocks = async (table: string): Promise<boolean> => {
  const { rows } =
    await sql`select from pg_locks where relation = ${`foyer.${table}`}::regclass and mode = 'RowExclusiveLock'`.execute(
      app.database.db,
    )
  return rows.length > 0
}

const isWaiting = async (): Promise<boolean> => {
  // Other tests' databases are in the same cluster, and wait for locks of their own.
  const { rows } = await sql`
    select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(
    app.database.db,
  )
  return rows.length > 0
}

/** Each thread that is shown, with the words in it, and what the list says of it. */
const threads = (contactIds: string[]) =>
  inOrg(async (db) => {
    const shown: Record<string, string[]> = {}
    for (const root of new Set(await Promise.all(contactIds.map((id) => canonicalContactOf(db, orgId, id))))) {
      const mergeGroup = await mergeGroupOf(db, orgId, root)
      const rows = await db
        .selectFrom('messages')
        .select('body')
        .where('org_id', '=', orgId)
        .where('contact_id', 'in', mergeGroup)
        .orderBy('at')
        .orderBy('id')
        .execute()
      shown[root] = rows.map((row) => row.body ?? '')
      const row = await db
        .selectFrom('conversations')
        .select(['is_merged', 'last_preview', 'deal_id'])
        .where('org_id', '=', orgId)
        .where('id', '=', root)
        .executeTakeFirst()
      assert.equal(row?.is_merged, false)
      assert.equal(row?.last_preview, shown[root].at(-1) ?? null, 'the list shows the last word of the thread')
    }
    return shown
  })

test('linking brings the whole thread along, once, and undoing brings both back, deals too', async () => {
  const [one, other] = [someone(), someone()]
  await one.writes('a1')
  const a = await one.writes('a2')
  const b = await other.writes('b1')
  const linked = await link(a.dealId, b.dealId, { name: 'Maya', email: 'maya.link@example.com' })
  assert.equal(linked.status, 200, JSON.stringify(linked.body))
  assert.equal(linked.body.merged, 2)
  assert.deepEqual(await threads([a.contactId, b.contactId]), { [b.contactId]: ['a1', 'a2', 'b1'] })
  const again = await link(a.dealId, b.dealId)
  assert.deepEqual([again.status, again.body.merged], [200, 0])
  assert.equal((await link(b.dealId, b.dealId)).status, 400)
  assert.equal((await link(b.dealId, a.dealId)).status, 400, 'the source went into this very deal')
  const shown = await app.call('show-contact', { contactId: a.contactId })
  const { contact } = shown.body as unknown as { contact: { id: string; full_name: string; email: string } }
  assert.deepEqual([contact.id, contact.full_name, contact.email], [b.contactId, 'Maya', 'maya.link@example.com'])
  const state = () =>
    inOrg(async (db) => {
      const rows = await db
        .selectFrom('deals')
        .select(['id', 'state', 'linked_to'])
        .where('id', 'in', [a.dealId, b.dealId])
        .orderBy('id')
        .execute()
      return rows.map((row) => [row.state, row.linked_to])
    })
  assert.deepEqual(await state(), [
    ['linked', b.dealId],
    ['open', null],
  ])
  // What is said from now on stays with the record that it is said by, or answers.
  await one.writes('a3')
  await inOrg(async (db) => {
    const way = await findWay(db, orgId, b.contactId, null)
    assert.equal(way?.recordId, a.contactId)
    const answer = { contactId: way.recordId, channel: 'whatsapp', direction: 'out', kind: 'text', body: 'to a3' } as const
    await recordMessage(db, orgId, answer)
  })
  assert.deepEqual(await threads([a.contactId]), { [b.contactId]: ['a1', 'a2', 'b1', 'a3', 'to a3'] })
  const undone = await app.call('undo-merge', { mergeId: linked.body.mergeId })
  assert.equal(undone.status, 200, JSON.stringify(undone.body))
  assert.deepEqual(await threads([a.contactId, b.contactId]), {
    [a.contactId]: ['a1', 'a2', 'a3', 'to a3'],
    [b.contactId]: ['b1'],
  })
  assert.deepEqual(await state(), [
    ['open', null],
    ['open', null],
  ])
})

test('while customers write, linking and undoing in any order loses nothing, duplicates nothing, and ends in the right state', async () => {
  const people = [someone(), someone(), someone()]
  const at = await Promise.all(people.map((person, n) => person.writes(`${n}:0`)))
  const written = at.map((_, n) => [`${n}:0`])
  const standing = new Map<string, string>() // source deal → merge
  let seed = 7
  const chance = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const writing = people.map(async (person, n) => {
    for (let k = 1; k <= 12; k++) {
      await person.writes(`${n}:${k}`)
      written[n]?.push(`${n}:${k}`)
    }
  })
  const linking = (async () => {
    for (let round = 0; round < 14; round++) {
      const source = at[chance(3)] as (typeof at)[number]
      const target = at[chance(3)] as (typeof at)[number]
      const mergeId = standing.get(source.dealId)
      if (mergeId) {
        const undone = await app.call('undo-merge', { mergeId })
        assert.equal(undone.status, 200, JSON.stringify(undone.body))
        standing.delete(source.dealId)
      } else {
        const linked = await link(source.dealId, target.dealId)
        assert.ok([200, 400, 409].includes(linked.status), JSON.stringify(linked.body))
        if (linked.status === 200 && linked.body.mergeId) standing.set(source.dealId, String(linked.body.mergeId))
      }
      // At every moment each message is in exactly one thread: in one snapshot the threads are a partition of the messages.
      await inOrg(async (db) => {
        const rows = await db
          .selectFrom('contacts')
          .select(['id', 'root_id', 'merged_into'])
          .where('org_id', '=', orgId)
          .where(
            'id',
            'in',
            at.map((each) => each.contactId),
          )
          .execute()
        const byId = new Map(rows.map((row) => [row.id, row]))
        for (const row of rows) {
          let top = row
          while (top.merged_into !== null) top = byId.get(top.merged_into) ?? top
          assert.equal(row.root_id, top.id === row.id ? null : top.id)
        }
      })
    }
  })()
  await Promise.all([...writing, linking])

  const shown = await threads(at.map((each) => each.contactId))
  assert.deepEqual(Object.values(shown).flat().sort(), written.flat().sort())
  for (const mergeId of standing.values()) await app.call('undo-merge', { mergeId })
  const apart = await threads(at.map((each) => each.contactId))
  for (const [n, each] of at.entries()) assert.deepEqual(apart[each.contactId]?.toSorted(), written[n]?.toSorted())
})

test('the very first word of a thread, on its way while its person is linked, is in the thread of both', async () => {
  const made = (name: string) =>
    inOrg(async (db) => {
      const { contactId } = await resolveContact(db, orgId, foyer.within, { email: `${name}@first.example` }, 'prd')
      const { dealId } = await openDealFor(db, orgId, { contactId, kind: 'prd', name, cause: 'prd' })
      return { contactId, dealId }
    })
  const [a, b] = [await made('a'), await made('b')]
  let commit = () => {}
  const mayCommit = new Promise<void>((resolve) => {
    commit = resolve
  })
  const writing = inOrg(async (db) => {
    await recordMessage(db, orgId, {
      contactId: a.contactId,
      channel: 'web_chat',
      direction: 'in',
      kind: 'text',
      body: 'first',
    })
    await mayCommit
  })
  await until('the message is written', () => hasLocks('conversations'))
  const linking = link(a.dealId, b.dealId)
  await until('the linking waits for it', isWaiting)
  commit()
  await writing
  const linked = await linking
  assert.deepEqual([linked.status, linked.body.merged], [200, 1], JSON.stringify(linked.body))
  assert.deepEqual(await threads([a.contactId, b.contactId]), { [b.contactId]: ['first'] })
})

test('two that link the same deals at once, each the other way round, end with one of them', async () => {
  const [a, b] = await Promise.all([someone().writes('a'), someone().writes('b')])
  const answers = await Promise.all([link(a.dealId, b.dealId), link(b.dealId, a.dealId)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400], JSON.stringify(answers.map(({ body }) => body)))
})

test('deals that are not there are named', async () => {
  assert.equal((await link(newId(), newId())).status, 404)
})

/** Whether a row could be locked at this moment. */
const isFree = (table: 'contacts' | 'deals', id: string): Promise<boolean> =>
  inOrg(async (db) => {
    await sql`select from ${sql.table(table)} where org_id = ${orgId} and id = ${id} for update nowait`.execute(db)
    return true
  }).catch((error: { code?: string }) => {
    if (error.code === '55P03') return false
    throw error
  })

/** What is free while `act` waits for the thread of a contact. */
const freeWhileThreadIsHeld = async (contactId: string, act: () => Promise<{ status: number }>, deal: string) => {
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = inOrg(async (db) => {
    await lockConversation(db, orgId, contactId)
    held.resolve()
    await release.promise
  })
  await held.promise
  const acting = act()
  await until('it waits for the thread', isWaiting)
  const free = { contact: await isFree('contacts', contactId), deal: await isFree('deals', deal) }
  release.resolve()
  await holding
  assert.equal((await acting).status, 200)
  return free
}

test('merge groups are locked before threads; an undo locks threads before the deal that comes back (decision 0027)', async () => {
  const [a, b] = [await someone().writes('a'), await someone().writes('b')]
  let mergeId = ''
  const linking = async () => {
    const linked = await link(a.dealId, b.dealId)
    mergeId = String(linked.body.mergeId)
    return linked
  }
  assert.deepEqual(await freeWhileThreadIsHeld(b.contactId, linking, a.dealId), { contact: false, deal: false })
  const undo = () => app.call('undo-merge', { mergeId })
  assert.deepEqual(await freeWhileThreadIsHeld(b.contactId, undo, a.dealId), { contact: false, deal: true })
  const shown = await app.call('show-deal', { dealId: a.dealId })
  assert.match(JSON.stringify(shown.body), /"state":"open"/)
})
