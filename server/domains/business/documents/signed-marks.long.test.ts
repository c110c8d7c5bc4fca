import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import canonicalize from 'canonicalize'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { openDocuments, publicly, type ShownDocument } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { ask, ok } from '#test/support/requests.ts'
import { certificateWords } from './certificate-strings.ts'
import { findChain, findPersonal, hashOf, personalDigest, type StoredEvent } from './chain.ts'
import { consentWords } from './consent-words.ts'
import { findFiles, readStored } from './document-files.ts'
import { type DocumentRow, findDocument } from './documents.ts'
import type { PlacedField } from './marks.ts'
import { recordOpened } from './openings.ts'
import { findContradiction } from './said-rows.ts'
import { sealDocument } from './seal-document.ts'
import { findSigners } from './signers.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

const body = '# Agreement\n\nFor {{PRICE}}.\n\n[[signature client "Client"]] [[text client "Purchase order"]]'

const signed = async (values: object = { f2: 'PO 7' }, more: object = {}) => {
  const documents = await openDocuments(app, jobs.context.vault, body)
  const document = await documents.document()
  const token = await documents.tokenOf(document.id, 'client')
  ok(await publicly(app, 'sign-with-link', { token, name: 'Maya Rao', consent: true, values, ...more }))
  ok(await documents.signAsAdmin(document))
  const { orgId } = documents.owner
  return { documents, orgId, id: document.id, seal: () => sealDocument.run({ orgId, documentId: document.id }, jobs.context) }
}

const eventOf = async (orgId: string, id: string, kind: string) => {
  const chain = await app.database.inOrg(orgId, (db) => findChain(db, orgId, id))
  const event = chain.find((each) => each.kind === kind)
  assert.ok(event, kind)
  return event
}

test('the values of a signer cannot be exchanged between their signature and the seal: its digest stands in the evidence, with a salt', async () => {
  const { documents, orgId, id, seal } = await signed()
  const { seq, personal } = await eventOf(orgId, id, 'signed')
  const kept = (await app.database.inOrg(orgId, (db) => findPersonal(db, orgId, id))).find(
    (each) => each.seq === seq && each.key === 'marks',
  )
  assert.ok(kept)
  assert.equal(kept.value, createHash('sha256').update('{"f1":"Maya Rao","f2":"PO 7"}').digest('hex'))
  assert.equal(personalDigest(kept.salt, kept.value), personal.marks)

  const change = (order: string) =>
    app.database.inOrg(orgId, (db) =>
      db
        .updateTable('document_signers')
        .set({ marks: JSON.stringify({ f1: 'Maya Rao', f2: order }) })
        .where('document_id', '=', id)
        .where('role', '=', 'client')
        .execute(),
    )
  await change('PO 8')
  await assert.rejects(seal, /is not what stands in the fields/)
  const { seal: state, seal_code: code, files } = (await documents.shown(id)) as ShownDocument & { seal_code: string }
  assert.deepEqual([state, code, files.length], ['failed', 'marks_changed', 1])
  const notices = await app.database.inOrg(orgId, (db) =>
    db.selectFrom('notices').select('subject_id').where('kind', '=', 'evidence_broken').execute(),
  )
  assert.deepEqual(notices, [{ subject_id: id }])

  await change('PO 7')
  await seal()
  assert.equal((await documents.shown(id)).seal, 'sealed')
  assert.equal(await documents.verify(id), true)
})

