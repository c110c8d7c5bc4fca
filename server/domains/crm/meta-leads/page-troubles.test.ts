import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addMetaSource, connectMeta, metaForms, metaPages } from '#test/support/meta.ts'
import { type MetaPageOf, startMetaJobs } from '#test/support/meta-jobs.ts'

let running: Awaited<ReturnType<typeof startMetaJobs>>
before(async () => {
  running = await startMetaJobs()
})
after(() => running?.stop())
beforeEach(() => running.sandbox.turn('meta'))

const minuteMs = 60_000
const hourMs = 3_600_000

/** How the source stands in the list of sources. */
const stateOf = async ({ who, id }: MetaPageOf): Promise<string> => {
  const { status, body } = await running.app.call('show-lead-source', { leadSourceId: id }, who)
  assert.equal(status, 200, JSON.stringify(body))
  return (body.source as unknown as { state: string }).state
}

/** What the log of events tells of it, oldest first. */
const changesOf = ({ who, id }: MetaPageOf): Promise<readonly string[]> =>
  running.app.database.inOrg(who.orgId, async (db) => {
    const rows = await db
      .selectFrom('events')
      .select('payload')
      .where('org_id', '=', who.orgId)
      .where('type', '=', 'lead_source.changed')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
    return rows
      .map(({ payload }) => String((payload as { change: string }).change))
      .filter((change) => change.startsWith('trouble'))
  })

const stopped = async (source: MetaPageOf): Promise<readonly string[]> =>
  (await running.noticesOf(source)).flatMap(({ kind, id }) => (kind === 'meta_page_stopped' ? [id] : []))

const refuseBathroom = { kind: 'no_permission', only: `/${metaForms.bathroom}/leads` }

test('a page without leads, whose calls Meta says are all used, is looked at as often as others; a later look is said', async () => {
  const source = await running.joined()
  await running.poll(source)
  const shown = await source.show()
  const minutes = (Date.parse(String(shown.next_poll_at)) - Date.parse(String(shown.polled_at))) / minuteMs
  assert.ok(minutes >= 14 && minutes < 20, `${minutes} minutes: Meta asks for 17`)
  const isSlowedAfter = async (aheadMs: number): Promise<boolean> => {
    await running.app.database.inOrg(source.who.orgId, async (db) => {
      const next = { next_poll_at: new Date(Date.now() + aheadMs) }
      await db.updateTable('meta_pages').set(next).where('source_id', '=', source.id).execute()
    })
    return (await source.show()).is_slowed
  }
  assert.deepEqual([await isSlowedAfter(2 * hourMs), await isSlowedAfter(15 * minuteMs)], [true, false])
})

test('a form that cannot be read for a day raises one notice, which its first leads clear', async () => {
  const source = await running.joined()
  await running.sandbox.turn('meta', refuseBathroom)
  await running.poll(source)
  await running.poll(source, 23 * hourMs)
  assert.deepEqual([await stopped(source), await stateOf(source)], [[], 'waiting'])
  await running.poll(source, 25 * hourMs)
  const told = await stopped(source)
  assert.deepEqual([told.length, await stateOf(source)], [1, 'trouble'])
  await running.poll(source, 26 * hourMs)
  assert.deepEqual(await stopped(source), told, 'it is no news')

  await running.sandbox.turn('meta')
  await running.fillSilently(metaForms.bathroom, 'again@example.com')
  await running.poll(source, 27 * hourMs)
  assert.deepEqual([await stopped(source), await stateOf(source)], [[], 'working'])
  assert.deepEqual(await changesOf(source), ['trouble_began', 'trouble_ended'])
})

test('a page whose forms are not even listed for a day raises a notice', async () => {
  const source = await running.joined()
  await running.sandbox.turn('meta', { kind: 'no_permission', only: '/leadgen_forms' })
  await running.poll(source)
  assert.match((await source.show()).reason ?? '', /a permission is missing/)
  await running.poll(source, 25 * hourMs)
  assert.deepEqual([(await stopped(source)).length, await stateOf(source)], [1, 'trouble'])
})

