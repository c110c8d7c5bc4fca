import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formWords } from '#shapes/form-words.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { followEvents } from '#test/support/reactions.ts'
import { until } from '#test/support/until.ts'

const site = 'https://www.example.com'
const fields = [
  { kind: 'name', name: 'name' },
  { kind: 'email', name: 'email', required: true },
  { kind: 'note', name: 'note' },
  { kind: 'choice', name: 'service', label: 'Service', options: ['Kitchen', 'Bathroom'] },
  { kind: 'checkbox', name: 'weekends', label: 'Also on weekends' },
] as const

interface Source {
  readonly id: string
  readonly url: string
}

let app: TestApp
let source: Source
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  source = await make('Contact form', { consent: { text: 'You may write to me.' } })
})
after(() => app.stop())

const settingsOf = (more: object = {}) => ({ kind: 'form', fields, origins: [site], ...more })

const make = async (name: string, more: object = {}): Promise<Source> => {
  const answer = await app.call('create-lead-source', { name, settings: settingsOf(more) })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.source as unknown as Source
}

let visitors = 0
/** Each visitor has an address of their own, where it is not said. */
const asVisitor = (headers: Record<string, string> = {}): Record<string, string> => ({
  'x-forwarded-for': `198.51.${100 + (visitors >> 8)}.${visitors++ & 255}`,
  origin: site,
  ...headers,
})
const asScript = (headers: Record<string, string> = {}) => asVisitor({ accept: 'application/json', ...headers })
const asForm = (headers: Record<string, string> = {}) =>
  asVisitor({ accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', referer: `${site}/contact`, ...headers })

const post = async (
  body: Record<string, string> | FormData | string | Buffer<ArrayBuffer>,
  { headers = asScript(), url = source.url }: { headers?: Record<string, string>; url?: string } = {},
) => {
  const isPlain = typeof body === 'string' || body instanceof FormData || body instanceof Buffer
  const answer = await fetch(url, {
    ...{ method: 'POST', headers, redirect: 'manual' },
    body: isPlain ? body : new URLSearchParams(body as Record<string, string>),
  })
  const text = await answer.text()
  return { status: answer.status, text, headers: answer.headers, id: answer.headers.get('x-request-id') ?? '' }
}
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

const delivery = async (id: string) => {
  await until('the delivery', async () => (await app.call('show-delivery', { deliveryId: id })).status === 200)
  return (await app.call('show-delivery', { deliveryId: id })).body.delivery as unknown as {
    outcome: string
    code: string | null
    field: string | null
    message: string | null
    mend: string | null
    lead_id: string | null
    body: { text: string } | null
  }
}
const leadOf = (id: string) =>
  app.database.inOrg(app.owner.orgId, (db) =>
    db.selectFrom('leads').selectAll().where('org_id', '=', app.owner.orgId).where('id', '=', id).executeTakeFirst(),
  )
const answered = async (id: string) => {
  const lead = await leadOf(id)
  assert.ok(lead, 'the lead')
  return lead
}

test('a script, a plain form, a multipart form and JSON bring the same lead, each answered as its sender reads', async () => {
  const said = { name: 'Zoë Müller', note: 'Two rooms\r\nand a hall', service: 'Kitchen', weekends: 'yes', consent: '1' }
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...said, email: 'multi@example.com' })) form.append(name, value)
  form.append('file', new File([], ''))
  const sent = [
    await post({ ...said, email: 'script@example.com' }),
    await post({ ...said, email: 'plain@example.com' }, { headers: asForm() }),
    await post(form, { headers: asForm() }),
    await post(JSON.stringify({ ...said, email: 'json@example.com', consent: 1, weekends: true }), {
      headers: asScript({ 'content-type': 'application/json' }),
    }),
  ]
  assert.deepEqual(
    sent.map(({ status }) => status),
    [200, 303, 303, 200],
  )
  assert.deepEqual(JSON.parse(sent[0]?.text ?? ''), { ok: true, url: null })
  assert.equal(sent[1]?.headers.get('location'), `${new URL(source.url).pathname}?sent`)
  for (const [at, { id }] of sent.entries()) {
    const lead = await answered(id)
    assert.deepEqual(
      [lead.full_name, lead.note, lead.source, lead.via],
      ['Zoë Müller', 'Two rooms\nand a hall', 'contact-form', 'source'],
    )
    assert.deepEqual(lead.metadata, { page: site, answers: { Service: 'Kitchen', 'Also on weekends': true } }, `of ${at}`)
    assert.deepEqual(lead.consent, {
      basis: 'consent',
      source: 'Contact form, consent text 1',
      obtained_at: new Date().toISOString().slice(0, 10),
      recognised: true,
    })
  }
  const page = await fetch(`${source.url}?sent`, { headers: asForm() })
  assert.match(await page.text(), /Thank you\. We will get back to you soon\./)
})

