import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { nilId } from '#core/ids.ts'
import { dayOf } from '#shapes/wall-clocks.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { dollarsOf } from './export-ai-usage.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const exported = async (who: Someone, query = '') => {
  const file = await fetch(`${app.url}/download/export-ai-usage${query}`, { headers: { authorization: `Bearer ${who.token}` } })
  const text = await file.text()
  assert.equal(file.status, 200, text)
  return text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))
}

test('an export has every row once, over several pages, and its dollars add up to the ledger’s to the last digit', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  await app.database.inOrg(owner.orgId, (db) =>
    sql`
      insert into ai_usage (org_id, day, person_id, feature, provider, model, calls, input_tokens, cached_tokens, output_tokens, cost_nano, estimated_nano)
      select ${owner.orgId}, date '2026-01-01' + n / 10, case n % 3 when 0 then ${nilId}::uuid when 1 then ${owner.personId}::uuid else ${member.personId}::uuid end,
        'chat', 'gemini', 'm' || n % 10, 1, n, 0, n, n::bigint * 1000003, 0
      from generate_series(0, 2499) n`.execute(db),
  )
  const range = '?from=2026-01-01&to=2026-12-31'
  const rows = await exported(owner, range)
  assert.equal(rows.length, 2_500)
  assert.equal(new Set(rows.map((cells) => cells.join())).size, 2_500)
  const nano = rows.reduce((sum, cells) => sum + BigInt((cells[9] ?? '').replace('.', '')), 0n)
  const shown = await app.call('show-ai-usage', { from: '2026-01-01', to: '2026-12-31' }, owner)
  assert.equal(nano, BigInt((shown.body.total as unknown as { cost_nano: number }).cost_nano))
  assert.deepEqual(
    rows.map(([day]) => day),
    rows.map(([day]) => day).toSorted(),
  )
  assert.equal(rows.filter(([, person]) => person === '').length, 834, 'background work')

  const own = await exported(member, range)
  assert.equal(own.length, 833)
  assert.equal(new Set(own.map(([, person]) => person)).size, 1)
  assert.equal((await exported(owner, '?from=2026-01-02&to=2026-01-02')).length, 10)
  assert.deepEqual(await exported(await app.given.organization(), range), [])
  const wrong = await fetch(`${app.url}/download/export-ai-usage?from=yesterday`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  assert.equal(wrong.status, 400)
})

test('nano-dollars are written as dollars to the last digit', () => {
  assert.deepEqual([0, 1, 750, 1_000_000_000, 12_345_678_901, -5].map(dollarsOf), [
    ...['0.000000000', '0.000000001', '0.000000750', '1.000000000', '12.345678901', '-0.000000005'],
  ])
})

test('days are those of the workspace’s clock: the last ones end with its today, whatever day it is in UTC or where its reader is', async () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const owner = await app.given.organization()
    assert.equal((await app.call('update-workspace', { timezone: zone }, owner)).status, 200)
    const dayThere = (ago: number): string => dayOf(new Date(Date.now() - ago * 86_400_000), zone)
    await app.database.inOrg(owner.orgId, (db) =>
      sql`
        insert into ai_usage (org_id, day, person_id, feature, provider, model, calls, input_tokens, cached_tokens, output_tokens, cost_nano, estimated_nano)
        select ${owner.orgId}, d::date, ${owner.personId}, 'chat', 'gemini', 'm', 1, 1, 0, 1, 1, 0
        from unnest(${[dayThere(0), dayThere(6), dayThere(7)]}::text[]) d`.execute(db),
    )
    const { body } = await app.call('show-ai-usage', { days: 7 }, owner)
    assert.deepEqual([body.from, body.to], [dayThere(6), dayThere(0)], zone)
    assert.equal((body.total as unknown as { calls: number }).calls, 2)
  }
  for (const days of [0, 3_651, 1.5])
    assert.equal((await app.call('show-ai-usage', { days }, await app.given.organization())).status, 400)
})

test('each view of usage adds up to the same, whatever is added, changed or taken away, and days without persons are those with them', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const inOrg = <T>(work: Parameters<typeof app.database.inOrg<T>>[1]) => app.database.inOrg(owner.orgId, work)
  const add = (from: number, to: number) =>
    inOrg((db) =>
      sql`
        insert into ai_usage (org_id, day, person_id, feature, provider, model, calls, input_tokens, cached_tokens, output_tokens, cost_nano, estimated_nano)
        select ${owner.orgId}, date '2026-03-01' + n % 5, case n % 2 when 0 then ${owner.personId}::uuid else ${member.personId}::uuid end,
          (array['chat', 'drafts', 'summaries'])[1 + n % 3], 'gemini', 'm' || n % 4, 1, n, 0, n * 2, n * 1000003::bigint, n
        from generate_series(${from}::int, ${to}::int) n
        on conflict (org_id, day, person_id, feature, provider, model) do update set calls = ai_usage.calls + 1,
          cost_nano = ai_usage.cost_nano + excluded.cost_nano, estimated_nano = ai_usage.estimated_nano + excluded.estimated_nano`.execute(
        db,
      ),
    )
  const same = async (): Promise<number> => {
    const totals = []
    for (const groupBy of ['person', 'day', 'feature', 'model', 'provider']) {
      const { body } = await app.call('show-ai-usage', { from: '2026-03-01', to: '2026-03-31', groupBy }, owner)
      totals.push(body.total as unknown as { calls: number })
    }
    for (const total of totals) assert.deepEqual(total, totals[0])
    return totals[0]?.calls ?? -1
  }
  await add(1, 50)
  assert.equal(await same(), 50)
  await add(31, 80)
  assert.equal(await same(), 100)
  await inOrg((db) =>
    sql`update ai_usage set cost_nano = cost_nano + 7, model = 'renamed' where model = 'm1' and day = '2026-03-02'`.execute(db),
  )
  assert.equal(await same(), 100)
  await inOrg((db) => sql`delete from ai_usage where feature = 'drafts'`.execute(db))
  const left = await same()
  assert.ok(left > 0 && left < 100)
  const { body } = await app.call('show-ai-usage', { from: '2026-03-01', to: '2026-03-31', groupBy: 'day' }, member)
  assert.ok((body.total as unknown as { calls: number }).calls < left, 'a member sees their own alone')
})
