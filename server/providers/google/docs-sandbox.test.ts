import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { auth, type docs_v1, docs as makeDocs } from '@googleapis/docs'
import { type drive_v3, auth as driveAuth, drive as makeDrive } from '@googleapis/drive'
import fc from 'fast-check'
import { makeHttp } from '#core/outbound/http.ts'
import type { ProviderRequest } from '#core/outbound/provider-http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { consentAt } from '#test/support/consent.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { googleDocs } from './docs.ts'

const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })
let box: TestSandbox
let token: string
let docs: docs_v1.Docs
let drive: drive_v3.Drive
const everything = 'https://www.googleapis.com/auth/drive'

const tokenWith = async (scopes: string, clientId = 'test', account = 'mira@'): Promise<string> => {
  const app = { client_id: `${clientId}.apps.googleusercontent.com`, redirect_uri: `${box.address}/back` }
  const wish = new URLSearchParams({ ...app, response_type: 'code', scope: `openid email ${scopes}`, state: 's' })
  const code = (await consentAt(`${box.address}/o/oauth2/v2/auth?${wish}`, { account })).searchParams.get('code') ?? ''
  const form = { ...app, client_secret: 'GOCSPX-test', grant_type: 'authorization_code', code }
  const given = await fetch(`${box.address}/token`, { method: 'POST', body: new URLSearchParams(form) })
  return ((await given.json()) as { access_token: string }).access_token
}
const clientsWith = (accessToken: string): { readonly docs: docs_v1.Docs; readonly drive: drive_v3.Drive } => {
  // Each client has a library of its own for tokens.
  const [ofDocs, ofDrive] = [new auth.OAuth2(), new driveAuth.OAuth2()]
  for (const own of [ofDocs, ofDrive]) own.setCredentials({ access_token: accessToken })
  const how = { rootUrl: `${box.address}/`, retry: false } as const
  return { docs: makeDocs({ version: 'v1', auth: ofDocs, ...how }), drive: makeDrive({ version: 'v3', auth: ofDrive, ...how }) }
}
const asked: ProviderRequest[] = []
const ours = (given = { token, until: new Date(Date.now() + 60_000) }) =>
  googleDocs({
    ...{ base: box.address, filesBase: box.address, now: () => new Date(), until: given.until },
    accessToken: async () => given.token,
    http: {
      send: (request) => {
        asked.push(request)
        return way.send({ ...request, maxBytes: request.maxBytes ?? 1_048_576, redirects: 0 })
      },
    },
  })
