import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

interface Tag {
  readonly id: string
  readonly name: string
  readonly hue: number
  readonly uses?: number | null
}

const done = async <T>(type: string, body: object, as: Someone): Promise<T> => {
  const answer = await app.call(type, body, as)
  assert.equal(answer.status, 200, `${type}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}
const tag = async (as: Someone, name: string, hue?: number): Promise<Tag> =>
  (await done<{ tag: Tag }>('save-tag', { name, hue }, as)).tag
const listed = async (as: Someone): Promise<Tag[]> => (await done<{ tags: Tag[] }>('list-tags', { count: true }, as)).tags
const contact = (orgId: string, fullName: string): Promise<string> =>
  app.database.inOrg(orgId, async (db) => {
    const id = newId()
    await db.insertInto('contacts').values({ org_id: orgId, id, full_name: fullName }).execute()
    return id
  })
const tagsOf = async (as: Someone, contactId: string): Promise<string[]> =>
  (await done<{ tags: Tag[] }>('show-contact', { contactId }, as)).tags.map(({ name }) => name)
const told = async (orgId: string, subjectId: string): Promise<object[]> => {
  const { rows } = await app.database.inOrg(orgId, (db) =>
    sql<{ payload: object }>`
      select payload from events where org_id = ${orgId} and type = 'record.tagged' and subject_id = ${subjectId} order by tx, id`.execute(
      db,
    ),
  )
  return rows.map(({ payload }) => payload)
}

test('a member makes a tag of a name that no other has, whatever the case; of two at once one gets it', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const both = await Promise.all(['VIP', ' vip '].map((name) => app.call('save-tag', { name }, member)))
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  assert.equal(both.find(({ status }) => status === 409)?.body.code, 'tag_exists')
  const hues = await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => (await tag(owner, name)).hue))
  assert.equal(new Set(hues).size, 4)
  const a = (await listed(owner)).find(({ name }) => name === 'a')
  assert.equal((await app.call('save-tag', { tagId: a?.id, name: 'B' }, member)).body.code, 'tag_exists')
  assert.equal((await app.call('save-tag', {}, member)).body.code, 'missing_field')
  assert.equal((await app.call('save-tag', { name: 'x', hue: 9 }, member)).status, 400)
  const renamed = await done<{ tag: Tag }>('save-tag', { tagId: a?.id, name: '  Key   account ' }, member)
  assert.deepEqual([renamed.tag.name, renamed.tag.hue], ['Key account', a?.hue])
})

test('a workspace has 1,000 tags and no more, and a record 100', async () => {
  const owner = await app.given.organization()
  await app.database.inOrg(owner.orgId, (db) =>
    sql`
      insert into tags (org_id, id, name, name_key, hue)
      select ${owner.orgId}, gen_random_uuid(), 't' || n, 't' || n, 1 + n % 8 from generate_series(1, 999) n`.execute(db),
  )
  await tag(owner, 'last')
  assert.equal((await app.call('save-tag', { name: 'one more' }, owner)).body.code, 'too_many_tags')
  const id = await contact(owner.orgId, 'Maya')
  const names = (await listed(owner)).map(({ name }) => name)
  for (let at = 0; at < 100; at += 20)
    await done('tag-records', { kind: 'contact', ids: [id], add: names.slice(at, at + 20) }, owner)
  const refused = await app.call('tag-records', { kind: 'contact', ids: [id], add: [names[100]] }, owner)
  assert.equal(refused.body.code, 'too_many_tags_of_record')
  assert.equal((await tagsOf(owner, id)).length, 100)
})

test('a member tags records by id and by name, a new name makes a tag, and each change makes one event with all tags', async () => {
  const owner = await app.given.organization()
  const ids = [await contact(owner.orgId, 'Maya'), await contact(owner.orgId, 'Noor')]
  const vip = await tag(owner, 'VIP', 3)
  const add = async (body: object) =>
    (await done<{ changed: number }>('tag-records', { kind: 'contact', ids, ...body }, owner)).changed
  assert.equal(await add({ add: [vip.id, 'Bathroom'] }), 2)
  assert.equal(await add({ add: ['vip', 'BATHROOM'] }), 0)
  assert.equal(await add({ remove: ['vip', 'never heard of'], add: [] }), 2)
  assert.deepEqual(await tagsOf(owner, ids[0] as string), ['Bathroom'])
  assert.deepEqual(await told(owner.orgId, ids[1] as string), [
    { kind: 'contact', added: ['Bathroom', 'VIP'], removed: [], tags: ['Bathroom', 'VIP'] },
    { kind: 'contact', added: [], removed: ['VIP'], tags: ['Bathroom'] },
  ])
  const missing = await app.call('tag-records', { kind: 'contact', ids: [ids[0], newId()], add: ['VIP'] }, owner)
  assert.equal(missing.body.code, 'record_not_found')
  assert.equal((await app.call('tag-records', { kind: 'contact', ids, add: [newId()] }, owner)).body.code, 'tag_not_found')
  assert.deepEqual(
    (await listed(owner)).map(({ name, uses }) => [name, uses]),
    [
      ['Bathroom', 2],
      ['VIP', 0],
    ],
  )
})

test('a tag is merged into another one and deleted from all records; a member may do neither', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const ids = await Promise.all(['A', 'B', 'C'].map((name) => contact(owner.orgId, name)))
  const [one, other] = [await tag(owner, 'Bath room'), await tag(owner, 'Bathroom')]
  await done('tag-records', { kind: 'contact', ids: ids.slice(0, 2), add: [one.id] }, owner)
  await done('tag-records', { kind: 'contact', ids: ids.slice(1), add: [other.id] }, owner)
  assert.equal((await app.call('merge-tags', { tagId: one.id, intoTagId: other.id }, member)).status, 403)
  assert.equal((await app.call('merge-tags', { tagId: one.id, intoTagId: one.id }, owner)).body.code, 'merge_of_one_tag')
  const merged = await done<{ records: number }>('merge-tags', { tagId: one.id, intoTagId: other.id }, owner)
  assert.equal(merged.records, 2)
  for (const id of ids) assert.deepEqual(await tagsOf(owner, id), ['Bathroom'])
  assert.equal((await app.call('delete-tag', { tagId: other.id }, member)).status, 403)
  assert.equal((await done<{ records: number }>('delete-tag', { tagId: other.id }, owner)).records, 3)
  assert.deepEqual(await tagsOf(owner, ids[0] as string), [])
  assert.deepEqual(await listed(owner), [])
})

test('merged contacts show the tags of both, and an undone merge gives each its own back', async () => {
  const owner = await app.given.organization()
  const [source, target] = [await contact(owner.orgId, 'M. O.'), await contact(owner.orgId, 'Maya Ortiz')]
  await done('tag-records', { kind: 'contact', ids: [source], add: ['Charity', 'VIP'] }, owner)
  await done('tag-records', { kind: 'contact', ids: [target], add: ['VIP', 'East wing'] }, owner)
  const { mergeId } = await done<{ mergeId: string }>('merge-contacts', { sourceId: source, targetId: target }, owner)
  assert.deepEqual(await tagsOf(owner, source), ['Charity', 'East wing', 'VIP'])
  // Under the id of the merged record too, it is the canonical one that is tagged.
  await done('tag-records', { kind: 'contact', ids: [source], add: ['Since'], remove: ['Charity'] }, owner)
  assert.deepEqual(await tagsOf(owner, target), ['East wing', 'Since', 'VIP'])
  await done('undo-merge', { mergeId }, owner)
  assert.deepEqual(await tagsOf(owner, source), ['VIP'])
  assert.deepEqual(await tagsOf(owner, target), ['East wing', 'Since', 'VIP'])
})

test('many members who add and remove tags of one record at once leave no trace that the log does not tell', async () => {
  const owner = await app.given.organization()
  const id = await contact(owner.orgId, 'Maya')
  const names = ['a', 'b', 'c', 'd']
  await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      app.call('tag-records', { kind: 'contact', ids: [id], [n % 3 === 0 ? 'remove' : 'add']: [names[n % 4]] }, owner),
    ),
  )
  let tags: string[] = []
  for (const each of (await told(owner.orgId, id)) as { added: string[]; removed: string[]; tags: string[] }[]) {
    tags = [...tags.filter((name) => !each.removed.includes(name)), ...each.added].sort()
    assert.deepEqual(each.tags.toSorted(), tags)
  }
  assert.deepEqual(await tagsOf(owner, id), tags)
})