test('where fields stand, who signed from where and when is held against the evidence before it is sealed and certified', async () => {
  const documents = await openDocuments(
    app,
    jobs.context.vault,
    '# A\n\n{{PRICE}}\n\n[[text admin "Paid"]] [[text admin "Refused"]] [[signature admin "Us"]]',
  )
  const document = await documents.document()
  const { orgId } = documents.owner
  const by = (role: string) => document.signers.find((each) => each.role === role)
  const sign = (role: string, values: object) =>
    ask(`${app.url}/gateway`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${documents.owner.token}`, 'content-type': 'application/json', 'user-agent': 'Browser 1' },
      },
      body: JSON.stringify({
        ...{ type: 'sign-document', documentId: document.id, url: document.url, values },
        data: {
          signerName: by(role)?.name,
          signerEmail: by(role)?.email,
          signerRole: role,
          timestamp: new Date().toISOString(),
        },
      }),
    })
  ok(await sign('client', {}))
  ok(await sign('admin', { f1: 'Yes', f2: 'No' }))
  const { facts } = await eventOf(orgId, document.id, 'made')
  assert.match(String(facts.fields), /^[\da-f]{64}$/)
  const of = `where document_id = '${document.id}'`
  const personal = (key: string) => [
    `update foyer.document_personal set value = value || 'x' ${of} and key = '${key}'`,
    `update foyer.document_personal set value = left(value, -1) ${of} and key = '${key}'`,
  ]
  const swap = `update foyer.documents set fields = jsonb_set(jsonb_set(fields, '{0,x}', fields -> 1 -> 'x'), '{1,x}', fields -> 0 -> 'x')
    where id = '${document.id}'`
  const label = (from: string, to: string) => `update foyer.documents set fields = jsonb_set(fields, '{0,label}', '"${to}"')
    where id = '${document.id}' and fields #>> '{0,label}' = '${from}'`
  const days = (sign: string) =>
    `update foyer.documents set signed_at = signed_at ${sign} interval '1 day' where id = '${document.id}'`
  const changes: readonly (readonly [string, readonly string[]])[] = [
    ['the fields do not stand', [swap, swap]],
    ['the labels of the fields', [label('Paid', 'Refused'), label('Refused', 'Paid')]],
    ['labels of event', personal('labels')],
    ['the time of the last signature', [days('-'), days('+')]],
    ['attested_by of event', personal('attested_by')],
    ['address of event', personal('address')],
    ['agent of event', personal('agent')],
    [
      'the address of a signer',
      [
        `update foyer.document_signers set email = 'x' || email ${of}`,
        `update foyer.document_signers set email = substr(email, 2) ${of}`,
      ],
    ],
  ]
  const seal = () => sealDocument.run({ orgId, documentId: document.id }, jobs.context)
  for (const [says, [change = '', undo = '']] of changes) {
    await asOwner(app.target, (client) => client.query(change))
    await seal()
    const {
      seal: state,
      seal_code,
      seal_reason,
    } = (await documents.shown(document.id)) as ShownDocument & {
      seal_code: string
      seal_reason: string
    }
    assert.deepEqual([state, seal_code], ['failed', 'evidence_broken'], says)
    assert.ok(seal_reason.startsWith(says), seal_reason)
    assert.equal(await documents.verify(document.id), false, says)
    await asOwner(app.target, (client) => client.query(undo))
  }
  await seal()
  assert.equal((await documents.shown(document.id)).seal, 'sealed')
  assert.equal(await documents.verify(document.id), true)
})

test('labels that a signer read at their fields stand in the evidence with a salt, and a signature of before this was kept verifies', async () => {
  const { documents, orgId, id, seal } = await signed()
  const { seq, personal } = await eventOf(orgId, id, 'signed')
  const kept = (await app.database.inOrg(orgId, (db) => findPersonal(db, orgId, id))).find(
    (each) => each.seq === seq && each.key === 'labels',
  )
  assert.ok(kept)
  assert.equal(kept.value, createHash('sha256').update('{"f1":"Client","f2":"Purchase order"}').digest('hex'))
  assert.equal(personalDigest(kept.salt, kept.value), personal.labels)
  await seal()
  assert.equal(await documents.verify(id), true)

  // The rows of a document by which its evidence is judged, with a signature as it was written before.
  const rows = await app.database.inOrg(orgId, async (db) => ({
    document: (await findDocument(db, orgId, id)) as DocumentRow,
    ...{ signers: await findSigners(db, orgId, id), files: await findFiles(db, orgId, id) },
    ...{ chain: await findChain(db, orgId, id), personal: await findPersonal(db, orgId, id) },
  }))
  assert.equal(findContradiction(rows), null)
  const fields = (rows.document.fields as unknown as PlacedField[]).map((field) => ({ ...field, label: 'Other' }))
  const document = { ...rows.document, fields: fields as unknown as DocumentRow['fields'] }
  const says = findContradiction({ ...rows, document })
  assert.match(String(says), /^the labels of the fields are not those that event \d+ holds$/)
  const chain = unlabelled(rows.chain)
  const before = { ...rows, chain, personal: rows.personal.filter(({ key }) => key !== 'labels') }
  assert.equal(findContradiction({ ...before, document: { ...document, head_hash: chain.at(-1)?.hash ?? null } }), null)
})

/** A chain as it was before labels were kept: each event says what it said, without them, and follows the one before. */
const unlabelled = (chain: readonly StoredEvent[]): StoredEvent[] => {
  let previous: string | null = null
  return chain.map((event) => {
    const { labels: _labels, ...personal } = event.personal
    const said = canonicalize({ ...(JSON.parse(event.said) as object), personal, previous }) ?? ''
    const hash = hashOf(said)
    const place = { ...event.place, previous }
    previous = hash.toString('hex')
    return { ...event, said, hash, personal, place }
  })
}

test('a drawn signature seals as it was drawn: its digest is that of the strokes as the database gives them back', async () => {
  const drawn = {
    width: 300.5,
    height: 100,
    strokes: [
      [
        [0.1, 1e-7],
        [299.99999999999994, 0.30000000000000004],
      ],
    ],
  }
  const { documents, id, seal } = await signed({ f1: drawn, f2: 'Ω 👍🏽' })
  await seal()
  assert.equal((await documents.shown(id)).seal, 'sealed')
})

/** The words of a certificate, on one line. */
const certificateOf = async (orgId: string, id: string): Promise<string> => {
  const files = await app.database.inOrg(orgId, (db) => findFiles(db, orgId, id))
  const certificate = files.find(({ kind }) => kind === 'certificate')
  assert.ok(certificate)
  const pages = await jobs.context.ports.paper.pagesOf(await readStored(jobs.context.ports.files, certificate), orgId)
  return pages
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}

test('the evidence of a consent says in which language it was read, and the digest of the sentence, which stands on the certificate', async () => {
  const { orgId, id, seal } = await signed(undefined, { locale: 'de-AT' })
  const { facts } = await eventOf(orgId, id, 'consented')
  const sentence = consentWords['electronic-signature-1']?.de ?? ''
  assert.deepEqual([facts.words, facts.language], ['electronic-signature-1', 'de'])
  assert.equal(facts.sentence, createHash('sha256').update(sentence).digest('hex'))
  await seal()
  const words = await certificateOf(orgId, id)
  assert.ok(words.includes(sentence), words)
})

test('by the API a signer names the version of the words that they read, and a member who agrees is recorded with theirs', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const { orgId } = documents.owner
  const document = await documents.document()
  const token = await documents.tokenOf(document.id, 'client')
  const byLink = (more: object) => publicly(app, 'sign-with-link', { token, name: 'Maya Rao', consent: true, ...more })
  const unknown = await byLink({ words: 'electronic-signature-0' })
  assert.deepEqual([unknown.status, unknown.body.code, unknown.body.field], [400, 'bad_request', 'words'])
  ok(await byLink({ words: 'electronic-signature-1', locale: 'es' }))
  const admin = document.signers.find(({ role }) => role === 'admin')
  const asMember = (of: ShownDocument, more: object) =>
    app.call(
      'sign-document',
      {
        ...{ documentId: of.id, url: of.url, ...more },
        data: { signerName: admin?.name, signerEmail: admin?.email, signerRole: 'admin', timestamp: new Date().toISOString() },
      },
      documents.owner,
    )
  const refused = await asMember(document, { consent: false })
  assert.deepEqual([refused.status, refused.body.code, refused.body.field], [400, 'consent_missing', 'consent'])
  ok(await asMember(document, { consent: true, words: 'electronic-signature-1', locale: 'fr' }))
  const chain = await app.database.inOrg(orgId, (db) => findChain(db, orgId, document.id))
  const said = chain.flatMap(({ kind, facts }) =>
    kind === 'consented'
      ? [[facts.signer === admin?.id ? 'admin' : 'client', facts.words, facts.language, facts.sentence]]
      : [],
  )
  const digest = (language: 'es' | 'fr') =>
    createHash('sha256')
      .update(consentWords['electronic-signature-1']?.[language] ?? '')
      .digest('hex')
  assert.deepEqual(said, [
    ['client', 'electronic-signature-1', 'es', digest('es')],
    ['admin', 'electronic-signature-1', 'fr', digest('fr')],
  ])
  await sealDocument.run({ orgId, documentId: document.id }, jobs.context)
  assert.ok((await certificateOf(orgId, document.id)).includes(consentWords['electronic-signature-1']?.fr ?? ''))
  // Who does not say that they agreed is not said to have agreed; nor is a client whom a member attests.
  const other = await documents.document()
  ok(await asMember(other, {}))
  const client = other.signers.find(({ role }) => role === 'client')
  const data = {
    signerName: client?.name,
    signerEmail: client?.email,
    signerRole: 'client',
    timestamp: new Date().toISOString(),
  }
  ok(await app.call('sign-document', { documentId: other.id, url: other.url, data, consent: true }, documents.owner))
  const kinds = (await app.database.inOrg(orgId, (db) => findChain(db, orgId, other.id))).map(({ kind }) => kind)
  assert.ok(!kinds.includes('consented') && kinds.includes('completed'), kinds.join())
})

