import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { JobContext } from '#core/context.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { connectCanva, openCanva, type ShownExport } from '#test/support/canva.ts'
import { openJobContext } from '#test/support/job-context.ts'
import type { Answer } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'
import { runDesignJob } from './run-design-job.ts'

const env = { SANDBOX: 'on' }
let app: TestApp
let worker: { stop(): Promise<void> }
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ env, alone: true })
  worker = await app.startWorker()
  jobs = await openJobContext(app, env)
})
after(async () => {
  await jobs?.close()
  await worker?.stop()
  await app?.stop()
})
beforeEach(() => turn())

const turn = (dial: object = {}) =>
  fetch(`${app.url}/sandbox/faults/canva`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })
const ok = <Body>({ status, body }: Answer): Body => {
  assert.equal(status, 200, JSON.stringify(body))
  return body as Body
}
type Canva = Awaited<ReturnType<typeof openCanva>>
const storedOf = (canva: Canva, exportId: string) =>
  app.database.inOrg(canva.owner.orgId, (db) =>
    db.selectFrom('stored_files').selectAll().where('kind', '=', 'design').where('subject_id', '=', exportId).execute(),
  )
/** The queue does not take it: the test runs it. */
const withoutWorker = async (canva: Canva, designId: string, format = 'pdf'): Promise<string> => {
  await worker.stop()
  return canva.export(designId, format)
}
const startWorker = async (): Promise<void> => {
  worker = await app.startWorker()
}
const run = (canva: Canva, jobId: string, more: Partial<JobContext> = {}) =>
  runDesignJob.run({ orgId: canva.owner.orgId, jobId }, { ...jobs.context, ...more })
/** Looks until Canva has made it. */
const runToEnd = async (canva: Canva, jobId: string): Promise<ShownExport> =>
  until('the end', async () => {
    await run(canva, jobId)
    const found = await canva.status(jobId)
    return found.status === 'done' || found.status === 'failed' ? found : undefined
  })

test('an export is fetched and kept here, can be downloaded by members, and is removed with its file', async () => {
  const canva = await openCanva(app)
  const designId = await canva.make('Kitchen brochure', 2)
  const exportId = await canva.export(designId)
  const done = await canva.ended(exportId)
  assert.deepEqual(
    [done.status, done.files.map(({ name, type }) => `${name} ${type}`)],
    ['done', ['Kitchen brochure.pdf application/pdf']],
  )
  const file = await canva.download(`download-design-file?designFileId=${done.file_id}`)
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="Kitchen_brochure\.pdf"$/)
  const content = Buffer.from(await file.arrayBuffer())
  assert.equal(content.subarray(0, 5).toString(), '%PDF-')
  assert.equal(content.length, done.files[0]?.bytes)
  const [stored] = await storedOf(canva, exportId)
  assert.equal(Number(stored?.bytes), content.length)
  ok(await canva.call('remove', { exportId }))
  assert.deepEqual(await storedOf(canva, exportId), [])
  assert.equal((await canva.download(`download-design-file?designFileId=${done.file_id}`)).status, 404)
  assert.equal(await jobs.context.ports.files.size(stored?.name ?? ''), null)
})

test('pictures of several pages are several files, in the order of the pages', async () => {
  const canva = await openCanva(app)
  const designId = await canva.make('Three pages', 3)
  const done = await canva.ended(await canva.export(designId, 'png'))
  assert.deepEqual(
    done.files.map(({ name }) => name),
    ['Three pages – 1.png', 'Three pages – 2.png', 'Three pages – 3.png'],
  )
  assert.equal(done.file_id, done.files[0]?.id)
  const some = await canva.ended(await canva.export(designId, 'png', { pages: [3, 1, 3] }))
  assert.equal(some.files.length, 2)
})