test('a question with several choices brings what was ticked as a list, from a script, a plain form and JSON, and sets the field', async () => {
  await app.call('save-field', {
    ...{ kind: 'lead', name: 'Rooms', fieldType: 'choices', inForms: true },
    choices: [{ name: 'Kitchen, large' }, { name: 'Bathroom' }, { name: 'Hall' }],
  })
  // A reaction begins with what happens after its first go.
  await followEvents(app, app.owner.orgId, 'fill-lead-fields')
  const question = { kind: 'choices', name: 'rooms', label: 'Rooms', field: 'rooms', required: true }
  const { url } = await make('Rooms form', {
    fields: [
      { kind: 'email', name: 'email' },
      { ...question, options: ['Kitchen, large', 'Bathroom', 'Hall'] },
    ],
  })
  const ticked = (email: string): string =>
    new URLSearchParams([
      ['email', email],
      ['rooms', 'Kitchen, large'],
      ['rooms', 'Hall'],
      ['rooms', 'Hall'],
    ]).toString()
  const sent = [
    await post(ticked('script-rooms@example.com'), { url, headers: asScript(urlencoded) }),
    await post(ticked('plain-rooms@example.com'), { url, headers: asForm(urlencoded) }),
    await post(JSON.stringify({ email: 'json-rooms@example.com', rooms: ['Kitchen, large', 'Hall'] }), {
      ...{ url, headers: asScript({ 'content-type': 'application/json' }) },
    }),
  ]
  assert.deepEqual(
    sent.map(({ status }) => status),
    [200, 303, 200],
  )
  await followEvents(app, app.owner.orgId, 'fill-lead-fields')
  for (const { id } of sent) {
    const lead = await answered(id)
    assert.deepEqual((lead.metadata as { answers: object }).answers, { Rooms: ['Kitchen, large', 'Hall'] })
    const { fields } = (await app.call('show-lead', { leadId: id })).body as unknown as {
      fields: { rooms: { name: string }[] }
    }
    assert.deepEqual(
      fields.rooms.map(({ name }) => name),
      ['Kitchen, large', 'Hall'],
    )
  }
  const refused = async (rooms: readonly string[]) => {
    const answer = await post(JSON.stringify({ email: 'z@example.com', rooms }), {
      ...{ url, headers: asScript({ 'content-type': 'application/json' }) },
    })
    const { code, field } = JSON.parse(answer.text)
    return [answer.status, code, field]
  }
  assert.deepEqual(await refused([]), [400, 'form_field_missing', 'rooms'])
  assert.deepEqual(await refused(['x'.repeat(201)]), [400, 'field_too_long', 'rooms'])
  assert.deepEqual(await refused(Array.from({ length: 51 }, (_, n) => `choice ${n}`)), [400, 'field_too_long', 'rooms'])
  const page = await post(
    new URLSearchParams([
      ['email', 'no'],
      ['rooms', 'Hall'],
    ]).toString(),
    { url, headers: asForm(urlencoded) },
  )
  assert.equal(page.status, 400)
  assert.match(page.text, /<fieldset id="foyer-rooms">\s*<legend>Rooms<\/legend>/)
  assert.match(page.text, /type="checkbox" value="Hall" checked>/)
  assert.match(page.text, /type="checkbox" value="Kitchen, large">/)
})

