import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'

const foyer = path.join(import.meta.dirname, '../../bin/foyer.cjs')
let folder: string
before(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-sandbox-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

const env = () => ({ ...process.env, FOYER_DATA: folder })
const run = (...args: string[]) => promisify(execFile)(process.execPath, [foyer, 'sandbox', ...args], { env: env() })

test('alone, the sandbox prints its address and nothing else, takes a mail, and another command prints it as one line of JSON', async () => {
  const alone = spawn(process.execPath, [foyer, 'sandbox'], { env: env(), stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [said] = (await once(alone.stdout, 'data')) as [Buffer]
    const address = said.toString().trim()
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/sandbox$/)
    for (const to of ['maya@example.com', 'joe@example.com']) {
      const sent = await fetch(`${address}/resend/emails`, {
        method: 'POST',
        headers: { authorization: 'Bearer re_x', 'content-type': 'application/json' },
        body: JSON.stringify({
          from: 'a@example.com',
          to,
          subject: 'Line\u2028',
          text: 'one\ntwo https://foyer.example.com/x#token=1',
        }),
      })
      assert.equal(sent.status, 200)
    }
    const { stdout } = await run('mail', '--to', 'Maya@example.com')
    assert.equal(stdout.trimEnd().split('\n').length, 1)
    const mail = JSON.parse(stdout) as { to: string; links: string[] }
    assert.deepEqual([mail.to, mail.links], ['maya@example.com', ['https://foyer.example.com/x#token=1']])
    assert.equal((await run('mail')).stdout.trimEnd().split('\n').length, 2)
    assert.equal((await run('mail', '--to', 'nobody@example.com')).stdout, '')
  } finally {
    alone.kill('SIGTERM')
    await once(alone, 'exit')
  }
})

test('a wrong word is answered with how to say it', async () => {
  await assert.rejects(
    run('letters'),
    (error: { code?: number; stderr?: string }) => error.code === 2 && /Usage/.test(error.stderr ?? ''),
  )
})
