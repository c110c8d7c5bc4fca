import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { draftTextRetention } from './retention.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

test('drafts and summaries lose their texts after the days of the workspace; what became of a draft is counted for a year', async () => {
  const owner = await app.given.organization()
  const other = await app.given.organization()
  assert.equal((await app.call('set-ai-defaults', { transcriptDays: 30 }, owner)).status, 200)
  for (const { orgId } of [owner, other])
    await app.database.inOrg(orgId, async (db) => {
      for (const [state, days] of [
        ['ready', 40],
        ['used', 40],
        ['edited', 400],
        ['ready', 5],
        ['discarded', 5],
      ] as const)
        await sql`
          insert into reply_drafts (org_id, id, person_id, deal_id, upto, text, language, sources, model, state, settled_at, created_at)
          values (${orgId}, ${newId()}, ${newId()}, ${newId()}, ${newId()}, 'Dear Rosa', 'en', '[{"text":"Hello"}]', 'm', ${state},
            ${state === 'ready' ? null : new Date()}, now() - make_interval(days => ${days}))`.execute(db)
      for (const days of [5, 40])
        await sql`
          insert into summaries (org_id, person_id, kind, subject, as_of, sentences, model, created_at)
          values (${orgId}, ${newId()}, 'thread', ${newId()}, 'x', '[]', 'm', now() - make_interval(days => ${days}))`.execute(
          db,
        )
    })
  const old = { before: new Date(0), now: new Date(), reactions: [], within: foyer.within }
  const run = (orgId: string) =>
    app.database.inOrg(orgId, async (db) => (await draftTextRetention.ofOrg?.(db, { orgId, ...old })) ?? -1)
  assert.equal(await run(owner.orgId), 4)
  assert.equal(await run(owner.orgId), 0)
  const kept = ({ orgId }: { orgId: string }) =>
    app.database.inOrg(orgId, async (db) => ({
      drafts: (
        await sql<{ row: string }>`
          select concat_ws(' ', state, nullif(text, ''), sources::text) as row from reply_drafts order by 1`.execute(db)
      ).rows.map(({ row }) => row),
      summaries: (await sql`select 1 from summaries`.execute(db)).rows.length,
    }))
  assert.deepEqual(await kept(owner), {
    drafts: ['discarded Dear Rosa [{"text": "Hello"}]', 'ready Dear Rosa [{"text": "Hello"}]', 'used []'],
    summaries: 1,
  })
  // Ninety days where nothing is set.
  assert.equal(await run(other.orgId), 1)
  assert.equal((await kept(other)).drafts.length, 4)
})