test('a visitor is led on to the thank-you page of the list, and the script gets its address', async () => {
  const own = await make('With a page', { thanks: { url: `${site}/thanks?from=form` } })
  const plain = await post({ email: 'led@example.com' }, { url: own.url, headers: asForm() })
  assert.deepEqual([plain.status, plain.headers.get('location')], [303, `${site}/thanks?from=form`])
  const script = await post({ email: 'led2@example.com' }, { url: own.url })
  assert.deepEqual(JSON.parse(script.text), { ok: true, url: `${site}/thanks?from=form` })
  for (const url of ['https://elsewhere.example/thanks', 'javascript:alert(1)', `${site}@elsewhere.example/`, 'thanks'])
    assert.equal(
      (await app.call('create-lead-source', { name: 'Led', settings: settingsOf({ thanks: { url } }) })).status,
      400,
      url,
    )
})

test('a wrong setting of an admin is refused with its place', async () => {
  const refused = async (more: object): Promise<unknown> => {
    const { status, body } = await app.call('create-lead-source', { name: 'Wrong', settings: settingsOf(more) })
    assert.equal(status, 400, JSON.stringify(more))
    return body.field
  }
  assert.equal(await refused({ fields: [{ kind: 'name', name: 'name' }] }), 'settings.fields')
  assert.equal(await refused({ origins: [site, 'http://www.example.com'] }), 'settings.origins.1')
  const email = { kind: 'email', name: 'email' }
  assert.equal(await refused({ fields: [email, email] }), 'settings.fields.1.name')
  assert.equal(await refused({ fields: [email, { kind: 'text', name: 'consent', label: 'A' }] }), 'settings.fields.1.name')
  assert.equal(await refused({ fields: [email, { kind: 'text', name: 'budget' }] }), 'settings.fields.1.label')
  assert.equal(
    await refused({ fields: [email, { kind: 'choice', name: 'one', label: 'One', options: ['A'] }] }),
    'settings.fields.1.options',
  )
  assert.equal(await refused({ accent: 'red' }), 'settings.accent')
  const blank = await app.call('create-lead-source', { name: 'Wrong', settings: settingsOf({ consent: { text: ' ' } }) })
  assert.equal(blank.body.error, 'settings.consent.text: is empty')
})

test('pages of other websites are refused, whatever they call themselves', async () => {
  for (const origin of [
    'https://evil-www.example.com',
    'https://www.example.com.evil.example',
    'https://example.com',
    'http://www.example.com',
    'https://www.example.com:8443',
    'https://WWW.example.com',
    'file://',
    'nonsense',
  ]) {
    const sent = await post({ email: 'forged@example.com' }, { headers: asScript({ origin }) })
    assert.equal(sent.status, 403, origin)
    assert.equal(sent.headers.get('access-control-allow-origin'), null, origin)
    assert.equal((await delivery(sent.id)).code, 'form_origin_refused')
  }
  const byReferer = await post(
    { email: 'forged@example.com' },
    { headers: asForm({ origin: 'null', referer: 'https://evil.example/page' }) },
  )
  assert.equal(byReferer.status, 403)
  assert.match(byReferer.text, /may not be used on this website/)
  assert.match(byReferer.headers.get('content-type') ?? '', /^text\/html/)

  // The website's own server names no page, and is not a browser.
  const { origin: _origin, ...server } = asScript()
  assert.equal((await post({ email: 'server@example.com' }, { headers: server })).status, 200)
})

test('a request of a browser that does not name its page is held, and answered as ever', async () => {
  const { referer: _referer, ...headers } = asForm({ origin: 'null' })
  const sent = await post({ email: 'shy@example.com' }, { headers })
  assert.equal(sent.status, 303)
  const kept = await delivery(sent.id)
  assert.deepEqual([kept.outcome, kept.code], ['held', 'origin_withheld'])
})