test('the certificate says who signed, from where, in which browser and how, which files they are, and each event of the evidence with its time and hash', async () => {
  const documents = await openDocuments(app, jobs.context.vault, body)
  const { orgId, token: credential } = documents.owner
  const document = await documents.document()
  const by = (role: string) => document.signers.find((each) => each.role === role)
  const sign = async (from: string, agent: string, input: object, more: Record<string, string> = {}) =>
    ok(
      await ask(`${app.url}/gateway`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from, 'user-agent': agent, ...more },
        body: JSON.stringify(input),
      }),
    )
  const token = await documents.tokenOf(document.id, 'client')
  await sign('198.51.100.7', 'Browser of Maya/7.1', {
    ...{ type: 'sign-with-link', token, name: 'Maya R. Rao', consent: true, values: { f2: 'PO 7' } },
  })
  const data = { signerName: by('admin')?.name, signerEmail: by('admin')?.email, signerRole: 'admin' }
  await sign(
    '203.0.113.9',
    'Browser of Mira/9.2',
    {
      ...{ type: 'sign-document', documentId: document.id, url: document.url },
      data: { ...data, timestamp: new Date().toISOString() },
    },
    { authorization: `Bearer ${credential}` },
  )
  await sealDocument.run({ orgId, documentId: document.id }, jobs.context)
  const shown = await documents.shown(document.id)
  // Lines break wherever they are full.
  const words = (await certificateOf(orgId, document.id)).replaceAll(' ', '')
  let read = 0
  /** In this order, each behind the one before. */
  const reads = (...wanted: readonly string[]): void => {
    for (const each of wanted) {
      const at = words.indexOf(each.replaceAll(/\s+/g, ''), read)
      assert.ok(at >= 0, `${each} in ${words.slice(read)}`)
      read = at
    }
  }
  const hashOf = (kind: string): string => shown.files.find((file) => file.kind === kind)?.sha256 ?? ''
  const chain = await app.database.inOrg(orgId, (db) => findChain(db, orgId, document.id))
  const told = chain.filter(({ kind }) => kind !== 'certified')
  const timeOf = (at: Date | undefined): string => `${at?.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const signedAt = (role: string) =>
    timeOf(chain.find(({ kind, facts }) => kind === 'signed' && facts.signer === by(role)?.id)?.at)
  const en = certificateWords('en')
  reads(
    'Agreement',
    document.id,
    en.issuer,
    'Nordlicht',
    en.signedAt,
    timeOf(chain.find(({ kind }) => kind === 'completed')?.at),
  )
  reads(en.original, hashOf('original'), en.sealed, hashOf('sealed'))
  reads(en.head, told.at(-1)?.hash.toString('hex') ?? '')
  reads(`/verify/${document.id}`)
  const people = {
    client: [en.roles.client, en.classes.link, 'Maya R. Rao', signedAt('client'), '198.51.100.7', 'Browser of Maya/7.1'],
    admin: [
      en.roles.admin,
      en.classes.session,
      by('admin')?.name ?? '',
      signedAt('admin'),
      '203.0.113.9',
      'Browser of Mira/9.2',
    ],
  }
  for (const { role, name, email } of shown.signers) reads(name, en.email, email, ...people[role as 'client'])
  reads(en.events)
  for (const { kind, at, hash } of told) reads(timeOf(at), en.kinds[kind as 'made'], hash.toString('hex'))
  assert.deepEqual(told.at(-1)?.kind, 'sealed')
  for (const kind of ['made', 'sent', 'opened', 'consented', 'signed', 'completed'])
    assert.ok(told.some((each) => each.kind === kind))
})

test('a signer who signs or declines by a link has opened it before, also where no browser said so: once, and with how that is known', async () => {
  const openedIn = async (orgId: string, id: string) => {
    const chain = await app.database.inOrg(orgId, (db) => findChain(db, orgId, id))
    const kinds = chain.map(({ kind }) => kind).filter((kind) => ['opened', 'consented', 'signed', 'declined'].includes(kind))
    return [kinds, (await eventOf(orgId, id, 'opened')).facts.by]
  }
  const { orgId, id } = await signed()
  assert.deepEqual(await openedIn(orgId, id), [['opened', 'consented', 'signed', 'signed'], 'signature'])

  const documents = await openDocuments(app, jobs.context.vault)
  const document = await documents.document()
  const token = await documents.tokenOf(document.id, 'client')
  ok(await publicly(app, 'decline-signing', { token }))
  assert.deepEqual(await openedIn(documents.owner.orgId, document.id), [['opened', 'declined'], 'refusal'])

  const read = await documents.document()
  const signer = read.signers.find(({ role }) => role === 'client')
  await app.database.inOrg(documents.owner.orgId, (db) =>
    recordOpened(db, documents.owner.orgId, { documentId: read.id, signerId: signer?.id ?? '' }),
  )
  ok(await documents.signByLink(await documents.tokenOf(read.id, 'client')))
  assert.deepEqual(await openedIn(documents.owner.orgId, read.id), [['opened', 'consented', 'signed'], undefined])
})

test('claims of a signature stand beside the facts: another name, and another time', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const document = await documents.document()
  const { orgId } = documents.owner
  const client = document.signers.find(({ role }) => role === 'client')
  const data = { signerName: 'M. Rao', signerEmail: client?.email, signerRole: 'client', timestamp: '2023-11-29T10:00:00Z' }
  ok(await app.call('sign-document', { documentId: document.id, data, url: document.url }, documents.owner))
  ok(await documents.signAsAdmin(document))
  const shown = (await documents.shown(document.id)).signers as unknown as Record<string, string | null>[]
  assert.deepEqual(shown.map(({ role, signed_as, claimed_at }) => [role, signed_as, claimed_at]).sort(), [
    ['admin', null, null],
    ['client', 'M. Rao', '2023-11-29T10:00:00.000Z'],
  ])
  const verified = async () =>
    ok(await publicly(app, 'verify-document', { docId: document.id })).body as unknown as {
      valid: boolean
      doc?: { signers: { name: string; signedAs: string | null; role: string }[] }
    }
  assert.deepEqual((await verified()).doc?.signers.map(({ name, signedAs, role }) => [role, name, signedAs]).sort(), [
    ['admin', document.signers.find(({ role }) => role === 'admin')?.name, null],
    ['client', 'Maya Rao', 'M. Rao'],
  ])
  const page = await fetch(`${app.url}/verify/${document.id}?lang=en`)
  assert.ok((await page.text()).includes('<bdi>Maya Rao</bdi><br>Signed as <bdi>M. Rao</bdi>'))
  await sealDocument.run({ orgId, documentId: document.id }, jobs.context)
  const words = await certificateOf(orgId, document.id)
  assert.match(words, /Name as signed M\. Rao/)
  assert.match(words, /Time as stated 2023-11-29 10:00:00 UTC/)
  assert.equal(words.split('Time as stated').length, 2, 'the other signed when they said')
  // The name is held against the event, like that of the signer.
  await asOwner(app.target, (client) =>
    client.query(
      `update foyer.document_personal set value = 'Eve' where document_id = '${document.id}' and key = 'signed_as' and value = 'M. Rao'`,
    ),
  )
  assert.deepEqual(await verified(), { valid: false })
})

test('a name that is written into a field and is none of the signer’s stands on the verify page and in its answer', async () => {
  const documents = await openDocuments(
    app,
    jobs.context.vault,
    '# A\n\n{{PRICE}}\n\n[[signature client "Client"]] [[name client "Name"]] [[initials client "Initials"]] [[text client "Post"]]',
  )
  const document = await documents.document()
  const token = await documents.tokenOf(document.id, 'client')
  const values = { f1: 'Donald Duck', f2: 'D. Duck', f3: 'DD', f4: 'Director' }
  ok(await publicly(app, 'sign-with-link', { token, name: 'M. Rao', consent: true, values }))
  ok(await documents.signAsAdmin(document))
  const { doc } = ok(await publicly(app, 'verify-document', { docId: document.id })).body as unknown as {
    doc: { signers: { name: string; signedAs: string | null; writtenAs: string[]; role: string }[] }
  }
  const said = doc.signers.map(({ role, signedAs, writtenAs }) => [role, signedAs, writtenAs])
  assert.deepEqual(said.sort(), [
    ['admin', null, []],
    ['client', 'M. Rao', ['Donald Duck', 'D. Duck']],
  ])
  const page = await (
    await fetch(`${app.url}/verify/${document.id}?lang=en`, { headers: { 'x-forwarded-for': '198.19.201.1' } })
  ).text()
  assert.ok(page.includes('In the document stands <bdi>Donald Duck</bdi><br>In the document stands <bdi>D. Duck</bdi>'), page)
  // It is what was signed: another one in its place makes the document invalid.
  await asOwner(app.target, (client) =>
    client.query(
      `update foyer.document_signers set marks = marks || '{"f2": "Maya Rao"}' where document_id = $1 and role = 'client'`,
      [document.id],
    ),
  )
  assert.deepEqual(ok(await publicly(app, 'verify-document', { docId: document.id })).body, { valid: false })
})

test('a name that no font has is refused while it can be changed, also where no field shows it', async () => {
  const documents = await openDocuments(app, jobs.context.vault, '# A\n\n{{PRICE}}\n\n[[signature client "Client"]]')
  const document = await documents.document()
  const token = await documents.tokenOf(document.id, 'client')
  const drawn = {
    width: 300,
    height: 100,
    strokes: [
      [
        [1, 1],
        [2, 2],
      ],
    ],
  }
  const refused = await publicly(app, 'sign-with-link', { token, name: 'Maya \u{13000}', consent: true, values: { f1: drawn } })
  assert.deepEqual([refused.status, refused.body.code, refused.body.field], [400, 'letter_without_font', 'name'])
  const client = document.signers.find(({ role }) => role === 'client')
  const attested = await app.call(
    'sign-document',
    {
      ...{ documentId: document.id, url: document.url },
      data: {
        signerName: 'Maya \u{13000}',
        signerEmail: client?.email,
        signerRole: 'client',
        timestamp: new Date().toISOString(),
      },
    },
    documents.owner,
  )
  assert.deepEqual([attested.status, attested.body.code, attested.body.field], [400, 'letter_without_font', 'data.signerName'])
})
