import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Mailboxes } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { faultKinds } from '#sandbox/faults.ts'
import { makeCopy, openAccount, rawMail } from '#test/support/imap-promises.ts'
import { openMailProgram } from '#test/support/imap-server.ts'
import { type SandboxImap, startSandboxImap } from '#test/support/sandbox-mail.ts'

let server: SandboxImap
let box: Mailboxes
before(async () => {
  server = await startSandboxImap()
  const program = await openMailProgram(server)
  for (const subject of ['one', 'two']) await program.append('INBOX', rawMail(subject), [])
  program.close()
  box = openAccount(server)
})
after(async () => {
  await box?.close()
  await server?.stop()
})

const failure = async (asked: Promise<unknown>): Promise<ProviderError> => {
  const error = await asked.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderError, String(error))
  return error
}

const kinds = { rate_limited: 'busy', error_500: 'busy', error_503: 'busy', lost: 'broken', reset: 'broken', refused: 'broken' }

test('a search that a server refuses or breaks off is an error, never a folder that looks empty', async () => {
  const copy = makeCopy(box)
  await copy.readAll()
  const before = copy.shown()
  assert.equal(before.length, 2)
  for (const [kind, expected] of Object.entries(kinds)) {
    server.faults.turn({ kind, only: 'UID SEARCH', times: 1 })
    assert.equal((await failure(copy.readAll())).kind, expected, kind)
    server.faults.turn({ kind, only: 'UID SEARCH', times: 1 })
    assert.equal((await failure(box.findSent({ mark: 'm', messageId: '<m@own.example>', since: new Date(0) }))).kind, expected)
    server.faults.reset()
    assert.deepEqual(copy.shown(), before)
    await copy.readAll()
    assert.deepEqual(copy.shown(), before)
  }
})

test('a server that does not greet as one of mail is named, and let in to again afterwards', async () => {
  const harmless = ['none', 'gzip_bomb', 'slow', 'drip']
  for (const kind of faultKinds.filter((each) => !harmless.includes(each))) {
    await box.close()
    server.faults.turn({ kind, only: 'GREETING', times: 1 })
    const { kind: outcome, reason } = await failure(box.checkReading())
    assert.match(reason, /^The mail server \(IMAP\) /, kind)
    assert.notEqual(outcome, 'credentials', kind)
    assert.equal(server.faults.hits, 1)
    await box.checkReading()
    server.faults.reset()
  }
})

test('a greeting that comes late is waited for, and one that comes byte by byte is given up after 15 seconds', async () => {
  await box.close()
  server.faults.turn({ kind: 'slow', latencyMs: 800, only: 'GREETING', times: 1 })
  const begun = performance.now()
  await box.checkReading()
  assert.ok(performance.now() - begun >= 800)
  await box.close()
  server.faults.turn({ kind: 'drip', only: 'GREETING', times: 1 })
  assert.match((await failure(box.checkReading())).reason, /timed out/)
  assert.ok(performance.now() - begun < 30_000)
  server.faults.reset()
  await box.checkReading()
})

test('mails that are far larger than their server says come whole and in the order asked for, a few at once', async () => {
  const said = rawMail('small').length
  const filler = Buffer.alloc(700_000, 'a line of text\r\n')
  const lying = await startSandboxImap((store) => ({
    ...store,
    rawOf: (row) => Buffer.concat([store.rawOf(row), filler]),
  }))
  const program = await openMailProgram(lying)
  for (let n = 0; n < 12; n++) await program.append('INBOX', rawMail(`mail${n}`), [])
  program.close()
  const account = openAccount(lying)
  try {
    const refs: string[] = []
    for await (const news of account.list({ since: new Date(0) })) if (news.news === 'there') refs.push(...news.refs)
    const found: (readonly [string, boolean])[] = []
    for await (const { ref, raw, sizeBytes } of account.fetch(refs, { maxBytes: 40_000_000 })) {
      assert.ok(sizeBytes < 2 * said, 'it says less than it sends')
      found.push([ref, (raw?.length ?? 0) > filler.length])
    }
    assert.deepEqual(
      found,
      refs.map((ref) => [ref, true]),
    )
  } finally {
    await account.close()
    await lying.stop()
  }
})
