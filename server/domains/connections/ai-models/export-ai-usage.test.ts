import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { nilId } from '#core/ids.ts'
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