test('the same click twice, and from two members at once, is one export at Canva', async () => {
  const canva = await openCanva(app)
  const member = await app.given.person(canva.owner.orgId, 'member')
  const designId = await canva.make('Twice')
  await turn({ kind: 'slow_jobs', only: 'POST /v1/exports' })
  const asked = await Promise.all(
    [canva.owner, member, canva.owner, member].map((who) => canva.call('export', { designId, format: 'pdf' }, who)),
  )
  const ids = new Set(asked.map((answer) => ok<{ export: { id: string } }>(answer).export.id))
  assert.equal(ids.size, 1)
  await until('Canva being asked', async () => (await canva.exportsAsked(designId)) > 0)
  assert.equal(await canva.exportsAsked(designId), 1)
  const other = await canva.export(designId, 'png')
  assert.ok(!ids.has(other), 'another format is another export')
})

test('Canva’s refusal of an export fails it with what a person can do, and notifies the member who asked', async () => {
  const canva = await openCanva(app)
  const words: Record<string, RegExp> = {
    license_required: /premium elements .* Open it in Canva/,
    approval_required: /waits for its reviewer/,
    internal_failure: /Export it again/,
  }
  for (const [code, said] of Object.entries(words)) {
    const designId = await canva.make(code)
    await turn({ kind: code, only: 'POST /v1/exports' })
    const failed = await canva.ended(await canva.export(designId))
    assert.deepEqual([failed.status, failed.code], ['failed', code])
    assert.match(failed.message ?? '', said)
  }
  const { notices } = ok<{ notices: { kind: string; facts: { code: string } }[] }>(
    await app.call('list-notices', {}, canva.owner),
  )
  assert.equal(notices.filter(({ kind }) => kind === 'design_job_failed').length, 3)
})

test('an address that died is asked for again, and given up by name when it stays dead', async () => {
  const canva = await openCanva(app)
  const designId = await canva.make('Dead address')
  await turn({ kind: 'dead_addresses', only: 'GET /files/', times: 2 })
  assert.equal((await canva.ended(await canva.export(designId))).status, 'done')
  await turn({ kind: 'dead_addresses', only: 'GET /files/' })
  const failed = await canva.ended(await canva.export(designId))
  assert.deepEqual([failed.code, failed.file_id], ['address_over', null])
  assert.match(failed.message ?? '', /Export the design again/)
  assert.equal(await canva.exportsAsked(designId), 2)
})

test('a page of HTML with status 200 is not kept as a file', async () => {
  const canva = await openCanva(app)
  const designId = await canva.make('HTML')
  await turn({ kind: 'html', only: 'GET /files/', times: 1 })
  const done = await canva.ended(await canva.export(designId))
  assert.equal(done.status, 'done')
  await turn({ kind: 'html', only: 'GET /files/' })
  assert.equal((await canva.ended(await canva.export(designId))).code, 'file_unfit')
})

test('a file of 100 MB is streamed into the store, and little of it is in memory at any time', async () => {
  const canva = await openCanva(app)
  const designId = await canva.make('Large')
  await turn({ kind: 'large_files', only: 'POST /v1/exports' })
  // Collected before each look: what waits to be collected is no measure.
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = (): number => {
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const before = held()
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, held() - before)
  }, 1_000)
  // A slow disk takes 100 MB in its own time: what counts here is memory.
  const done = await canva.ended(await canva.export(designId), { withinMs: 240_000 }).finally(() => clearInterval(watch))
  assert.deepEqual([done.status, done.files[0]?.bytes], ['done', 104_857_600])
  assert.ok(most < 50_000_000, `${Math.round(most / 1e6)} MB at once`)
  const file = await canva.download(`download-design-file?designFileId=${done.file_id}`)
  let bytes = 0
  for await (const piece of file.body ?? []) bytes += (piece as Uint8Array).length
  assert.equal(bytes, 104_857_600)
})

test('an export of which Canva did not say whether it began is named so, and not begun again', async () => {
  const canva = await openCanva(app)
  const designId = await canva.make('Lost answer')
  await turn({ kind: 'lost', only: 'POST /v1/exports', times: 1 })
  const failed = await canva.ended(await canva.export(designId))
  assert.deepEqual([failed.code, await canva.exportsAsked(designId)], ['outcome_unknown', 1])

  await turn({ kind: 'refused', only: 'POST /v1/exports', times: 2 })
  const refused = await canva.ended(await canva.export(designId))
  assert.equal(refused.code, 'outcome_unknown', 'a connection that breaks off says nothing either')
})

