import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { makeTextPdf, putKnowledgeFile } from '#test/support/knowledge.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

interface Source {
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly language: string
  readonly passages: number
}
const call = async (name: string, input: object, as: Someone) => {
  const { status, body } = await app.call(name, input, as)
  return { said: status === 200 ? 'ok' : `${status} ${body.code} ${body.field}`, body: body as Record<string, unknown> }
}
const save = async (input: object, as: Someone): Promise<Source> => {
  const { said, body } = await call('save-knowledge', input, as)
  assert.equal(said, 'ok', JSON.stringify(body))
  return body.source as Source
}
const found = async (query: string, as: Someone): Promise<string[]> => {
  const { body } = await call('search-knowledge', { query }, as)
  return (body.passages as { title: string }[]).map(({ title }) => title)
}
const upload = async (as: Someone, name: string, content: Buffer | string): Promise<string> => {
  const { status, body } = await putKnowledgeFile(app, as, name, content)
  return status === 200 ? (body.file as { id: string }).id : `${status} ${body.code}: ${body.error}`
}

test('a document is found from the answer on, anew when it is changed, and no longer when it is removed', async () => {
  const owner = await app.given.organization()
  assert.deepEqual(await found('ferry', owner), [])
  const { id, language } = await save({ title: 'Islands', text: 'The ferry sails on Tuesdays, and we are on it.' }, owner)
  assert.equal(language, 'en')
  assert.deepEqual(await found('When is the ferry sailing?', owner), ['Islands'])
  await save({ knowledgeId: id, title: 'Islands', text: 'A bridge is open to the islands.' }, owner)
  assert.deepEqual([await found('ferry', owner), await found('bridges', owner)], [[], ['Islands']])
  await save({ knowledgeId: id, title: 'Coast' }, owner)
  assert.deepEqual(await found('bridge at the coast', owner), ['Coast'])
  assert.equal((await call('remove-knowledge', { knowledgeId: id }, owner)).said, 'ok')
  assert.deepEqual([await found('bridge', owner), await found('coast', owner)], [[], []])
  const left = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('knowledge_words').select(['word', 'passages']).where('org_id', '=', owner.orgId).execute(),
  )
  assert.deepEqual(left, [{ word: '', passages: 0 }])
  const again = await call('remove-knowledge', { knowledgeId: id }, owner)
  assert.equal(again.said, '404 knowledge_not_found knowledgeId')
})

test('twenty changes at once leave the counts of words as the passages have them', async () => {
  const owner = await app.given.organization()
  const sources = await Promise.all(
    Array.from({ length: 10 }, (_, n) => save({ title: `Note ${n}`, text: `Boiler and pump, part ${n}` }, owner)),
  )
  await Promise.all(
    sources.map(({ id }, n) =>
      n % 2 === 0
        ? call('remove-knowledge', { knowledgeId: id }, owner)
        : save({ knowledgeId: id, title: 'Note', text: 'The pump alone' }, owner),
    ),
  )
  const counts = await app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('knowledge_words')
      .select(['word', 'passages'])
      .where('org_id', '=', owner.orgId)
      .where('word', 'in', ['', 'boiler', 'pump'])
      .orderBy('word')
      .execute(),
  )
  assert.deepEqual(counts, [
    { word: '', passages: 5 },
    { word: 'pump', passages: 5 },
  ])
})

test('one workspace finds nothing of another', async () => {
  const [one, other] = [await app.given.organization(), await app.given.organization()]
  await save({ title: 'Secret recipe', text: 'Cinnamon and patience.' }, one)
  assert.deepEqual([await found('cinnamon', one), await found('cinnamon', other)], [['Secret recipe'], []])
})

test('words are found by their stems in their own language, and without their accents in any', async () => {
  const owner = await app.given.organization()
  const [spanish, german] = [
    await save({ title: 'Averías', text: 'La reparación de las averías se hace en el día y no cuesta más.' }, owner),
    await save({ title: 'Schlüssel', text: 'Die Schlüssel sind bei dem Nachbarn, und er ist am Abend da.' }, owner),
  ]
  assert.deepEqual([spanish.language, german.language], ['es', 'de'])
  assert.deepEqual(await found('reparaciones', owner), ['Averías'])
  assert.deepEqual(await found('¿Hacen reparaciones de una averia?', owner), ['Averías'])
  assert.deepEqual(await found('reparacion', owner), ['Averías'])
  assert.deepEqual(await found('Wo ist mein Schlussel?', owner), ['Schlüssel'])
})

test('a question of nothing but small words, of signs, or of what reads as an operator is answered with what there is', async () => {
  const owner = await app.given.organization()
  await save({ title: 'Hours', text: 'We are open on Saturdays.' }, owner)
  for (const query of ['what is it?', '?!', "' | & ! <-> :*", '\\', '%_', 'saturday:* & !open'])
    assert.deepEqual(await found(query, owner), query.startsWith('saturday') ? ['Hours'] : [], query)
})

