import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#test/support/free-port.ts'
import { startApp } from '../support/app.ts'
import { someLead, startLoad } from './load.ts'
import { end, startServe } from './served.ts'
import { startOwnStore } from './stores.ts'

const megabyte = 2 ** 20
const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-full-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=755', 'tmpfs', folder]).status === 0

after(() => {
  if (mounted) spawnSync('umount', ['-l', folder])
  rmdirSync(folder)
})

const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

test('a full disk: leads are refused with 503, no acknowledged lead is lost, and leads are accepted again once there is room', {
  skip: !mounted && 'mounting a small file system needs root',
}, async (t) => {
  const store = await startOwnStore({
    folder,
    settings: { max_wal_size: '48MB', min_wal_size: '32MB', shared_buffers: '32MB' },
  })
  const app = await startApp({ target: store.target })
  const ballast = path.join(folder, 'ballast')
  try {
    const { text: key } = await app.given.key(app.owner.orgId)
    writeFileSync(ballast, Buffer.alloc(Math.max(0, freeBytes() - 6 * megabyte)))
    const load = startLoad(app.url, key, { lanes: 16, pauseMs: 0, note: 'x'.repeat(8_000) })
    for (const until = Date.now() + 30_000; load.failures.length < 50 && Date.now() < until; ) await sleep(50)
    const whileFull = load.failures.length
    await sleep(1_500)
    const health = await fetch(`${app.url}/healthz`)
    rmSync(ballast)
    const roomAt = Date.now()
    for (const until = roomAt + 30_000; Date.now() < until && !load.successes.some((atMs) => atMs > roomAt + 500); )
      await sleep(50)
    const takenAt = load.successes.find((atMs) => atMs > roomAt)
    await sleep(500)
    await load.stop()

    t.diagnostic(
      `${load.acknowledged.size} acknowledged, ${load.failures.length} refused; taken again ${(takenAt ?? Number.NaN) - roomAt} ms after there was room`,
    )
    assert.ok(whileFull >= 50, 'the disk did not get full')
    assert.equal(health.status, 200, 'the server stays')
    assert.deepEqual(
      load.failures.filter(({ status }) => status !== 503),
      [],
      'answers other than 200 and 503',
    )
    for (const { body } of load.failures) assert.equal((JSON.parse(body) as { code: string }).code, 'unavailable')
    assert.ok(takenAt !== undefined && takenAt - roomAt < 20_000, 'service did not come back')
    assert.deepEqual(await store.missing(load.acknowledged), [], 'acknowledged leads that are lost')
  } finally {
    rmSync(ballast, { force: true })
    await app.stop()
    await store.stop()
  }
})

test('no file handles left: the server stays, loses nothing, and takes leads again once connections have gone', async (t) => {
  const store = await startOwnStore()
  const app = await startApp({ target: store.target })
  const served = await startServe(store, { port: await freePort(), publicUrl: app.url, mostFiles: 100 })
  try {
    const { text: key } = await app.given.key(app.owner.orgId)
    const load = startLoad(served.url, key, { lanes: 4 })
    await sleep(500)
    const idle = Array.from({ length: 200 }, () => connect(served.port, '127.0.0.1'))
    for (const socket of idle) socket.on('error', () => {})
    await sleep(2_000)
    const open = idle.filter((socket) => socket.readyState === 'open').length
    assert.equal(served.child.exitCode, null, 'the server stays')
    for (const socket of idle) socket.destroy()
    await sleep(500)
    await load.stop()

    const answer = await fetch(`${served.url}/v1/leads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(someLead()),
    })
    t.diagnostic(`${open} of 200 connections stood open; ${load.acknowledged.size} acknowledged, ${load.failures.length} not`)
    assert.equal(answer.status, 200)
    assert.ok(load.acknowledged.size > 0)
    assert.deepEqual(
      load.failures.filter(({ status }) => status !== 503 && status !== 0),
      [],
      'answers other than 200 and 503',
    )
    assert.deepEqual(await store.missing(load.acknowledged), [], 'acknowledged leads that are lost')
  } finally {
    await end(served)
    await app.stop()
    await store.stop()
  }
})

test('a disk that is full during an upload: the sender gets an error, the log has it, and the rest is accepted once there is room', async (t) => {
  const small = mkdtempSync(path.join(os.tmpdir(), 'foyer-full-files-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=755', 'tmpfs', small]).status !== 0) {
    rmdirSync(small)
    return t.skip('mounting a small file system needs root')
  }
  const store = await startOwnStore()
  const app = await startApp({ target: store.target, env: { FOYER_DATA: small } })
  try {
    const content = Buffer.alloc(8 * megabyte, 'a@example.com\n')
    const made = await app.call('create-upload', { name: 'a.csv', size: content.length })
    const { id } = made.body.upload as unknown as { id: string }
    const put = (): Promise<Response> =>
      fetch(`${app.url}/uploads/${id}/content?from=0`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${app.owner.token}`, 'content-type': 'text/csv' },
        body: content,
      })
    const full = await put()
    assert.deepEqual([full.status, ((await full.json()) as { code: string }).code], [507, 'storage_full'])
    assert.match(app.logged(), /no disk space for an upload/)
    const shown = await app.call('show-upload', { uploadId: id })
    assert.equal((shown.body.upload as unknown as { received_bytes: number }).received_bytes, 0)
    assert.equal(spawnSync('mount', ['-o', 'remount,size=64m', small]).status, 0)
    assert.equal((await put()).status, 200)
  } finally {
    await app.stop()
    await store.stop()
    spawnSync('umount', ['-l', small])
    rmdirSync(small)
  }
})