test('killed between Canva’s answer and the writing of it, an export is not begun a second time', async () => {
  const canva = await openCanva(app)
  const designId = await canva.make('Killed')
  const exportId = await withoutWorker(canva, designId)
  try {
    let transactions = 0
    const dies: JobContext['inOrg'] = (orgId, work) => {
      transactions++
      if (isAsked) throw new Error('killed')
      return jobs.context.inOrg(orgId, work)
    }
    let isAsked = false
    const { ports } = jobs.context
    const designs: typeof ports.designs = {
      ...ports.designs,
      open: (account) => {
        const opened = ports.designs.open(account)
        return {
          ...opened,
          async beginExport(id, wish) {
            const jobId = await opened.beginExport(id, wish)
            isAsked = true
            return jobId
          },
        }
      },
    }
    await assert.rejects(run(canva, exportId, { inOrg: dies, ports: { ...ports, designs } }), /killed/)
    assert.ok(transactions > 2)
    await run(canva, exportId)
    const { status, code } = await canva.status(exportId)
    assert.deepEqual([status, code], ['failed', 'outcome_unknown'])
    assert.equal(await canva.exportsAsked(designId), 1)
  } finally {
    await startWorker()
  }
})

test('killed while files come, an export goes on with those that are missing, and keeps each once', async () => {
  const canva = await openCanva(app)
  const designId = await canva.make('Half-way', 4)
  const exportId = await withoutWorker(canva, designId, 'png')
  try {
    await run(canva, exportId)
    await new Promise((done) => setTimeout(done, 1_000))
    let puts = 0
    const { ports } = jobs.context
    const files: typeof ports.files = {
      ...ports.files,
      put: (...given) => {
        if (++puts === 3) throw new Error('killed')
        return ports.files.put(...given)
      },
    }
    await assert.rejects(run(canva, exportId, { ports: { ...ports, files } }), /killed/)
    assert.equal((await canva.status(exportId)).status, 'in_progress')
    const done = await runToEnd(canva, exportId)
    assert.equal(done.files.length, 4)
    assert.equal(await canva.exportsAsked(designId), 1)
    assert.equal((await storedOf(canva, exportId)).filter(({ bytes }) => bytes !== null).length, 4)
  } finally {
    await startWorker()
  }
})

test('a run that another has overtaken writes nothing any more', async () => {
  const canva = await openCanva(app)
  const designId = await canva.make('Overtaken')
  const exportId = await withoutWorker(canva, designId)
  try {
    await run(canva, exportId)
    await new Promise((done) => setTimeout(done, 1_000))
    const { ports } = jobs.context
    const files: typeof ports.files = {
      ...ports.files,
      async put(...given) {
        const stored = await ports.files.put(...given)
        await run(canva, exportId)
        return stored
      },
    }
    await run(canva, exportId, { ports: { ...ports, files } })
    const { status, files: kept } = await canva.status(exportId)
    assert.deepEqual([status, kept.length], ['done', 1])
    assert.equal((await storedOf(canva, exportId)).filter(({ bytes }) => bytes !== null).length, 1)
  } finally {
    await startWorker()
  }
})

test('disconnected in mid-export, it fails by that name, keeps nothing, and what was kept before stays', async () => {
  const canva = await openCanva(app)
  const designId = await canva.make('Disconnected')
  const before = await canva.ended(await canva.export(designId, 'png'))
  await turn({ kind: 'slow_jobs', only: 'POST /v1/exports' })
  const exportId = await canva.export(designId)
  await until('Canva being asked', async () => (await canva.status(exportId)).status === 'in_progress')
  const gone = { connectionId: canva.connectionId, orgId: canva.owner.orgId }
  ok(await app.call('integration-disconnect', gone, canva.owner))
  const failed = await canva.status(exportId)
  assert.deepEqual([failed.status, failed.code, failed.files], ['failed', 'disconnected', []])
  assert.equal((await canva.download(`download-design-file?designFileId=${before.file_id}`)).status, 200)
  const { status, body } = await canva.call('export', { designId, format: 'jpg' })
  assert.deepEqual([status, body.code], [409, 'canva_not_connected'])

  // The same account connected again: its designs are its own again.
  await turn()
  assert.notEqual(await connectCanva(app, canva.owner), canva.connectionId)
  assert.equal((await canva.ended(await canva.export(designId, 'jpg'))).status, 'done')
})