test('a robot that fills in the trap, or is quicker than people, is answered as ever; what it sent is held and can be released', async () => {
  const real = await post({ email: 'real@example.com', _shown_ms: '2000' })
  const trapped = await post({ email: 'robot@example.com', name: 'Robot', subject_2: 'Cheap pills' })
  const quick = await post({ email: 'quick@example.com', _shown_ms: '1999' })
  const plain = await post({ email: 'robot2@example.com', subject_2: 'x' }, { headers: asForm() })
  assert.deepEqual([real.text, real.status, plain.status], [trapped.text, trapped.status, 303])
  assert.equal(quick.text, real.text)
  for (const [sent, code] of [
    [trapped, 'robot_trap'],
    [quick, 'sent_at_once'],
    [plain, 'robot_trap'],
  ] as const) {
    const kept = await delivery(sent.id)
    assert.deepEqual([kept.outcome, kept.code, kept.lead_id], ['held', code, null])
    assert.equal(await leadOf(sent.id), undefined)
  }
  const shown = await app.call('show-lead-source', { leadSourceId: source.id })
  assert.ok((shown.body.source as unknown as { held: number }).held >= 3)

  const released = await app.call('replay-delivery', { deliveryId: trapped.id })
  assert.equal(released.status, 200, JSON.stringify(released.body))
  const lead = await answered(String(released.body.lead_id))
  assert.deepEqual([lead.email, lead.full_name], ['robot@example.com', 'Robot'])
  assert.deepEqual(lead.metadata, { page: site })
  assert.equal((await app.call('replay-delivery', { deliveryId: trapped.id })).status, 409, 'once')
})

test('a consent names the text that was shown, and one that the form never had is called unknown', async () => {
  const own = await make('Kitchens', { consent: { text: 'First text' } })
  const change = async (text: string | null): Promise<void> => {
    const settings = settingsOf({ consent: text === null ? null : { text } })
    assert.equal((await app.call('update-lead-source', { leadSourceId: own.id, settings })).status, 200)
  }
  const claimOf = async (consent: string): Promise<unknown> => {
    const { id } = await post({ email: `c${visitors}@example.com`, consent }, { url: own.url })
    return ((await answered(id)).consent as { source?: string } | null)?.source
  }
  await until('the form', async () => (await claimOf('1')) === 'Kitchens, consent text 1')
  assert.equal(await claimOf('2'), 'Kitchens, unknown consent text')
  await change('Second text')
  await until('the second text', async () => (await claimOf('2')) === 'Kitchens, consent text 2')
  assert.equal(await claimOf('1'), 'Kitchens, consent text 1', 'shown before the change')
  for (const sent of ['on', 'yes', '3', '01', '1.0', '1e0', '-1', ' ', '99999999999999999999'])
    assert.equal(await claimOf(sent), sent.trim() === '' ? undefined : 'Kitchens, unknown consent text', sent)
  const both = 'email=both%40example.com&consent=0&consent=2'
  const { id: bothId } = await post(both, { url: own.url, headers: asScript(urlencoded) })
  assert.equal(((await answered(bothId)).consent as { source?: string }).source, 'Kitchens, consent text 2')
  for (const sent of ['', '0', 'false', 'no']) assert.equal(await claimOf(sent), undefined, sent)
  // The same text again is no new version; another one after a time without is.
  await change('Second text')
  await change(null)
  await change('Second text')
  const { body } = await app.call('show-lead-form', { leadSourceId: own.id })
  assert.deepEqual(
    (body.consent_texts as unknown as { version: number; text: string }[]).map(({ version, text }) => [version, text]),
    [
      [3, 'Second text'],
      [2, 'Second text'],
      [1, 'First text'],
    ],
  )
})

test('a form with files is refused in words, and its fields can be replayed', async () => {
  const form = new FormData()
  form.append('email', 'files@example.com')
  form.append('plan', new File(['a plan'], 'plan.pdf', { type: 'application/pdf' }))
  const sent = await post(form)
  assert.deepEqual([sent.status, JSON.parse(sent.text).code, JSON.parse(sent.text).field], [400, 'form_files_refused', 'plan'])
  const kept = await delivery(sent.id)
  assert.ok(!kept.body?.text.includes('a plan'))
  const replayed = await app.call('replay-delivery', { deliveryId: sent.id })
  assert.equal((await answered(String(replayed.body.lead_id))).email, 'files@example.com')
  const page = await post(form, { headers: asForm() })
  assert.match(page.text, /cannot take files/)
  assert.match(page.text, /value="files@example.com"/)
})

