import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startMetaJobs } from '#test/support/meta-jobs.ts'
import { newVerifyToken } from './verify-tokens.ts'

let running: Awaited<ReturnType<typeof startMetaJobs>>
before(async () => {
  running = await startMetaJobs()
})
after(() => running?.stop())

const check = async (asked: Readonly<Record<string, string>>, more = '') => {
  const answer = await fetch(`${running.app.url}/functions/v1/meta-leads?${new URLSearchParams(asked)}${more}`)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('a challenge with the right token is answered as it came, as plain text, up to 1,024 characters', async () => {
  const token = newVerifyToken(running.context.vault)
  const asked = { 'hub.mode': 'subscribe', 'hub.verify_token': token }
  for (const challenge of ['1158201444', '<script>alert(1)</script>', 'ü %00 &', 'x'.repeat(1_024)]) {
    const { status, headers, text } = await check({ ...asked, 'hub.challenge': challenge })
    assert.deepEqual([status, text], [200, challenge])
    assert.match(headers.get('content-type') ?? '', /^text\/plain\b/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
  }
  const refused: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{ ...asked, 'hub.challenge': 'x'.repeat(1_025) }, ''],
    [{ ...asked, 'hub.challenge': '' }, ''],
    [asked, ''],
    [{ ...asked, 'hub.mode': 'unsubscribe', 'hub.challenge': '1' }, ''],
    [{ ...asked, 'hub.challenge': '1' }, '&hub.verify_token=guess'],
    [{ ...asked, 'hub.verify_token': `${token.slice(0, -2)}AA`, 'hub.challenge': '1' }, ''],
    [{ ...asked, 'hub.verify_token': running.context.vault.seal('meta-leads', 'another purpose'), 'hub.challenge': '1' }, ''],
  ]
  for (const [query, more] of refused) {
    const { status, text } = await check(query, more)
    assert.equal(status, 403, `${JSON.stringify(query).slice(0, 80)}${more}`)
    assert.doesNotMatch(text, /xxxx/)
  }
})
