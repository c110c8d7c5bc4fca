import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { startApp } from '../support/app.ts'
import { uploading } from './fixtures.ts'
import { startProcess } from './process.ts'

/** 1000 by hand for the whole gigabyte. */
const megabytes = Number(process.env.FOYER_TEST_FILE_MB ?? 40)
/** Beside what a process has once it has started: some 230 MB, of which the code is most. The file is never in it. */
const mostAdded = 120

const header = 'Email;First Name;Last Name;Company;Phone;Title;LinkedIn URL;Record ID;Notes\r\n'
const line = (n: number): string =>
  `person.${n}@example${n % 977}.com;Maya${n};"Müller ""${n % 7}""";Acme ${n % 5_000} GmbH;+49151${10_000_000 + n};Head of Sales;https://www.linkedin.com/in/person-${n};rec-${n};"Met at the fair;\r\nwants a call"\r\n`

const rows = Math.ceil((megabytes * 1_000_000) / Buffer.byteLength(line(100_000)))
const size = (() => {
  let bytes = Buffer.byteLength(header)
  for (let n = 0; n < rows; n++) bytes += Buffer.byteLength(line(n))
  return bytes
})()

async function* content(): AsyncGenerator<Buffer> {
  yield Buffer.from(header)
  for (let n = 0; n < rows; n += 500) {
    let text = ''
    for (let at = n; at < Math.min(rows, n + 500); at++) text += line(at)
    yield Buffer.from(text)
  }
}

describe(`a file of ${megabytes} MB`, () => {
  it(`is received, checked and imported with less than ${mostAdded} MB of memory more`, {
    skip: process.platform !== 'linux',
  }, async (t) => {
    const app = await startApp()
    const server = await startProcess('serve', app)
    const worker = await startProcess('work', app)
    try {
      const { ok, show, until } = uploading(app)
      const before = { server: server.peakMegabytes() ?? 0, worker: worker.peakMegabytes() ?? 0 }
      const { id } = ok(await app.call('create-upload', { name: 'large.csv', size })).upload as unknown as { id: string }
      const response = await fetch(`${server.url}/uploads/${id}/content`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${app.owner.token}` },
        body: Readable.toWeb(Readable.from(content())) as ReadableStream,
        duplex: 'half',
      } as RequestInit)
      assert.equal(response.status, 200, await response.text())

      const begun = Date.now()
      ok(await app.call('check-upload', { uploadId: id }))
      while ((await show(id)).state === 'checking') await new Promise((done) => setTimeout(done, 200))
      assert.deepEqual((await show(id)).check, { rows, new: rows, duplicate: 0, invalid: 0 })
      const checked = Date.now()

      // The import holds no more than the check does, batch by batch: a stretch of it shows that.
      ok(await app.call('start-upload', { uploadId: id }))
      const stretch = process.env.FOYER_TEST_FILE_MB ? rows : Math.min(rows, 20_000)
      while (((await show(id)).import?.imported ?? 0) < stretch) await new Promise((done) => setTimeout(done, 200))
      const rate = Math.round((stretch / (Date.now() - checked)) * 1_000)
      t.diagnostic(
        `${rows} rows: checked ${Math.round((rows / (checked - begun)) * 1_000)} a second, imported ${rate} a second`,
      )
      if (stretch === rows) await until(id, 'done')
      else ok(await app.call('cancel-upload', { uploadId: id }))

      t.diagnostic(
        `server ${server.peakMegabytes()?.toFixed(0)} MB, worker ${worker.peakMegabytes()?.toFixed(0)} MB at the most`,
      )
      const added = {
        server: (server.peakMegabytes() ?? 0) - before.server,
        worker: (worker.peakMegabytes() ?? 0) - before.worker,
      }
      assert.ok(added.server < mostAdded && added.worker < mostAdded, `added ${JSON.stringify(added)} MB`)
    } finally {
      await Promise.all([server.kill('SIGKILL'), worker.kill('SIGKILL')])
      await app.stop()
    }
  })
})