test('a page whose token Meta refuses raises one notice, and its source does not say that it works', async () => {
  const source = await running.joined()
  await running.fillSilently(metaForms.kitchen, 'before@example.com')
  await running.poll(source)
  assert.equal(await stateOf(source), 'working')
  await running.sandbox.turn('meta', { kind: 'token_dead', only: '/leadgen_forms' })
  await running.poll(source, 20 * minuteMs)
  await running.join(source, { isRefused: true, aheadMs: 20 * minuteMs })
  assert.equal((await source.show()).state, 'trouble')
  const told = await running.noticesOf(source)
  assert.deepEqual(
    told.map(({ kind, facts }) => [kind, facts]),
    [['meta_page_stopped', { name: 'Meta ads', reason: 'Meta refuses the token of the page.' }]],
  )
  assert.equal(await stateOf(source), 'trouble')
  // The clock tries it again and again.
  assert.equal(await running.due(source, 40 * minuteMs, 'anything'), true)
  await running.join(source, { aheadMs: 40 * minuteMs })
  assert.equal((await source.show()).state, 'trouble')
  assert.deepEqual(await stopped(source), [told[0]?.id])

  await running.sandbox.turn('meta')
  await running.join(source, { aheadMs: hourMs })
  await running.poll(source, hourMs)
  assert.deepEqual([await stopped(source), await stateOf(source)], [[], 'working'])
  assert.deepEqual(await changesOf(source), ['trouble_began', 'trouble_ended'])
})

test('a notice of a token that Meta lists forms with, but no leads, stands until a pass has read them all', async () => {
  const source = await running.joined()
  await running.fillSilently(metaForms.kitchen, 'behind-token@example.com')
  await running.sandbox.turn('meta', { kind: 'token_dead', only: '/leads' })
  await running.poll(source, 20 * minuteMs)
  await running.join(source, { isRefused: true, aheadMs: 20 * minuteMs })
  const told = await stopped(source)
  assert.deepEqual([told.length, await stateOf(source)], [1, 'trouble'])
  // Every quarter of an hour connecting succeeds, and the poll finds out that it does not work.
  for (const aheadMs of [40 * minuteMs, hourMs]) {
    await running.join(source, { aheadMs })
    assert.deepEqual([(await source.show()).state, await stopped(source), await stateOf(source)], ['working', told, 'trouble'])
    await running.poll(source, aheadMs)
    await running.join(source, { isRefused: true, aheadMs })
    assert.equal((await source.show()).state, 'trouble')
  }
  await running.sandbox.turn('meta', { kind: 'no_budget', only: `/${metaForms.kitchen}/leads` })
  await running.join(source, { aheadMs: 2 * hourMs })
  await running.poll(source, 2 * hourMs)
  assert.deepEqual(
    [await stopped(source), await stateOf(source)],
    [told, 'trouble'],
    'a pass that broke off takes nothing back',
  )

  await running.sandbox.turn('meta')
  await running.poll(source, 3 * hourMs)
  assert.deepEqual([await stopped(source), await stateOf(source)], [[], 'working'])
  assert.deepEqual(await running.emailsOf(source), ['behind-token@example.com'])
  assert.deepEqual(await changesOf(source), ['trouble_began', 'trouble_ended'])
})

test('a source that an admin renames keeps the notice of a form that cannot be read', async () => {
  const source = await running.joined()
  await running.sandbox.turn('meta', refuseBathroom)
  await running.poll(source)
  await running.poll(source, 25 * hourMs)
  const told = await stopped(source)
  assert.equal(told.length, 1)
  const renamed = await running.app.call('update-lead-source', { leadSourceId: source.id, name: 'Ads' }, source.who)
  assert.equal(renamed.status, 200, JSON.stringify(renamed.body))
  await running.join(source, { aheadMs: 26 * hourMs })
  assert.deepEqual([await stopped(source), await stateOf(source)], [told, 'trouble'])
  await running.poll(source, 26 * hourMs)
  assert.deepEqual([await stopped(source), await changesOf(source)], [told, ['trouble_began']])
})

test('a form that Meta no longer lists keeps its source in no trouble', async (t) => {
  const source = await running.joined()
  await running.meta.changeForm(metaForms.bathroom, 'DELETED')
  t.after(() => running.meta.changeForm(metaForms.bathroom, 'ACTIVE'))
  // A pass that does not come to the list does not know that the form is gone.
  await running.sandbox.turn('meta', { kind: 'no_permission', only: '/leadgen_forms' })
  await running.poll(source)
  const reasonOfGone = async () => (await source.show()).forms.find(({ id }) => id === metaForms.bathroom)
  assert.ok((await reasonOfGone())?.reason)
  await running.sandbox.turn('meta')
  await running.poll(source, 16 * minuteMs)
  const gone = await reasonOfGone()
  assert.deepEqual([gone?.status, gone?.reason], ['other', null])
  await running.fillSilently(metaForms.kitchen, 'limit@example.com')
  await running.sandbox.turn('meta', { kind: 'no_budget', only: '/leads' })
  await running.poll(source, hourMs)
  assert.equal((await reasonOfGone())?.reason, null, 'nothing is asked of it')
  await running.sandbox.turn('meta')
  await running.poll(source, 26 * hourMs)
  assert.deepEqual([await stopped(source), await stateOf(source)], [[], 'working'])
})

