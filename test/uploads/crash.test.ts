import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startApp } from '../support/app.ts'
import { until } from '../support/until.ts'
import { uploading } from './fixtures.ts'
import { type OwnProcess, startProcess } from './process.ts'

const rows = Number(process.env.FOYER_TEST_CRASH_ROWS ?? 20_000)
const kills = Number(process.env.FOYER_TEST_CRASH_KILLS ?? 4)

describe('an import whose worker is killed', () => {
  it('resumes automatically, and imports every row exactly once', async () => {
    const app = await startApp()
    let worker: OwnProcess | undefined
    try {
      const { file, ok, show, leads, contacts } = uploading(app)
      const lines = Array.from(
        { length: rows },
        (_, n) => `p${n}@example.com,"Person\n${n}",${n % 3 === 0 ? `id-${n}` : ''},${n % 50 === 7 ? 'not a link' : ''}`,
      )
      const { id } = await file(`email,name,external_id,linkedin url\n${lines.join('\n')}\n`)
      ok(await app.call('start-upload', { uploadId: id }))

      const seen: number[] = []
      for (let kill = 0; kill < kills; kill++) {
        worker = await startProcess('work', app)
        const before = seen.at(-1) ?? 0
        await until('a further row', async () => {
          const { state, import: done } = await show(id)
          return state === 'done' || (done?.imported ?? 0) > before
        })
        await new Promise((done) => setTimeout(done, Math.random() * 300))
        await worker.kill('SIGKILL')
        const upload = await show(id)
        seen.push(upload.import?.imported ?? 0)
        if (upload.state === 'done') break
        // Somebody is impatient: the job that died and this one may meet. The last death is left to the queue alone.
        if (kill < kills - 1) ok(await app.call('start-upload', { uploadId: id }))
      }
      worker = await startProcess('work', app)
      for (let tries = 0; (await show(id)).state !== 'done'; tries++) {
        assert.ok(tries < 400, `stuck: ${JSON.stringify(await show(id))}`)
        await new Promise((done) => setTimeout(done, 200))
      }

      const wrong = Array.from({ length: rows }, (_, n) => n).filter((n) => n % 50 === 7)
      const all = await leads()
      const taken = all.map((lead) => Number(lead.upload_row)).toSorted((a, b) => a - b)
      assert.deepEqual(
        taken,
        Array.from({ length: rows }, (_, n) => n + 2).filter((row) => !wrong.includes(row - 2)),
      )
      assert.equal((await contacts()).length, all.length)
      assert.deepEqual((await show(id)).import, { imported: all.length, duplicate: 0, rejected: wrong.length, undone: 0 })
      assert.ok(
        seen.some((count) => count > 0 && count < all.length),
        `no kill came in the middle: ${seen}`,
      )
    } finally {
      await worker?.kill('SIGKILL')
      await app.stop()
    }
  })

  it('is resumed when its job is lost altogether', async () => {
    const app = await startApp()
    let worker: { stop(): Promise<void> } | undefined
    try {
      const { file, ok, show } = uploading(app)
      const { id } = await file('email\na@example.com\nb@example.com\n')
      ok(await app.call('start-upload', { uploadId: id }))
      await app.database.pool.query(`delete from jobs.job where name = 'import-upload'`)
      worker = await app.startWorker()
      await new Promise((done) => setTimeout(done, 1_500))
      assert.equal((await show(id)).state, 'importing')

      await app.database.inOrg(app.owner.orgId, (db) =>
        db
          .updateTable('uploads')
          .set({ moved_at: new Date(Date.now() - 120_000) })
          .execute(),
      )
      // As the clock asks for it each minute.
      await app.database.pool.query(`insert into jobs.job (name, data) values ('resume-uploads', '{}')`)
      for (let tries = 0; (await show(id)).state !== 'done'; tries++) {
        assert.ok(tries < 400, `stuck: ${JSON.stringify(await show(id))}`)
        await new Promise((done) => setTimeout(done, 200))
      }
      assert.equal((await show(id)).import?.imported, 2)
    } finally {
      await worker?.stop()
      await app.stop()
    }
  })
})