const post = async (path: string, form: Record<string, string>): Promise<Response> =>
  fetch(`${box.address}/sandbox/google/docs/${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
const write = async (text: string, email = 'mira@sandbox.example'): Promise<string> =>
  ((await (await post('write', { email, name: 'Agreement', text })).json()) as { id: string }).id
const behave = (form: Record<string, string> = {}) => post('behave', form)

/** What a refusal was: its status, and Google's name for it. */
const refused = async (call: Promise<unknown>): Promise<string> => {
  const error = (await call.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )) as { response: { status: number; data: { error: { status?: string; errors?: { reason: string }[] } } } }
  const { status, data } = error.response
  return `${status} ${data.error.errors?.[0]?.reason ?? data.error.status}`
}
const faultOf = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderError, String(error))
  return `${error.kind} ${error.code}${error.lacks === null ? '' : ` lacks ${error.lacks}`}`
}

before(async () => {
  box = await startSandbox()
  token = await tokenWith(everything)
  ;({ docs, drive } = clientsWith(token))
})
after(async () => {
  await box.stop()
  await way.destroy()
})

const text = 'header: {{CLIENT}}\n# Agreement\nFor {{**CLI**ENT}} at *{{PRICE}}*.\n| {{CLIENT}} | x |\ntab: Annex\n{{PRICE}}'
const replace = (find: string, put: string, matchCase = true) => ({
  replaceAllText: { containsText: { text: find, matchCase }, replaceText: put },
})
const wordsOf = async (documentId: string): Promise<readonly string[]> => (await ours().read(documentId)).paragraphs

test('Google’s own clients copy, read, fill in, export and delete a document in the sandbox, by Google’s contract', {
  skip: withoutContracts,
}, async () => {
  const [ofDocs, ofDrive] = [openContract('google-docs/openapi.json'), openContract('google-drive/openapi.json')]
  const fileId = await write(text)
  const requestBody = { name: 'Copy', parents: ['root'], appProperties: { foyerAttempt: 'a' } }
  const { data: copy } = await drive.files.copy({ fileId, supportsAllDrives: true, requestBody })
  assert.deepEqual(ofDrive.answer(['/drive/v3/files/{fileId}/copy', 'post'], 200, copy), [])
  const documentId = copy.id ?? ''
  const { data: whole } = await docs.documents.get({ documentId, includeTabsContent: true })
  assert.deepEqual(ofDocs.answer(['/v1/documents/{documentId}', 'get'], 200, whole), [])
  assert.deepEqual(
    whole.tabs?.map(({ tabProperties }) => tabProperties?.title),
    ['Tab 1', 'Annex'],
  )
  const { data: first } = await docs.documents.get({ documentId })
  assert.ok(first.body && !first.tabs, 'without tabs it is the first one')
  const runs = whole.tabs?.[0]?.documentTab?.body?.content?.[2]?.paragraph?.elements?.map(({ textRun }) => textRun?.content)
  assert.deepEqual(runs, ['For {{', 'CLI', 'ENT}} at ', '{{PRICE}}', '.\n'], 'a placeholder is split over looks')

  const requests = [replace('{{CLIENT}}', 'Maya {{PRICE}}'), replace('{{PRICE}}', '1 €'), replace('{{price}}', 'x')]
  const { data: told } = await docs.documents.batchUpdate({ documentId, requestBody: { requests } })
  assert.deepEqual(ofDocs.answer(['/v1/documents/{documentId}:batchUpdate', 'post'], 200, told), [])
  // One after the other over the same text: what the first one put is found by the second.
  assert.deepEqual(told.replies, [
    { replaceAllText: { occurrencesChanged: 3 } },
    { replaceAllText: { occurrencesChanged: 5 } },
    { replaceAllText: {} },
  ])
  assert.deepEqual(await wordsOf(documentId), ['Agreement', 'For Maya 1 € at 1 €.', 'Maya 1 €', 'x', 'Maya 1 €', '1 €'])

  const q = "appProperties has { key='foyerAttempt' and value='a' } and trashed = false"
  const { data: list } = await drive.files.list({ q })
  assert.deepEqual(ofDrive.answer(['/drive/v3/files', 'get'], 200, list), [])
  assert.deepEqual(
    list.files?.map(({ id }) => id),
    [documentId],
  )
  const pdf = await drive.files.export({ fileId: documentId, mimeType: 'application/pdf' }, { responseType: 'arraybuffer' })
  assert.equal(
    Buffer.from(pdf.data as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  )
  await drive.files.delete({ fileId: documentId })
  assert.equal(await refused(drive.files.get({ fileId: documentId })), '404 notFound')
})

test('our requests keep to Google’s contract', { skip: withoutContracts }, async () => {
  const [ofDocs, ofDrive] = [openContract('google-docs/openapi.json'), openContract('google-drive/openapi.json')]
  asked.length = 0
  const fileId = await write(text)
  const copyId = await ours().copy(fileId, { title: 'Agreement', mark: 'b' })
  await ours().read(copyId)
  await ours().replace(copyId, [{ find: '{{CLIENT}}', put: 'Maya' }])
  assert.deepEqual(await ours().findCopies('b'), [copyId])
  await ours().exportPdf(copyId)
  await ours().remove(copyId)
  await ours().remove(copyId)
  const paths: readonly (readonly [string, string])[] = [
    ['/drive/v3/files/{fileId}/copy', 'post'],
    ['/v1/documents/{documentId}', 'get'],
    ['/v1/documents/{documentId}:batchUpdate', 'post'],
    ['/drive/v3/files', 'get'],
    ['/drive/v3/files/{fileId}/export', 'get'],
    ['/drive/v3/files/{fileId}', 'delete'],
    ['/drive/v3/files/{fileId}', 'delete'],
  ]
  assert.equal(asked.length, paths.length)
  for (const [at, where] of paths.entries()) {
    const { url = '', method, body, headers } = asked[at] ?? {}
    const contract = where[0].startsWith('/v1') ? ofDocs : ofDrive
    assert.equal(method?.toLowerCase(), where[1])
    assert.equal(headers?.authorization, `Bearer ${token}`)
    assert.deepEqual(contract.query(where, Object.fromEntries(new URL(url).searchParams)), [], where[0])
    if (body) assert.deepEqual(contract.request(where, 'application/json', JSON.parse(String(body))), [], where[0])
  }
  // Whatever may have been done is not done again by itself.
  assert.deepEqual(
    asked.map(({ operation, canRepeat }) => [operation, canRepeat]),
    [
      ['files.copy', false],
      ['documents.get', true],
      ['documents.batchUpdate', false],
      ['files.list', true],
      ['files.export', true],
      ['files.delete', true],
      ['files.delete', true],
    ],
  )
})

test('refusals come in the form of each API, and have kinds of their own', async () => {
  const fileId = await write(text)
  const requestBody = { requests: [replace('a', 'b')] }
  const cases: readonly (readonly [string, string, string, string])[] = [
    ['userRateLimitExceeded', '403 userRateLimitExceeded', '429 RESOURCE_EXHAUSTED', 'busy userRateLimitExceeded'],
    ['tooManyRequests', '429 rateLimitExceeded', '429 RESOURCE_EXHAUSTED', 'busy rateLimitExceeded'],
    ['storageQuotaExceeded', '403 storageQuotaExceeded', '403 PERMISSION_DENIED', 'refused doc_storage_full'],
    ['cannotCopyFile', '403 cannotCopyFile', '403 PERMISSION_DENIED', 'refused doc_locked'],
    [
      'insufficientPermissions',
      '403 insufficientPermissions',
      '403 PERMISSION_DENIED',
      'credentials insufficientPermissions lacks documents',
    ],
    ['authError', '401 authError', '401 UNAUTHENTICATED', 'credentials authError'],
    ['notFound', '404 notFound', '404 NOT_FOUND', 'refused doc_not_there'],
    ['backendError', '503 backendError', '503 UNAVAILABLE', 'uncertain backendError'],
  ]
  for (const [refusal, ofDrive, ofDocs, kind] of cases) {
    await behave({ refusal })
    assert.equal(await refused(drive.files.copy({ fileId, requestBody: {} })), ofDrive)
    assert.equal(await refused(docs.documents.batchUpdate({ documentId: fileId, requestBody })), ofDocs)
    assert.equal(await faultOf(ours().copy(fileId, { title: 'x', mark: 'c' })), kind)
  }
  await behave({ refusal: 'insufficientPermissions' })
  assert.equal(await faultOf(ours().read(fileId)), 'credentials PERMISSION_DENIED lacks documents')
  await behave({ refusal: 'permissionDenied' })
  assert.equal(await faultOf(ours().read(fileId)), 'refused doc_locked')
  await behave({ exportMostBytes: '10' })
  assert.equal(await faultOf(ours().exportPdf(fileId)), 'refused doc_too_large')
  await behave()
  assert.equal(await faultOf(ours({ token, until: new Date() }).read(fileId)), 'unreachable null')
})

test('rights are as wide as the consent: `drive.file` reaches what the client made, and marks are the client’s alone', async () => {
  const fileId = await write(text)
  const narrow = clientsWith(await tokenWith('https://www.googleapis.com/auth/drive.file'))
  assert.equal(await refused(narrow.drive.files.copy({ fileId, requestBody: {} })), '404 notFound')
  assert.equal(await refused(narrow.docs.documents.get({ documentId: fileId })), '404 NOT_FOUND')
  const reader = clientsWith(await tokenWith('https://www.googleapis.com/auth/drive.readonly'))
  assert.equal(await refused(reader.drive.files.copy({ fileId, requestBody: {} })), '403 insufficientPermissions')
  const copyId = await ours().copy(fileId, { title: 'Copy', mark: 'd' })
  assert.deepEqual(
    (await narrow.drive.files.list({})).data.files?.map(({ id }) => id),
    [copyId],
    'of the same client',
  )
  const stranger = clientsWith(await tokenWith(everything, 'other'))
  const q = "appProperties has { key='foyerAttempt' and value='d' }"
  assert.deepEqual((await stranger.drive.files.list({ q })).data.files, [])
  const { data } = await stranger.drive.files.get({ fileId: copyId, fields: '*' })
  assert.equal(data.appProperties, undefined)
  // Another person's is not there.
  const jonas = clientsWith(await tokenWith(everything, 'test', 'jonas@'))
  assert.equal(await refused(jonas.drive.files.get({ fileId })), '404 notFound')
  await ours().remove(copyId)
})

test('a batch is carried out whole or not at all, and refuses what Google refuses', async () => {
  const documentId = await write(text)
  const before = await wordsOf(documentId)
  const send = (requests: docs_v1.Schema$Request[], writeControl?: docs_v1.Schema$WriteControl) =>
    docs.documents.batchUpdate({ documentId, requestBody: { requests, ...(writeControl && { writeControl }) } })
  assert.equal(await refused(send([replace('{{CLIENT}}', 'x'), replace('', 'y')])), '400 INVALID_ARGUMENT')
  assert.equal(await refused(send([])), '400 INVALID_ARGUMENT')
  assert.equal(await refused(send([replace('a', 'b')], { requiredRevisionId: 'old' })), '400 INVALID_ARGUMENT')
  assert.deepEqual(await wordsOf(documentId), before)
  // Control characters and private letters are taken out of what is put in; a line break makes a paragraph.
  await send([replace('{{PRICE}}', 'a\u0001\ue000b\nc'), replace('{{client}}', 'Maya', false)])
  assert.deepEqual(await wordsOf(documentId), ['Agreement', 'For Maya at ab', 'c.', 'Maya', 'x', 'Maya', 'ab', 'c'])
  const suggested = await write('For +[{{PRICE}}]')
  assert.equal((await ours().read(suggested)).hasSuggestions, true)
})

test('each fault of the dial is an error that says what it was, or none', async () => {
  const fileId = await write(text)
  for (const [kind, read, copy] of [
    ['refused', 'unreachable null', 'uncertain null'],
    ['rate_limited', 'busy null', 'busy null'],
    ['error_500', 'broken null', 'uncertain null'],
    ['html', 'broken null', 'uncertain null'],
    ['ok_error_body', 'broken null', 'uncertain null'],
    ['gzip_bomb', 'broken null', 'uncertain null'],
  ] as const) {
    await box.turn('google', { kind })
    const found = [await faultOf(ours().read(fileId)), await faultOf(ours().copy(fileId, { title: 'x', mark: 'e' }))]
    await box.turn('google')
    assert.deepEqual(
      found.map((each) => each.split(' ')[0]),
      [read, copy].map((each) => each.split(' ')[0]),
      kind,
    )
  }
  await box.turn('google', { kind: 'html', only: '/export' })
  assert.match(await faultOf(ours().exportPdf(fileId)), /^broken/)
  await box.turn('google')
})

test('each paragraph after a batch says what putting texts in, one after the other, says', async () => {
  const piece = fc.constantFrom('{{A}}', '{{B}}', 'a', 'b', ' ', '{', '}', 'É', '🙂')
  const line = fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))
  const steps = fc.array(fc.tuple(fc.constantFrom('{{A}}', '{{B}}', 'a', 'x', '🙂'), line), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), steps, async (lines, given) => {
      // As the notation of the page would read them: none begins as something else.
      const written = lines.map((each) => `T${each}`)
      const documentId = await write(written.join('\n'))
      await ours().replace(
        documentId,
        given.map(([find, put]) => ({ find, put })),
      )
      const wanted = written.map((each) => given.reduce((now, [find, put]) => now.split(find).join(put), each))
      assert.deepEqual(await wordsOf(documentId), wanted)
    }),
    { numRuns: 40 },
  )
})
