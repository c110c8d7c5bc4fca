import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobContext } from '#core/context.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { ownerWithGemini } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { followEvents } from '#test/support/reactions.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { prepareReplyDraft } from './prepare-reply-draft.ts'

let app: TestApp
let vendors: TestSandbox
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  vendors = await startSandbox()
  const env = { GEMINI_API_BASE: vendors.address }
  app = await startApp({ env })
  jobs = await openJobContext(app, env)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
  await vendors?.stop()
})

const lay = async (text: string): Promise<void> => {
  const response = await fetch(`${vendors.address}/sandbox/gemini/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: { text, language: 'en', sources: [1], template: null } }),
  })
  assert.equal(response.status, 201, await response.text())
}
const questions = async (): Promise<number> =>
  ((await (await fetch(`${vendors.address}/sandbox/gemini/api/talks`)).json()) as unknown[]).length

interface Given {
  readonly who: Someone
  readonly dealId: string
  says(text: string, direction?: 'in' | 'out'): Promise<string>
  waiting(as?: Someone): Promise<{ id: string; text: string; stale: boolean } | null>
}
/** A deal that its owner answers for, in a workspace that wants drafts ahead. */
const given = async ({ draftsAhead = true, isAssigned = true } = {}): Promise<Given> => {
  const who = await ownerWithGemini(app)
  assert.equal((await app.call('set-ai-defaults', { draftsAhead }, who)).status, 200)
  const made = await app.call('create-deal', { client: { name: 'Rosa Diaz', email: 'rosa@example.com' }, name: 'A site' }, who)
  const deal = made.body.deal as unknown as { id: string; contact: { id: string } }
  const userId = isAssigned ? who.personId : null
  assert.equal((await app.call('assign-deal', { dealId: deal.id, userId }, who)).status, 200)
  return {
    ...{ who, dealId: deal.id },
    says: (body, direction = 'in') =>
      app.database.inOrg(who.orgId, async (db) => {
        const message = { channel: 'web_chat', direction, kind: 'text', body } as const
        return (await recordMessage(db, who.orgId, { ...message, contactId: deal.contact.id, dealId: deal.id })).messageId
      }),
    async waiting(as = who) {
      const { status, body } = await app.call('show-reply-draft', { projectId: deal.id }, as)
      assert.equal(status, 200, JSON.stringify(body))
      return body.draft as unknown as { id: string; text: string; stale: boolean } | null
    },
  }
}
const ordered = async (who: Someone): Promise<string[]> => {
  const found: { orgId: string; messageId: string }[] = []
  await followEvents(app, who.orgId, 'prepare-reply-drafts', (data) => found.push(data as (typeof found)[number]))
  return found.filter(({ orgId }) => orgId === who.orgId).map(({ messageId }) => messageId)
}
const run = (who: Someone, messageId: string) => prepareReplyDraft.run({ orgId: who.orgId, messageId }, jobs.context)

test('where the workspace wants it, a message of a customer orders a draft, which waits for the member who answers them', async () => {
  const off = await given({ draftsAhead: false })
  await off.says('Hello?')
  assert.deepEqual(await ordered(off.who), [])

  const { who, says, waiting } = await given()
  await says('Hello!')
  const last = await says('Are you open on Saturdays?')
  await says('We are looking into it.', 'out')
  assert.deepEqual((await ordered(who)).at(-1), last, 'the newest of one person')

  const asked = await says('And on Sundays?')
  await lay('Yes, from 10 to 14.')
  await run(who, asked)
  const draft = await waiting()
  assert.deepEqual([draft?.text, draft?.stale], ['Yes, from 10 to 14.', false])
  const colleague = await app.given.person(who.orgId, 'member')
  assert.equal(await waiting(colleague), null, 'it was made of what its member may read')

  const before = await questions()
  await run(who, asked)
  assert.equal(await questions(), before, 'a job that runs again asks no more')
  assert.equal((await app.call('settle-reply-draft', { replyDraftId: draft?.id, outcome: 'discarded' }, who)).status, 200)
  await run(who, asked)
  assert.equal(await waiting(), null, 'what was discarded does not come back')
  assert.equal(await questions(), before)
})

test('a draft is begun once a customer may have ended: ten seconds after the message', async () => {
  const { who, says } = await given()
  await says('Hello!')
  const starts: unknown[] = []
  await followEvents(app, who.orgId, 'prepare-reply-drafts', (data, start) => {
    if ((data as { orgId: string }).orgId === who.orgId) starts.push(start)
  })
  assert.deepEqual(starts, [{ inMs: 10_000 }])
})

test('no model is asked for a message that is not the newest, that was answered, that no member answers for, or after it was switched off', async () => {
  const { who, says, waiting } = await given()
  const older = await says('Hello!')
  const newer = await says('Are you there?')
  const before = await questions()
  await run(who, older)
  await says('Yes, we are.', 'out')
  await run(who, newer)
  const open = await given({ isAssigned: false })
  await run(open.who, await open.says('Hello!'))
  assert.equal((await app.call('set-ai-defaults', { draftsAhead: false }, who)).status, 200)
  await run(who, await says('Still there?'))
  assert.equal(await questions(), before)
  assert.equal(await waiting(), null)
})

test('a draft waits for a budget: it is tried again when that begins anew or was raised, for as long as a day', async () => {
  const { who, says, waiting } = await given()
  const asked = await says('Are you open on Saturdays?')
  const limit = (limitNano: number) => ({ scope: 'feature', id: 'drafts', period: 'month', limitNano })
  assert.equal((await app.call('set-ai-budget', limit(1), who)).status, 200)
  const later: unknown[] = []
  const context = (afterMs: number): JobContext => ({
    ...jobs.context,
    now: () => new Date(Date.now() + afterMs),
    enqueueIn: async (_db, { name }, data, start) => void later.push({ name, data, start }),
  })
  const again = { name: 'prepare-reply-draft', data: { orgId: who.orgId, messageId: asked }, start: { inMs: 900_000 } }
  await prepareReplyDraft.run({ orgId: who.orgId, messageId: asked }, context(0))
  assert.deepEqual(later, [again])
  // So near to its end that a month that begins meanwhile, and the budget with it, is no reason to wait a minute longer.
  await prepareReplyDraft.run({ orgId: who.orgId, messageId: asked }, context(86_390_000))
  assert.deepEqual(later, [again], 'not for longer than a day')
  assert.equal((await app.call('set-ai-budget', limit(1_000_000_000), who)).status, 200)
  await lay('Yes.')
  await prepareReplyDraft.run({ orgId: who.orgId, messageId: asked }, context(900_000))
  assert.equal((await waiting())?.text, 'Yes.')
})

test('a budget that is used up makes no draft and no failed job; a provider that is away is asked again; a newer message makes a draft stale', async () => {
  const { who, says, waiting } = await given()
  const asked = await says('Are you open on Saturdays?')
  const limit = (limitNano: number) => ({ scope: 'feature', id: 'drafts', period: 'day', limitNano })
  assert.equal((await app.call('set-ai-budget', limit(1), who)).status, 200)
  await run(who, asked)
  assert.equal(await waiting(), null)
  assert.equal((await app.call('set-ai-budget', limit(1_000_000_000), who)).status, 200)
  await vendors.turn('gemini', { kind: 'error_503' })
  await assert.rejects(run(who, asked))
  await vendors.turn('gemini')
  await lay('Yes.')
  await run(who, asked)
  assert.equal((await waiting())?.stale, false)
  await says('And on Sundays?')
  assert.equal((await waiting())?.stale, true)
})