test('a form of 2 MB is refused, by a page where a person sees it', async () => {
  const body = { email: 'long@example.com', note: 'x'.repeat(2 * 1_048_576) }
  const script = await post(body)
  assert.deepEqual([script.status, JSON.parse(script.text).code], [413, 'body_too_large'])
  assert.equal(script.headers.get('access-control-allow-origin'), site, 'the script can read it')
  const refused = await delivery(script.id)
  assert.deepEqual(
    [refused.message, refused.mend],
    ['The body is larger than 256 KB.', 'Have less sent in one request: shorter texts, and no files.'],
  )
  const listed = await app.call('list-records', {
    ...{ kind: 'delivery', columns: ['fix'] },
    filter: { conditions: [{ field: 'sender', op: 'is', value: source.id }] },
  })
  assert.ok(JSON.stringify(listed.body).includes(String(refused.mend)), JSON.stringify(listed.body).slice(0, 500))
  const page = await post(body, { headers: asForm() })
  assert.equal(page.status, 413)
  assert.match(page.text, /too much text for the form/)
  const chunked = await post(Buffer.from(`email=a%40example.com&note=${'x'.repeat(300_000)}`), {
    headers: asScript({ ...urlencoded, 'transfer-encoding': 'chunked' }),
  }).catch(() => null)
  assert.ok(chunked === null || chunked.status === 413)
})