test('text, Markdown, HTML and PDF are read with their headings', async () => {
  const owner = await app.given.organization()
  const html = `<!doctype html><html><head><title>x</title><style>p{}</style></head><body><nav>Home</nav>
    <h1>Prices</h1><p>Call-out &euro;60.</p><h2>Nights</h2><p>A visit at night costs 140 euros.</p><script>alert(1)</script></body></html>`
  const files: readonly (readonly [name: string, content: Buffer | string, kind: string, text: RegExp])[] = [
    ['a.txt', 'We are open on Saturdays.', 'text', /^We are open/],
    ['a.md', '# Hours\n\nOpen.', 'markdown', /^# Hours/],
    [
      'latin.txt',
      Buffer.from('Öffnungszeiten: täglich außer Sonntag für alle Kunden geöffnet', 'latin1'),
      'text',
      /^Öffnungszeiten: täglich/,
    ],
    ['wide.txt', Buffer.from('\ufeffWe are open.', 'utf16le'), 'text', /^We are open/],
    ['page.html', html, 'html', /^# Prices\n\nCall-out €60\.\n\n## Nights\n\nA visit at night costs 140 euros\.$/],
    [
      'terms.pdf',
      await makeTextPdf(['Guarantee', 'For our work we give a guarantee of five years.']),
      'pdf',
      /guarantee of five years/,
    ],
  ]
  for (const [name, content, kind, text] of files) {
    const source = await save({ title: name, file: await upload(owner, name, content) }, owner)
    assert.equal(source.kind, kind, name)
    const { body } = await call('show-knowledge', { knowledgeId: source.id }, owner)
    assert.match(String(body.text), text, name)
  }
})

test('a file that cannot be read is refused with what it is and what helps', async () => {
  const owner = await app.given.organization()
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const locked = await PDFDocument.create()
  locked.addPage()
  locked.encrypt({ ownerPassword: 'owner', userPassword: 'user' })
  const whole = await makeTextPdf(['Words'])
  const refused: readonly (readonly [name: string, content: Buffer | string, said: string])[] = [
    ['scan.pdf', await makeTextPdf([]), '400 knowledge_empty: The PDF has no text: its pages are pictures, such as scans.'],
    ['photo.pdf', png, '400 knowledge_file_not_pdf: The file is called .pdf, but is a PNG picture.'],
    ['notes.pdf', 'Hello', '400 knowledge_file_not_pdf: The file is called .pdf, but is not a PDF.'],
    ['locked.pdf', Buffer.from(await locked.save()), '400 knowledge_file_unreadable: The PDF is protected by a password.'],
    ['half.pdf', whole.subarray(0, 200), '400 knowledge_file_unreadable: The PDF is damaged, or takes too long to read.'],
    ['photo.png', png, '400 knowledge_file_unsupported: This is a PNG picture, which cannot be read as text.'],
    [
      'terms.docx',
      Buffer.from('504b030414', 'hex'),
      '400 knowledge_file_unsupported: This is a document of an office program, or an archive, which cannot be read as text.',
    ],
    ['data.bin', Buffer.from([1, 2, 3]), '400 knowledge_file_unsupported: Files of this kind cannot be read.'],
    ['zeros.txt', Buffer.alloc(100), '400 knowledge_file_unreadable: The file cannot be read.'],
    ['blank.txt', ' \n\n ', '400 knowledge_empty: There is no text in it.'],
    ['long.txt', 'word '.repeat(500_000), '400 knowledge_too_long: The text is longer than 2,000,000 characters.'],
    ['huge.txt', Buffer.alloc(25 * 2 ** 20 + 1, 'a '), '413 knowledge_file_too_large: The file is larger than 25 MB.'],
  ]
  for (const [name, content, said] of refused) assert.equal(await upload(owner, name, content), said, name)
  const member = await app.given.person(owner.orgId, 'member')
  assert.match(await upload(member, 'a.txt', 'Words'), /^403 forbidden/)
})

test('a page of nothing but beginnings of tags is read or refused, and a book of 1,200 passages is taken', async () => {
  const owner = await app.given.organization()
  for (const part of ['<nav>', '<h1 ', '<h1 a="', '</nav', '<nav></nav ']) {
    const answer = await putKnowledgeFile(app, owner, 'page.html', `<html>Words ${part.repeat(200_000)}`)
    assert.ok([200, 400].includes(answer.status), `${part} ${answer.status}`)
  }
  const book = Array.from({ length: 1_200 }, (_, n) => `## Part ${n}\n\n${`word${n} `.repeat(160)}`).join('\n\n')
  const source = await save({ title: 'Book', file: await upload(owner, 'book.md', book) }, owner)
  assert.equal(source.passages, 1_200)
  assert.deepEqual(await found('word1199', owner), ['Book'])
})

test('a document has one content: a text, or a file that was uploaded here and is used once', async () => {
  const [owner, other] = [await app.given.organization(), await app.given.organization()]
  const file = await upload(owner, 'a.txt', 'We are open on Saturdays.')
  const said = async (input: object, as = owner) => (await call('save-knowledge', { title: 'A', ...input }, as)).said
  assert.equal(await said({}), '400 knowledge_content_wrong text')
  assert.equal(await said({ text: 'a', file }), '400 knowledge_content_wrong file')
  assert.equal(await said({ text: ' \n' }), '400 knowledge_empty text')
  assert.equal(await said({ file }, other), '404 knowledge_file_not_found file')
  assert.equal(await said({ file }), 'ok')
  assert.equal(await said({ file }), '404 knowledge_file_not_found file')
})