test('a form archived with leads that Meta refuses raises the notice, and its leads come once Meta gives them', async (t) => {
  const source = await running.joined()
  await running.fillSilently(metaForms.bathroom, 'archived@example.com')
  await running.sandbox.turn('meta', refuseBathroom)
  await running.poll(source)
  await running.meta.changeForm(metaForms.bathroom, 'ARCHIVED')
  t.after(() => running.meta.changeForm(metaForms.bathroom, 'ACTIVE'))
  await running.poll(source, 25 * hourMs)
  assert.deepEqual([(await stopped(source)).length, await stateOf(source)], [1, 'trouble'])
  await running.poll(source, 26 * hourMs)
  assert.equal((await stopped(source)).length, 1)
  await running.sandbox.turn('meta')
  await running.poll(source, 27 * hourMs)
  assert.deepEqual([await running.emailsOf(source), await stopped(source)], [['archived@example.com'], []])
})

test('a page whose account was disconnected raises a notice, and turning its source off clears it', async () => {
  const source = await running.joined()
  const { connectionId, who } = source
  const ended = await running.app.call('integration-disconnect', { connectionId, orgId: who.orgId }, who)
  assert.equal(ended.status, 200, JSON.stringify(ended.body))
  assert.deepEqual([(await stopped(source)).length, await stateOf(source)], [1, 'trouble'])
  assert.equal((await running.app.call('update-lead-source', { leadSourceId: source.id, isOn: false }, who)).status, 200)
  await running.join(source)
  assert.deepEqual([await stopped(source), await stateOf(source)], [[], 'off'])
})

test('a page that Meta could not connect while its job was tried is looked at again by the clock', async () => {
  const who = await running.app.given.organization()
  const connectionId = await connectMeta(running.app, who)
  const made = await addMetaSource(running.app, who, { connectionId, pageId: metaPages.alder })
  const source = { ...made, who, connectionId }
  await running.sandbox.turn('meta', { kind: 'html' })
  await assert.rejects(running.join(source))
  assert.equal((await source.show()).state, 'joining')
  assert.equal(await running.due(source, 16 * minuteMs, 'anything'), true)
  await assert.rejects(running.join(source, { aheadMs: 16 * minuteMs }))
  assert.equal(await running.due(source, 20 * minuteMs, 'anything'), false, 'not each minute')
  assert.match((await source.show()).reason ?? '', /Meta/, 'and why, is seen meanwhile')
  assert.deepEqual(await stopped(source), [])
  await assert.rejects(running.join(source, { aheadMs: 25 * hourMs }))
  assert.deepEqual([(await stopped(source)).length, await stateOf(source)], [1, 'trouble'])
})

test('a page without a token, as Meta is away, has its next try by the clock, and a notice after a day', async () => {
  const source = await running.joined()
  await running.poll(source)
  await running.sandbox.turn('meta', { kind: 'error_503', only: '/oauth/access_token' })
  const renamed = await running.app.call('update-lead-source', { leadSourceId: source.id, name: 'Ads' }, source.who)
  assert.equal(renamed.status, 200, JSON.stringify(renamed.body))
  // The token of who consented is over by then.
  const overMs = 61 * 24 * hourMs
  await assert.rejects(running.join(source, { aheadMs: overMs }), { code: 'provider_unreachable' })
  const shown = await source.show()
  assert.deepEqual(
    [shown.state, shown.reason !== null, shown.forms.map(({ reason }) => reason !== null)],
    [...(['joining', true] as const), [true, true, false]],
  )
  assert.equal(await running.due(source, overMs + 10 * minuteMs, 'anything'), false, 'not each minute')
  assert.equal(await running.due(source, overMs + 16 * minuteMs, 'anything'), true)
  assert.deepEqual(await stopped(source), [])
  await assert.rejects(running.join(source, { aheadMs: overMs + 25 * hourMs }))
  assert.deepEqual([(await stopped(source)).length, await stateOf(source)], [1, 'trouble'])
})