test('fields that the form does not have stay with the lead, within bounds, and all of them with its request', async () => {
  const other = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`extra_${n}`, `${n} `.repeat(500)]))
  const sent = await post({ email: 'extra@example.com', utm_source: 'spring', ...other, ['__proto__']: 'p', constructor: 'c' })
  assert.equal(sent.status, 200)
  const lead = await answered(sent.id)
  const { other: shown, other_fields_cut: cut } = lead.metadata as { other: Record<string, string>; other_fields_cut: number }
  assert.equal(shown.utm_source, 'spring')
  assert.ok(cut > 50)
  assert.ok(JSON.stringify(lead.metadata).length < 10_000)
  const whole = JSON.parse(lead.received ?? '') as { fields: Record<string, string> }
  assert.deepEqual([whole.fields.extra_59, whole.fields.constructor], [other.extra_59, 'c'])
  assert.ok(Object.hasOwn(whole.fields, '__proto__'))
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}`, 'x']))
  assert.equal(JSON.parse((await post(many)).text).code, 'form_unreadable')
})

test('a page in Latin-1 is read as it was written, whether it says so or not', async () => {
  const latin = 'email=latin%40example.com&name=Zo%EB+M%FCller&note=10+%80'
  const nameOf = async (body: string | Buffer, type: string): Promise<unknown> => {
    // Otherwise they were one form, sent again.
    const own = typeof body === 'string' ? `${body}&n=${visitors}` : body
    const { id, status, text } = await post(Buffer.from(own), { headers: asScript({ 'content-type': type }) })
    assert.equal(status, 200, text)
    const { full_name, note } = await answered(id)
    return [full_name, note]
  }
  const type = 'application/x-www-form-urlencoded'
  const meant = ['Zoë Müller', '10 €']
  assert.deepEqual(await nameOf(latin, type), meant)
  assert.deepEqual(await nameOf(latin, `${type}; charset=ISO-8859-1`), meant)
  assert.deepEqual(await nameOf(`_charset_=windows-1252&${latin}&n=1`, type), meant)
  assert.deepEqual(await nameOf(`${latin.replace('%80', '&#8364;'.replaceAll(/[&#;]/g, encodeURIComponent))}`, type), meant)
  assert.deepEqual(await nameOf('email=u%40example.com&name=Zo%C3%AB+M%C3%BCller&note=10+%E2%82%AC', type), meant)
  assert.deepEqual(
    await nameOf('_charset_=shift_jis&email=j%40example.com&name=%8ER%93c&note=a', type),
    ['山田', 'a'],
    'Shift_JIS by its name',
  )
  const parts = (text: string): Buffer<ArrayBuffer> =>
    Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="email"\r\n\r\nm@example.com\r\n--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n${text}\r\n--x--\r\n`,
      'latin1',
    )
  assert.deepEqual(await nameOf(parts('Zo\xeb M\xfcller'), 'multipart/form-data; boundary=x'), ['Zoë Müller', null])
})

test('a visitor whose plain form is refused sees it again with what they wrote and the field to correct, and sends it from there', async () => {
  const sent = await post(
    { email: 'zoe@', name: '"><script>alert(1)</script>', note: '\r\n  two lines\r\nhere', service: 'Bathroom', extra: '<b>' },
    { headers: asForm() },
  )
  assert.equal(sent.status, 400)
  assert.match(sent.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(sent.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/)
  assert.match(sent.text, /<p class="bad" id="foyer-email-fault">This is not an email address\.<\/p>/)
  assert.match(sent.text, /aria-invalid="true" aria-describedby="foyer-email-fault"/)
  assert.match(sent.text, /<option selected>Bathroom<\/option>/)
  assert.match(sent.text, /<input type="hidden" name="extra" value="&lt;b&gt;">/)
  assert.match(sent.text, new RegExp(`<a href="${site}/contact">Back to the website</a>`))
  assert.ok(!sent.text.includes('<script'))
  assert.equal((await delivery(sent.id)).code, 'email_malformed')

  const again = await post({ email: 'zoe@example.com' }, { headers: asForm({ origin: new URL(source.url).origin }) })
  assert.equal(again.status, 303)
  const missing = await post({ email: ' ' }, { headers: asForm({ 'accept-language': 'de' }) })
  assert.match(missing.text, /Please fill in this field/)
  assert.equal((await delivery(missing.id)).field, 'email')
  const replayed = await app.call('replay-delivery', { deliveryId: missing.id })
  assert.deepEqual([replayed.status, replayed.body.code, replayed.body.field], [400, 'form_field_missing', 'email'])
  const body = '{"fields":{"email":"corrected@example.com"}}'
  assert.equal((await app.call('replay-delivery', { deliveryId: missing.id, body })).status, 200)
})

test('each of the six languages has its own page, and what does not exist is said in the visitor’s', async () => {
  const pages = new Set<string>()
  for (const locale of ['en', 'de', 'fr', 'es', 'pt', 'hi'] as const) {
    const own = await make(`In ${locale}`, { locale })
    const text = await (await fetch(own.url, { headers: asForm() })).text()
    assert.match(text, new RegExp(`<html lang="${locale}">`))
    assert.ok(text.includes(`<title>${formWords[locale].untitled}</title>`), 'a form without a heading is not called “Send”')
    pages.add(text.replaceAll(/lead-form\/[\w-]+|lang="\w+"/g, ''))
    const { form } = (await (await fetch(`${own.url}?form&locale=fr-CH`)).json()) as { form: { locale: string } }
    assert.equal(form.locale, 'fr')
  }
  assert.equal(pages.size, 6)
  const lost = await fetch(`${source.url.slice(0, -22)}${'A'.repeat(22)}`, {
    headers: { accept: 'text/html', 'accept-language': 'de' },
  })
  assert.equal(lost.status, 404)
  assert.match(await lost.text(), /Dieses Formular gibt es nicht/)
})

test('a browser may ask ahead for a day, and reads why where it may not', async () => {
  const ahead = (origin: string) =>
    fetch(source.url, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } })
  const allowed = await ahead(site)
  assert.deepEqual(
    [allowed.status, allowed.headers.get('access-control-allow-origin'), allowed.headers.get('access-control-max-age')],
    [204, site, '86400'],
  )
  assert.equal(allowed.headers.get('vary'), 'Origin')
  const refused = await ahead('https://elsewhere.example')
  assert.equal(refused.status, 403)
  assert.match(await refused.text(), /may not send this form/)
  const definition = await fetch(`${source.url}?form`, { headers: { origin: 'null' } })
  assert.equal(definition.status, 403)
  const shown = await fetch(`${source.url}?form`, { headers: { origin: site } })
  assert.equal(shown.headers.get('cache-control'), 'public, max-age=60')
  assert.ok(!(await shown.text()).includes('origins'))
})

test('one address may send ten times a minute, and the eleventh is refused in words', async () => {
  const headers = { ...asForm(), 'x-forwarded-for': '203.0.113.77' }
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) {
    const sent = await post({ email: `often${n}@example.com` }, { headers })
    statuses.push(sent.status)
    if (n < 10) continue
    assert.match(sent.text, /sent too often/)
    assert.match(sent.headers.get('retry-after') ?? '', /^\d+$/)
  }
  assert.deepEqual(statuses, [...Array<number>(10).fill(303), 429])
})

test('a form that is sent twice by its script is one lead, and its id takes none from another sender', async () => {
  const id = crypto.randomUUID()
  const first = await post({ email: 'twice@example.com', _id: id, _shown_ms: '3000' })
  const second = await post({ email: 'twice@example.com', _id: id, _shown_ms: '9000' })
  assert.ok(await leadOf(first.id))
  assert.equal((await delivery(second.id)).outcome, 'deduplicated')
  const key = (await app.given.key(app.owner.orgId)).text
  const api = await app.post({ email: 'api@example.com', external_id: id }, key)
  assert.equal(api.body.deduplicated, false, 'an id of a form takes none from another sender')
})

test('a plain form that is sent twice within ten minutes is one lead, whatever the clock shows, and later it is another', async (t) => {
  const edge = Math.ceil(Date.now() / 600_000) * 600_000
  let nowMs = edge
  const late = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' }, now: () => new Date(nowMs) })
  t.after(() => late.stop())
  const made = await late.call('create-lead-source', { name: 'Plain', settings: settingsOf() })
  const { id, url } = made.body.source as unknown as Source
  const leads = async () =>
    (
      await late.database.inOrg(late.owner.orgId, (db) =>
        db.selectFrom('leads').select('email').where('org_id', '=', late.owner.orgId).orderBy('email').execute(),
      )
    ).map(({ email }) => email)
  const sendAt = (atMs: number, email: string) => {
    nowMs = atMs
    return post({ email, note: 'Please call.' }, { headers: asForm(), url })
  }
  for (const beside of [-1_000, 1_000, 598_999]) assert.equal((await sendAt(edge + beside, 'twice@example.com')).status, 303)
  assert.deepEqual(await leads(), ['twice@example.com'])
  await sendAt(edge + 599_000, 'twice@example.com')
  assert.equal((await leads()).length, 2, 'ten minutes after the first')

  await late.call('update-lead-source', { leadSourceId: id, isOn: false })
  await until('the switch', async () => (await sendAt(edge, 'other@example.com')).status === 403)
  for (const beside of [-1_000, 1_000]) assert.equal((await sendAt(edge + beside, 'replayed@example.com')).status, 403)
  const replayed = await late.call('replay-deliveries', { leadSourceId: id })
  assert.equal(replayed.status, 200, JSON.stringify(replayed.body))
  assert.deepEqual(
    (await leads()).filter((email) => email === 'replayed@example.com'),
    ['replayed@example.com'],
    'of when they came, not of when they are replayed',
  )
})

test('no log has the words of a visitor', async () => {
  const canary = `canary-${crypto.randomUUID()}`
  await post({ email: `${canary}@example.com`, note: canary, [canary]: canary }, { headers: asForm() })
  await post({ email: canary, note: canary }, { headers: asForm() })
  await post({ email: `${canary}@example.com`, subject_2: canary })
  await post(`{"email":"${canary}`, { headers: asScript({ 'content-type': 'application/json' }) })
  assert.ok(!app.logged().includes(canary))
})