test('an export waits while Canva is away or asks for patience, and says so', async () => {
  const canva = await openCanva(app)
  const designId = await canva.make('Away')
  await turn({ kind: 'error_503', only: 'GET /v1/exports', times: 4 })
  assert.equal((await canva.ended(await canva.export(designId))).status, 'done')
  await turn({ kind: 'rate_limited', only: 'POST /v1/exports' })
  const exportId = await canva.export(designId, 'png')
  const waiting = await until('the reason', async () => {
    const found = await canva.status(exportId)
    return found.message === null ? undefined : found
  })
  assert.deepEqual([waiting.status, waiting.code], ['queued', null])
  assert.match(waiting.message ?? '', /Too many requests/)
  const row = await app.database.inOrg(canva.owner.orgId, (db) =>
    db.selectFrom('design_jobs').select('next_at').where('id', '=', exportId).executeTakeFirstOrThrow(),
  )
  assert.ok(row.next_at.getTime() - Date.now() > 30_000, 'Canva is left alone for a minute')
})

test('while Canva works on an export it is looked at less and less often, and once a minute at the least', async () => {
  const canva = await openCanva(app)
  const designId = await canva.make('Slow')
  const exportId = await withoutWorker(canva, designId)
  try {
    await turn({ kind: 'slow_jobs', only: 'POST /v1/exports' })
    const pauses: number[] = []
    for (let looks = 0; looks < 13; looks++) {
      await run(canva, exportId)
      const { next_at: nextAt } = await app.database.inOrg(canva.owner.orgId, (db) =>
        db.selectFrom('design_jobs').select('next_at').where('id', '=', exportId).executeTakeFirstOrThrow(),
      )
      pauses.push(Math.round((nextAt.getTime() - Date.now()) / 1_000))
    }
    assert.deepEqual(
      pauses,
      pauses.toSorted((a, b) => a - b),
    )
    assert.ok((pauses[0] ?? 60) <= 1 && pauses.at(-1) === 60, JSON.stringify(pauses))
  } finally {
    await startWorker()
  }
})

test('an export waits for a new consent, and goes on once Canva is connected again', async () => {
  const canva = await openCanva(app)
  const designId = await canva.make('Consent')
  await turn({ kind: 'slow_jobs', only: 'POST /v1/exports' })
  const exportId = await canva.export(designId)
  await until('Canva being asked', async () => (await canva.status(exportId)).status === 'in_progress')
  const { consents } = (await (await fetch(`${canva.at}/consents`)).json()) as { consents: { id: string }[] }
  await fetch(`${canva.at}/consents/${consents[0]?.id}/take-back`, { method: 'POST' })
  await until('the wait', async () => /consent/i.test((await canva.status(exportId)).message ?? ''))
  assert.equal(await connectCanva(app, canva.owner), canva.connectionId)
  await until('the next look', async () => (await canva.status(exportId)).message === null)
})

test('an export that was not done within a day fails, and one that lost its run is found again', async () => {
  const canva = await openCanva(app)
  const designId = await canva.make('Old')
  const exportId = await withoutWorker(canva, designId)
  const set = (change: object) =>
    app.database.inOrg(canva.owner.orgId, (db) =>
      db.updateTable('design_jobs').set(change).where('id', '=', exportId).execute(),
    )
  await app.database.pool.query(`delete from jobs.job where name = 'run-design-job'`)
  await set({ next_at: new Date(Date.now() - 120_000) })
  await startWorker()
  await app.database.pool.query(`insert into jobs.job (name, data) values ('watch-design-jobs', '{}')`)
  assert.equal((await canva.ended(exportId)).status, 'done')
  const late = await withoutWorker(canva, designId, 'png')
  await app.database.inOrg(canva.owner.orgId, (db) =>
    db
      .updateTable('design_jobs')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', late)
      .execute(),
  )
  await startWorker()
  assert.equal((await canva.ended(late)).code, 'expired')
})
