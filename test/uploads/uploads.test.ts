import assert from 'node:assert/strict'
import net from 'node:net'
import { after, before, describe, it } from 'node:test'
import iconv from 'iconv-lite'
import { startApp, type TestApp } from '../support/app.ts'
import { until } from '../support/until.ts'
import { uploading } from './fixtures.ts'

describe('a file of leads', () => {
  let app: TestApp
  let worker: { stop(): Promise<void> }
  before(async () => {
    app = await startApp()
    worker = await app.startWorker()
  })
  after(async () => {
    await worker?.stop()
    await app?.stop()
  })
  const fresh = async (options: { defaultCountry?: string; quota?: number } = {}) => {
    const someone = await app.given.organization(undefined, options)
    return { someone, call: (type: string, body: object) => app.call(type, body, someone), ...uploading(app, someone) }
  }

  it('is read, mapped, checked and imported', async () => {
    const { file, check, import: start, leads, contacts } = await fresh({ defaultCountry: 'DE' })
    const upload = await file(
      'Vorname;Nachname;E-Mail;Handy;Firma\nZoë;Müller;zoe@example.com;0151 12345678;"Müller; Söhne"\nJo;Kim;jo@example.com;;\n',
    )
    assert.deepEqual([upload.state, upload.delimiter, upload.encoding, upload.has_header], ['mapping', ';', 'utf-8', true])
    assert.deepEqual(upload.mapping, ['first_name', 'last_name', 'email', 'phone', 'company'])
    assert.deepEqual((await check(upload.id)).check, { rows: 2, new: 2, duplicate: 0, invalid: 0 })
    assert.deepEqual(await leads(), [], 'a check writes no leads')
    assert.deepEqual((await start(upload.id)).import, { imported: 2, duplicate: 0, rejected: 0, undone: 0 })
    const [zoe] = await leads()
    assert.equal(zoe?.full_name, 'Zoë Müller')
    assert.equal(zoe?.phone_e164, '+4915112345678')
    assert.deepEqual([zoe?.via, zoe?.upload_id, zoe?.upload_row, zoe?.source], ['upload', upload.id, 2, 'upload'])
    assert.deepEqual(JSON.parse(zoe?.received ?? ''), {
      Vorname: 'Zoë',
      Nachname: 'Müller',
      'E-Mail': 'zoe@example.com',
      Handy: '0151 12345678',
      Firma: 'Müller; Söhne',
    })
    assert.equal((await contacts()).length, 2)
  })

  it('brings values for fields of leads, and refuses each row with one that does not fit', async () => {
    const { someone, file, call, check, import: start, leads } = await fresh()
    const add = (body: object) => call('save-field', { kind: 'lead', ...body })
    await add({ name: 'Budget', fieldType: 'money', currency: 'EUR' })
    await add({ name: 'Needs', fieldType: 'choices', choices: [{ name: 'Roof' }, { name: 'Floor' }] })
    const upload = await file(
      'email,Budget,Needs\na@example.com,"1,250.50",Roof; floor\nb@example.com,much,\nc@example.com,,\nd@example.com,7,Garden\n',
    )
    assert.deepEqual(upload.mapping, ['email', null, null])
    const unknown = await call('configure-upload', { uploadId: upload.id, mapping: ['email', 'fields.colour', null] })
    assert.equal(unknown.body.code, 'field_not_found')
    const { body } = await call('configure-upload', {
      uploadId: upload.id,
      mapping: ['email', 'fields.budget', 'fields.needs'],
    })
    const preview = body.preview as unknown as { outcome: string; field: string | null; message: string | null }[]
    assert.deepEqual(
      preview.map(({ outcome, field, message }) => [outcome, field, message]),
      [
        ['new', null, null],
        ['invalid', 'fields.budget', 'Budget must be an amount, such as 1250.50'],
        ['new', null, null],
        ['invalid', 'fields.needs', 'Needs must be of: Roof, Floor'],
      ],
    )
    assert.deepEqual((await check(upload.id)).check, { rows: 4, new: 2, duplicate: 0, invalid: 2 })
    assert.deepEqual((await start(upload.id)).import, { imported: 2, duplicate: 0, rejected: 2, undone: 0 })
    const shown = await Promise.all((await leads()).map(({ id }) => call('show-lead', { leadId: id })))
    const values = shown.map(
      (each) => each.body.fields as unknown as { budget: object | null; needs: { name: string }[] | null },
    )
    assert.deepEqual(
      values.map(({ budget, needs }) => [budget, needs?.map(({ name }) => name)]),
      [
        [{ amount_minor: 125050, currency: 'EUR' }, ['Roof', 'Floor']],
        [null, undefined],
      ],
    )
    await call('undo-upload', { uploadId: upload.id })
    await until('its leads are gone, with their values', async () => {
      const left = await app.database.inOrg(someone.orgId, (db) => db.selectFrom('field_values').select('field_id').execute())
      return left.length === 0
    })
  })

  it('fills fields of contacts where they are empty, the first row of a person first, and refuses each row that does not fit', async () => {
    const { call, check, file, import: start, leads, someone } = await fresh()
    await call('save-field', { kind: 'contact', name: 'Size', fieldType: 'number' })
    await call('save-field', { kind: 'contact', name: 'City', fieldType: 'text' })
    const known = await call('create-contact', { fullName: 'Known', email: 'known@example.com' })
    const { id: knownId } = known.body.contact as unknown as { id: string }
    await call('set-fields', { kind: 'contact', recordId: knownId, fields: { city: 'Bristol' } })
    const upload = await file(
      'email,Size,City\nknown@example.com,7,Leeds\nnew@example.com,,York\nnew@example.com,3,Derby\nwrong@example.com,many,\n',
    )
    const unknown = await call('configure-upload', { uploadId: upload.id, mapping: ['email', 'contact_fields.budget', null] })
    assert.equal(unknown.body.code, 'field_not_found')
    const { body } = await call('configure-upload', {
      uploadId: upload.id,
      mapping: ['email', 'contact_fields.size', 'contact_fields.city'],
    })
    const preview = body.preview as unknown as { outcome: string; field: string | null }[]
    assert.deepEqual(
      preview.map(({ outcome, field }) => [outcome, field]),
      [
        ['new', null],
        ['new', null],
        ['new', null],
        ['invalid', 'contact_fields.size'],
      ],
    )
    assert.equal((await check(upload.id)).check?.invalid, 1)
    assert.equal((await start(upload.id)).import?.rejected, 1)
    const fieldsOf = async (contactId: string) =>
      (await call('show-contact', { contactId })).body.fields as unknown as { size: number | null; city: string | null }
    assert.deepEqual(await fieldsOf(knownId), { size: 7, city: 'Bristol' })
    const madeId = (await leads()).find(({ email }) => email === 'new@example.com')?.contact_id ?? ''
    assert.deepEqual(await fieldsOf(madeId), { size: 3, city: 'York' })
    await call('undo-upload', { uploadId: upload.id })
    await until('the contact that it made is gone, and its values', async () => {
      const left = await app.database.inOrg(someone.orgId, (db) =>
        db.selectFrom('field_values').select('record_id').distinct().execute(),
      )
      return left.length === 1 && left[0]?.record_id === knownId
    })
    assert.equal((await call('show-contact', { contactId: madeId })).status, 404)
    assert.deepEqual(await fieldsOf(knownId), { size: 7, city: 'Bristol' }, 'what was filled in a contact that was there stays')
  })

  it('with nothing but blank lines, quotes, delimiters or one line behind its head is read in a moment', async () => {
    const { file, call } = await fresh()
    const size = 12 * 2 ** 20
    for (const filling of ['\n', ',', '"', 'x', ' \n', '""\n', '"\n', '\r', ',"']) {
      const upload = await file(`email,name\n${filling.repeat(size / filling.length)}`)
      const begun = performance.now()
      for (const delimiter of [';', ',']) await call('configure-upload', { uploadId: upload.id, delimiter })
      const ms = performance.now() - begun
      assert.ok(ms < 8_000, `${JSON.stringify(filling)}: ${ms} ms`)
    }
  })

  it('is refused before its first byte where the workspace has no room for it', async () => {
    const small = await startApp({
      target: app.target,
      env: { UPLOAD_MAX_FILES: '3', UPLOAD_MAX_BYTES_PER_WORKSPACE: '1000', PUBLIC_URL: app.url },
    })
    try {
      const { someone } = await fresh()
      const announce = (bytes: number) => small.call('create-upload', { name: 'a.csv', size: bytes }, someone)
      assert.equal((await announce(1_001)).body.code, 'upload_no_room')
      const both = await Promise.all([announce(600), announce(600)])
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
      assert.deepEqual([(await announce(100)).status, (await announce(100)).status], [200, 200])
      assert.match(String((await announce(1)).body.error), /3 files/)
      assert.equal((await announce(1)).body.code, 'upload_no_room')
    } finally {
      await small.stop()
    }
  })

  it('brings the same leads as the API, and refuses the same rows for the same reasons', async () => {
    const columns = [
      'email',
      'phone',
      'name',
      'company',
      'title',
      'source',
      'external_id',
      'note',
      'linkedin_url',
      'basis',
      'origin',
      'date',
    ] as const
    const rows: readonly Partial<Record<(typeof columns)[number], string>>[] = [
      { email: 'Maya.Lin@Example.com', name: 'Maya Lin', source: 'Trade Fair 2026!' },
      { phone: '+49 151 1234 5678' },
      { email: 'maya.lin@example.COM', company: 'Acme', title: 'CEO', note: 'line one\nline two' },
      { email: 'x@example.com', phone: 'call me' },
      { phone: 'call me' },
      { name: 'Nobody' },
      { email: 'not an address' },
      { email: "o'brien+x@example.co.uk", linkedin_url: 'https://www.linkedin.com/in/ob' },
      { email: 'y@example.com', linkedin_url: 'javascript:alert(1)' },
      { email: 'z@example.com', name: 'n'.repeat(256) },
      { email: 'z@example.com', note: 'n'.repeat(10_001) },
      { email: 'a@example.com', external_id: '007' },
      { email: 'b@example.com', external_id: '007' },
      { email: 'c@example.com', external_id: 'x'.repeat(256) },
      { email: 'd@example.com', basis: 'consent', origin: 'Booth 7', date: '2026-01-31' },
      { email: 'e@example.com', basis: 'consent', date: '2026-02-30' },
      { email: 'f@example.com', basis: 'b'.repeat(65) },
      { email: '用户@例子.公司', name: '用户' },
    ]
    const viaApi = await fresh({ defaultCountry: 'DE' })
    const key = await app.given.key(viaApi.someone.orgId)
    const answers: string[] = []
    for (const row of rows) {
      const { basis, origin, date, source = 'upload', ...rest } = row
      const consent = basis || origin || date ? { basis, source: origin, obtained_at: date } : undefined
      const answer = await app.post({ ...rest, source, consent }, key.text)
      answers.push(answer.status === 200 ? (answer.body.deduplicated ? 'duplicate' : 'new') : String(answer.body.code))
    }

    const viaFile = await fresh({ defaultCountry: 'DE' })
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
    const text = [columns.join(','), ...rows.map((row) => columns.map((column) => quote(row[column] ?? '')).join(','))].join(
      '\n',
    )
    const upload = await viaFile.file(text)
    viaFile.ok(
      await viaFile.call('configure-upload', {
        uploadId: upload.id,
        mapping: [...columns.slice(0, 9), 'consent.basis', 'consent.source', 'consent.obtained_at'],
      }),
    )
    const preview = viaFile.ok(await viaFile.call('configure-upload', { uploadId: upload.id })).preview as unknown as {
      outcome: string
      code: string | null
    }[]
    assert.deepEqual(
      preview.map((row) => row.code ?? row.outcome),
      answers,
    )
    const { check } = await viaFile.check(upload.id)
    const count = (outcome: string) => answers.filter((answer) => answer === outcome).length
    assert.deepEqual(check, {
      rows: rows.length,
      new: count('new'),
      duplicate: count('duplicate'),
      invalid: rows.length - count('new') - count('duplicate'),
    })
    await viaFile.import(upload.id)
    const noted = await viaFile.rows(upload.id)
    assert.deepEqual(
      noted.map((row) => [row.row, row.code ?? row.outcome]),
      answers.flatMap((answer, n) => (answer === 'new' ? [] : [[n + 2, answer]])),
    )

    const essence = async (of: typeof viaApi) =>
      (await of.leads()).map(
        ({ email, phone, phone_e164, full_name, job_title, note, linkedin_url, source, external_id, metadata, consent }) => ({
          email,
          phone,
          phone_e164,
          full_name,
          job_title,
          note,
          linkedin_url,
          source,
          external_id,
          metadata,
          consent,
        }),
      )
    const people = async (of: typeof viaApi) =>
      (await of.contacts()).map(({ email, phone, full_name, company, job_title, subscription, opted_in_at }) => ({
        email,
        phone,
        full_name,
        company,
        job_title,
        subscription,
        opted_in_at,
      }))
    assert.deepEqual(await essence(viaFile), await essence(viaApi))
    assert.deepEqual(await people(viaFile), await people(viaApi))
    assert.ok((await people(viaFile)).every((contact) => contact.subscription === 'none' && contact.opted_in_at === null))
  })

  for (const [what, encode] of [
    ['UTF-16 with a mark', (text: string) => iconv.encode(text, 'utf-16le', { addBOM: true })],
    ['big-endian UTF-16', (text: string) => iconv.encode(text, 'utf-16be', { addBOM: true })],
    ['Windows-1252', (text: string) => iconv.encode(text, 'windows-1252')],
    ['UTF-8 with a mark', (text: string) => iconv.encode(text, 'utf8', { addBOM: true })],
  ] as const) {
    it(`may be in ${what}, and of more rows than one batch`, async () => {
      const { file, check, import: start, leads } = await fresh()
      const text = `Email\tName\r\n${Array.from({ length: 1_203 }, (_, n) => `p${n}@example.com\tJürgen "${n}\r\n`).join('')}`
      const upload = await file(encode(text))
      assert.deepEqual(upload.columns, ['Email', 'Name'])
      assert.equal((await check(upload.id)).check?.new, 1_203)
      await start(upload.id)
      const all = await leads()
      assert.deepEqual(
        all.map((lead) => [lead.upload_row, lead.full_name]),
        Array.from({ length: 1_203 }, (_, n) => [n + 2, `Jürgen "${n}`]),
      )
    })
  }

  it('can be read otherwise than was detected', async () => {
    const { file, ok, call } = await fresh()
    const upload = await file(iconv.encode('mail;wer\na@example.com;Łukasz\n', 'windows-1250'))
    const answer = ok(await call('configure-upload', { uploadId: upload.id, encoding: 'windows-1250', hasHeader: false }))
    assert.deepEqual(
      (answer.preview as unknown as { cells: string[] }[]).map((row) => row.cells),
      [
        ['mail', 'wer'],
        ['a@example.com', 'Łukasz'],
      ],
    )
    assert.deepEqual((answer.upload as unknown as { columns: string[] }).columns, ['Column 1', 'Column 2'])
  })

  it('may be broken in places: each costs its row, has its reason, and can be fixed', async () => {
    const { file, check, import: start, rows, ok, call, leads } = await fresh()
    const upload = await file(
      'email,name\na@example.com,A\nb@example.com,"B\nc@example.com,C\nd@example.com,D,oops\nnope,E\n\n,,\nf@example.com,F\n',
    )
    assert.deepEqual((await check(upload.id)).check, { rows: 6, new: 3, duplicate: 0, invalid: 3 })
    assert.deepEqual(
      (await rows(upload.id)).map((row) => [row.row, row.code, row.field]),
      [
        [3, 'row_broken', null],
        [5, 'row_too_wide', null],
        [6, 'email_malformed', 'email'],
      ],
    )
    // Before the import: it waits.
    const mended = ok(await call('mend-upload-row', { uploadId: upload.id, row: 3, cells: ['b@example.com', 'B'] }))
    assert.deepEqual((mended.row as unknown as { outcome: string }).outcome, 'mended')
    assert.deepEqual((mended.upload as unknown as { check: object }).check, { rows: 6, new: 4, duplicate: 0, invalid: 2 })
    const still = ok(await call('mend-upload-row', { uploadId: upload.id, row: 5, cells: ['still not', 'D'] }))
    assert.equal((still.row as unknown as { code: string }).code, 'email_malformed')
    // Checking again keeps what was mended.
    assert.deepEqual((await check(upload.id)).check, { rows: 6, new: 4, duplicate: 0, invalid: 2 })
    assert.deepEqual((await start(upload.id)).import, { imported: 4, duplicate: 0, rejected: 2, undone: 0 })
    // After it: on the spot, once, also for two people at the same moment.
    const both = await Promise.all(
      [1, 2].map(() => call('mend-upload-row', { uploadId: upload.id, row: 6, cells: ['e@example.com', 'E'] })),
    )
    assert.deepEqual(both.map((answer) => answer.status).sort(), [200, 409])
    assert.deepEqual((await leads()).map((lead) => lead.email).sort(), [
      'a@example.com',
      'b@example.com',
      'c@example.com',
      'e@example.com',
      'f@example.com',
    ])
  })

  it('gives its rejected rows back as a file that can be uploaded again, with no formula in it', async () => {
    const { file, check, import: start, rejected, leads, ok, call } = await fresh()
    const upload = await file('E-Mail,Wer,Notiz\nbad,=1+1,"+49 151, and\nmore"\nok@example.com,Ok,\nworse,-x,\'=y\n')
    ok(await call('configure-upload', { uploadId: upload.id, mapping: ['email', 'name', 'note'] }))
    await check(upload.id)
    await start(upload.id)
    const text = await rejected(upload.id)
    assert.equal(text.split('\r\n')[0], '\uFEFFE-Mail,Wer,Notiz,foyer_error')
    assert.ok(!/(^|[,\n])"?[=+\-@\t\r]/.test(text), text)
    const again = await file(text.replace('bad', 'bad@example.com').replace('worse', 'worse@example.com'), 'again.csv')
    assert.deepEqual(again.mapping, ['email', 'name', 'note', null], 'mapped as the original was')
    await start(again.id)
    const all = (await leads()).map((lead) => [lead.email, lead.full_name, lead.note])
    assert.deepEqual(all.slice(1), [
      ['bad@example.com', '=1+1', '+49 151, and\nmore'],
      ['worse@example.com', '-x', '=y'],
    ])
  })

  it('remembers how its columns were mapped, for this workspace only', async () => {
    const { file, check, ok, call } = await fresh()
    const first = await file('wer,wie\nMaya,a@example.com\n')
    assert.deepEqual(first.mapping, [null, null])
    ok(await call('configure-upload', { uploadId: first.id, mapping: ['name', 'email'] }))
    await check(first.id)
    assert.deepEqual((await file('Wie,WER\nb@example.com,Zoë\n')).mapping, ['email', 'name'])
    assert.deepEqual((await (await fresh()).file('wer,wie\nMaya,a@example.com\n')).mapping, [null, null])
  })

  it('counts external ids that are there already, or twice in the file, as duplicates', async () => {
    const { file, check, import: start, leads, someone } = await fresh()
    const key = await app.given.key(someone.orgId)
    await app.post({ email: 'old@example.com', external_id: 'x1' }, key.text)
    const upload = await file('email,external_id\na@example.com,x1\nb@example.com,x2\nc@example.com,x2\n')
    assert.deepEqual((await check(upload.id)).check, { rows: 3, new: 1, duplicate: 2, invalid: 0 })
    assert.deepEqual((await start(upload.id)).import, { imported: 1, duplicate: 2, rejected: 0, undone: 0 })
    assert.equal((await leads()).length, 2)
  })

  it('warns when the very same file was imported before and its rows have no external_id', async () => {
    const { file, import: start, call, ok, leads } = await fresh()
    const text = 'email\na@example.com\n'
    await start((await file(text)).id)
    const second = await file(text, 'copy.csv')
    const shown = ok(await call('show-upload', { uploadId: second.id }))
    assert.equal((shown.imported_before as unknown as unknown[]).length, 1)
    const refused = await call('start-upload', { uploadId: second.id })
    assert.deepEqual([refused.status, refused.body.code], [409, 'upload_repeated'])
    await start(second.id, true)
    assert.equal((await leads()).length, 2)
  })

  it('is undone: its leads go, and the contacts that came from nothing else', async () => {
    const { file, check, import: start, call, ok, until, leads, contacts, someone } = await fresh()
    const key = await app.given.key(someone.orgId)
    await app.post({ email: 'before@example.com' }, key.text)
    const rows = ['before@example.com', 'after@example.com', 'agreed@example.com', 'only@example.com', 'only@example.com']
    const many = Array.from({ length: 1_100 }, (_, n) => `n${n}@example.com`)
    const upload = await file(`email\n${[...rows, ...many].join('\n')}\n`)
    await start(upload.id)
    await app.post({ email: 'after@example.com' }, key.text)
    await app.database.inOrg(someone.orgId, (db) =>
      db
        .updateTable('contacts')
        .set({ subscription: 'subscribed' })
        .where('org_id', '=', someone.orgId)
        .where('email', '=', 'agreed@example.com')
        .execute(),
    )
    ok(await call('undo-upload', { uploadId: upload.id }))
    const undone = await until(upload.id, 'undone')
    assert.equal(undone.import?.undone, 1_105)
    assert.deepEqual(
      (await leads()).map((lead) => lead.email),
      ['before@example.com', 'after@example.com'],
    )
    assert.deepEqual((await contacts()).map((contact) => contact.email).sort(), [
      'after@example.com',
      'agreed@example.com',
      'before@example.com',
    ])
    // And can be checked, mapped and imported anew.
    assert.equal((await check(upload.id)).check?.new, 1_105)
    ok(await call('configure-upload', { uploadId: upload.id, source: 'second try' }))
    await start(upload.id)
    assert.equal((await leads()).length, 1_107)
  })

  it('stops at the monthly quota, says so, and resumes when it is raised, without a row lost or doubled', async () => {
    const { file, call, ok, until, show, leads, someone } = await fresh({ quota: 700 })
    const upload = await file(`email\n${Array.from({ length: 1_500 }, (_, n) => `q${n % 1_400}@example.com`).join('\n')}\n`)
    ok(await call('start-upload', { uploadId: upload.id }))
    await until(upload.id, 'failed').catch(() => {})
    assert.equal((await show(upload.id)).problem?.code, 'quota_exceeded')
    assert.equal((await leads()).length, 700)
    await app.database.inOrg(someone.orgId, (db) =>
      db.updateTable('orgs').set({ lead_quota_per_month: 2_000 }).where('org_id', '=', someone.orgId).execute(),
    )
    ok(await call('start-upload', { uploadId: upload.id }))
    const done = await until(upload.id, 'done')
    assert.deepEqual(done.import, { imported: 1_500, duplicate: 0, rejected: 0, undone: 0 })
    const rows = (await leads()).map((lead) => lead.upload_row)
    assert.deepEqual(
      rows.toSorted((a, b) => Number(a) - Number(b)),
      Array.from({ length: 1_500 }, (_, n) => n + 2),
    )
  })

  it('stops when it is cancelled, and resumes later', async () => {
    const { file, call, ok, until, leads } = await fresh()
    const upload = await file(`email\n${Array.from({ length: 8_000 }, (_, n) => `c${n}@example.com`).join('\n')}\n`)
    ok(await call('start-upload', { uploadId: upload.id }))
    const cancelled = ok(await call('cancel-upload', { uploadId: upload.id })).upload as unknown as {
      import: { imported: number }
    }
    await new Promise((done) => setTimeout(done, 300))
    assert.equal((await leads()).length, cancelled.import.imported, 'nothing comes in after the answer')
    ok(await call('start-upload', { uploadId: upload.id }))
    await until(upload.id, 'done')
    assert.equal((await leads()).length, 8_000)
  })

  it('may come in parts, and resumes where a broken connection left it', async () => {
    const { call, ok, put, show, someone } = await fresh()
    const text = 'email,name\nü@example.com,Zoë\n'
    const bytes = Buffer.from(text)
    const made = ok(await call('create-upload', { name: 'a.csv', size: bytes.length })).upload as unknown as { id: string }
    ok(await put(made.id, bytes.subarray(0, 12), 0))
    // A request that breaks off leaves nothing.
    await new Promise<void>((done) => {
      const { port } = new URL(app.url)
      const socket = net.connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `PUT /uploads/${made.id}/content?from=12 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${someone.token}\r\nContent-Length: 10\r\n\r\nabc`,
        )
        setTimeout(() => socket.destroy(), 100)
      })
      socket.on('close', () => done())
    })
    assert.equal((await show(made.id)).received_bytes, 12)
    const wrong = await put(made.id, bytes.subarray(13), 13)
    assert.deepEqual([wrong.status, wrong.body.code], [409, 'upload_offset_wrong'])
    const last = ok(await put(made.id, bytes.subarray(12), 12)).upload as unknown as { state: string; mapping: string[] }
    assert.deepEqual([last.state, last.mapping], ['mapping', ['email', 'name']])
  })

  it('is refused in plain words when it is no table: a workbook, a picture, nothing', async () => {
    const { call, ok, put } = await fresh()
    for (const [content, code] of [
      [Buffer.from('PK\x03\x04rest of a workbook'), 'upload_not_text'],
      [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 1, 2, 0]), 'upload_not_text'],
      [Buffer.from('\n\n \n'), 'upload_empty'],
    ] as const) {
      const made = ok(await call('create-upload', { name: 'x.csv', size: content.length })).upload as unknown as { id: string }
      const answer = await put(made.id, content)
      assert.deepEqual([answer.status, answer.body.code], [400, code])
      ok(await call('remove-upload', { uploadId: made.id }))
    }
    const longer = ok(await call('create-upload', { name: 'x.csv', size: 3 })).upload as unknown as { id: string }
    assert.equal((await put(longer.id, 'four')).status, 413)
  })

  it('says why a check cannot help when no row at all is a lead, and moves only where it may', async () => {
    const { file, call, show, until } = await fresh()
    const upload = await file(`email\n${'nope\n'.repeat(10_500)}`)
    assert.equal((await call('cancel-upload', { uploadId: upload.id })).body.code, 'upload_wrong_state')
    assert.equal((await call('undo-upload', { uploadId: upload.id })).body.code, 'upload_wrong_state')
    await call('check-upload', { uploadId: upload.id })
    await until(upload.id, 'failed').catch(() => {})
    assert.equal((await show(upload.id)).problem?.code, 'upload_nothing_valid')
    await call('configure-upload', { uploadId: upload.id, mapping: [null] })
    assert.equal((await call('start-upload', { uploadId: upload.id })).body.code, 'upload_not_mapped')
  })

  it('belongs to its workspace: to another, no action on it finds anything', async () => {
    const { file } = await fresh()
    const upload = await file('email\na@example.com\n')
    const stranger = await app.given.organization()
    for (const [type, body] of Object.entries({
      'show-upload': {},
      'configure-upload': {},
      'check-upload': {},
      'start-upload': {},
      'cancel-upload': {},
      'undo-upload': {},
      'remove-upload': {},
      'list-upload-rows': {},
      'mend-upload-row': { row: 2, cells: [] },
    })) {
      const answer = await app.call(type, { uploadId: upload.id, ...body }, stranger)
      assert.deepEqual([type, answer.status, answer.body.code], [type, 404, 'upload_not_found'])
    }
    assert.equal((await uploading(app, stranger).put(upload.id, 'x')).status, 404)
    assert.deepEqual((await app.call('list-uploads', {}, stranger)).body, { uploads: [], next_cursor: null })
    const response = await fetch(`${app.url}/uploads/${upload.id}/content`, { method: 'PUT', body: 'x' })
    assert.equal(response.status, 401)
    const key = await app.given.key(stranger.orgId)
    const withKey = await fetch(`${app.url}/uploads/${upload.id}/content`, {
      method: 'PUT',
      body: 'x',
      headers: { authorization: `Bearer ${key.text}` },
    })
    assert.equal(withKey.status, 403)
  })

  it('leaves no address, number or name in the log', () => {
    assert.ok(!/@example\.com|12345678|Müller/.test(app.logged()))
  })
})
