import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import { flipped, makeAuthority, makePdf, rangeOf, replaced, revised, withCms, withRange } from '#test/support/papers.ts'
import { readCertificate } from '../providers/pdf/certificates.ts'
import { pdfPaper } from '../providers/pdf/paper.ts'
import { signAttributes, signedAttributes, signedData } from '../providers/pdf/signed-data.ts'
import type { SealCheck, SealIdentity, SealOrder, SealReport } from './paper.ts'

const run = promisify(execFile)
const home = mkdtempSync(path.join(os.tmpdir(), 'foyer-paper-'))
const paper = pdfPaper()
after(async () => {
  await paper.close()
  rmSync(home, { recursive: true })
})

const at = new Date('2026-11-20T10:20:30Z')
const authority = makeAuthority(path.join(home, 'authority'))
let identity: SealIdentity
let root: Buffer
let pdf: Buffer
/** With a token of an authority, and without. */
let stamped: Buffer
let sealed: Buffer

const order = (): SealOrder => ({
  identity,
  name: 'Müller & Söhne 山田',
  reason: 'Alle haben unterschrieben ✓',
  at,
  attachments: [
    { name: 'Evidence 証拠.json', type: 'application/json', bytes: Buffer.from('{"events":[]}') },
    { name: 'a.txt', type: 'text/plain', bytes: Buffer.alloc(100_000, 'x') },
  ],
  timestamp: null,
})

before(async () => {
  identity = await paper.makeIdentity({ organization: 'Müller & Söhne 山田', at: new Date('2026-01-01T00:00:00Z'), years: 10 })
  root = identity.chain.at(-1) as Buffer
  pdf = await makePdf()
  sealed = await paper.seal(pdf, order(), 'org')
  stamped = await paper.seal(pdf, { ...order(), timestamp: authority }, 'org')
})

const check = (file: Buffer, roots = [root]): Promise<SealReport> => paper.check(file, roots, 'org')
const failedOf = ({ checks }: SealReport): SealCheck['name'][] =>
  checks.filter(({ result }) => result === 'failed').map(({ name }) => name)

/** What must fail, and what must not: a check that fails with another says nothing. */
const assertFails = async (file: Buffer, names: readonly SealCheck['name'][], roots?: Buffer[]): Promise<void> => {
  const report = await check(file, roots)
  assert.deepEqual(failedOf(report), names)
  assert.equal(report.isIntact, false)
}

test('a sealed file passes every check, and says who sealed it, when, and what lies inside', async () => {
  for (const [file, stamp] of [
    [sealed, 'absent'],
    [stamped, 'passed'],
  ] as const) {
    const report = await check(file)
    assert.deepEqual(failedOf(report), [])
    assert.deepEqual(
      report.checks.filter(({ result }) => result === 'absent').map(({ name }) => name),
      stamp === 'absent' ? ['timestamp', 'long_term'] : ['long_term'],
    )
    assert.deepEqual([report.isIntact, report.revisions], [true, 1])
    assert.deepEqual(
      [report.seal?.name, report.seal?.reason, report.seal?.claimedAt],
      ['Müller & Söhne 山田', 'Alle haben unterschrieben ✓', at],
    )
    assert.match(report.seal?.certificate.subject ?? '', /CN=Müller & Söhne 山田$/)
    assert.deepEqual(report.seal?.root, paper.factsOf(root))
    assert.deepEqual(
      report.attachments.map(({ name, bytes }) => [name, bytes.length]),
      [
        ['Evidence 証拠.json', 13],
        ['a.txt', 100_000],
      ],
    )
  }
  const { seal } = await check(stamped)
  // OpenSSL's authority has whole seconds, and the clock of today.
  assert.ok(Math.abs((seal?.stampedAt?.getTime() ?? 0) - Date.now()) < 600_000)
  assert.deepEqual(
    (await paper.pagesOf(sealed, 'org')).map(({ text }) => text.split('\n')[0]),
    (await paper.pagesOf(pdf, 'org')).map(({ text }) => text.split('\n')[0]),
  )
})

test('of any byte that is changed in a sealed file, a check says so', async () => {
  const { from, to, cms } = rangeOf(sealed)
  const places = Array.from({ length: 90 }, (_, index) => Math.floor((index * sealed.length) / 90)).filter(
    (place) => place < from || place >= to,
  )
  // In the hole, each digit counts, those that are not needed too.
  for (let place = from; place < to; place += Math.floor(cms.length / 25)) places.push(place)
  const intact: number[] = []
  // Two at a time, by two workspaces: what is queued for longer than 30 s is given up, and 110 at once may be.
  const looks = [0, 1].map(async (half) => {
    for (const place of places.filter((_, index) => index % 2 === half)) {
      const report = await paper.check(flipped(sealed, place), [root], `org ${half}`)
      if (report.isIntact) intact.push(place)
    }
  })
  await Promise.all(looks)
  assert.deepEqual(intact, [])
})

test('a changed text, picture, date or file inside is a changed digest', async () => {
  await assertFails(replaced(sealed, 'fee is 10000', 'fee is 90000'), ['digest'])
  await assertFails(replaced(sealed, 'PHOTOGRAPH', 'PHOTOSHOP!'), ['digest'])
  await assertFails(replaced(sealed, '/M (D:2026', '/M (D:2027'), ['digest'])
})

test('a changed signature and a changed token are said to be so', async () => {
  const { cms } = rangeOf(sealed)
  await assertFails(withCms(sealed, flipped(cms, cms.length - 3)), ['signature'])
  const withToken = rangeOf(stamped).cms
  await assertFails(withCms(stamped, flipped(withToken, withToken.length - 3)), ['timestamp'])
  // In the certificate of its authority.
  await assertFails(withCms(stamped, flipped(withToken, withToken.lastIndexOf('Time of tests'))), ['timestamp'])
  // The last second of its time, behind the identifier of what a token says.
  const said = withToken.indexOf(Buffer.from('2a864886f70d0109100104', 'hex'))
  const time = withToken.indexOf(`${new Date().getUTCFullYear()}`, said)
  await assertFails(withCms(stamped, flipped(withToken, time + 13)), ['timestamp'])
  const other = await authority(Buffer.alloc(32, 7))
  const attributes = signedAttributes(Buffer.alloc(32), readCertificate(identity.chain[0] as Buffer))
  const foreign = signedData({ identity, attributes, signature: signAttributes(attributes, identity), token: other })
  assert.deepEqual(failedOf(await check(withCms(stamped, foreign))), ['digest', 'timestamp'])
})

test('an answer of an authority that is of something else seals nothing', async () => {
  const wrong = { ...order(), timestamp: () => authority(Buffer.alloc(32, 9)) }
  await assert.rejects(paper.seal(pdf, wrong, 'org'), /The timestamp is of another signature/)
  await assert.rejects(paper.seal(pdf, { ...order(), timestamp: async () => Buffer.from('no') }, 'org'), /cannot be read/)
})

test('bytes, an empty revision, a page and a value of a field that are appended are named', async () => {
  await assertFails(Buffer.concat([sealed, Buffer.from('\n')]), ['nothing_after'])
  await assertFails(Buffer.concat([sealed, Buffer.from('\n% one more line\n%%EOF\n')]), ['nothing_after'])
  for (const change of [
    () => undefined,
    (file: PDFDocument) => void file.addPage(),
    (file: PDFDocument) => file.getPage(0).node.set(PDFName.of('Contents'), file.context.obj([])),
    (file: PDFDocument) => {
      const fields = file.catalog.lookup(PDFName.of('AcroForm'), PDFDict).lookup(PDFName.of('Fields'), PDFArray)
      fields.lookup(0, PDFDict).set(PDFName.of('TU'), PDFHexString.fromText('Approved'))
    },
  ]) {
    const file = await revised(sealed, change)
    if (file.length === sealed.length) continue
    const report = await check(file)
    assert.deepEqual([failedOf(report), report.revisions], [['nothing_after'], 2])
  }
})

test('a file that was cut is not the sealed one', async () => {
  await assertFails(sealed.subarray(0, sealed.length - 1), ['byte_range', 'nothing_after', 'digest'])
  const { second } = rangeOf(sealed)
  assert.ok(failedOf(await check(sealed.subarray(0, second + 200))).includes('byte_range'))
  assert.ok(failedOf(await check(sealed.subarray(0, 900))).length > 0)
  assert.deepEqual(failedOf(await check(pdf)), ['one_signature'])
})

test('a range that was moved, widened, narrowed or left with a gap is said to be wrong', async () => {
  const { length, second, rest } = rangeOf(sealed)
  await assertFails(withRange(sealed, [10, length - 10, second, rest]), ['byte_range', 'digest'])
  await assertFails(withRange(sealed, [10, length, second, rest]), ['byte_range', 'digest'])
  await assertFails(withRange(sealed, [0, length - 100, second, rest]), ['byte_range', 'digest'])
  await assertFails(withRange(sealed, [0, length, second + 50, rest - 50]), ['byte_range', 'digest'])
  await assertFails(withRange(sealed, [0, length, second, rest + 40]), ['byte_range', 'nothing_after', 'digest'])
  await assertFails(withRange(sealed, [0, length, second, rest - 40]), ['nothing_after', 'digest'])
  await assertFails(withRange(sealed, [0, length + 1, second, rest]), ['byte_range', 'digest'])
  await assertFails(withRange(sealed, [0, 0, 0, sealed.length]), ['byte_range', 'digest'])
  await assertFails(replaced(sealed, '/ByteRange [ 0', '/BytesRange[ 0'), ['byte_range', 'digest'])
})

test('the same signature in other digits, or with more behind it, is not the one that was written', async () => {
  const { from, to } = rangeOf(sealed)
  const upper = Buffer.from(sealed)
  upper.write(sealed.toString('latin1', from, to).toUpperCase(), from, 'latin1')
  await assertFails(upper, ['byte_range'])
  const more = Buffer.from(sealed)
  more.write('abcd', to - 4, 'latin1')
  assert.ok(failedOf(await check(more)).includes('byte_range'))
})

test('a seal with a key of RSA passes, and one whose certificate was issued by one that may not issue does not', async () => {
  const openssl = (...args: string[]) => run('openssl', args, { cwd: home })
  const key = (name: string): string[] => ['-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`, '-keyout', `${name}.key`]
  await openssl('req', '-x509', ...key('ca'), '-days', '90', '-out', 'ca.crt', '-addext', 'keyUsage=critical,keyCertSign')
  for (const [name, issuer] of [
    ['leaf', 'ca'],
    ['below', 'leaf'],
  ] as const) {
    await openssl('req', ...key(name), '-out', `${name}.csr`)
    const issue = ['-CA', `${issuer}.crt`, '-CAkey', `${issuer}.key`, '-CAcreateserial', '-days', '90']
    await openssl('x509', '-req', '-in', `${name}.csr`, ...issue, '-out', `${name}.crt`)
  }
  const [below, leaf, ca] = ['below', 'leaf', 'ca'].map(
    (name) => new X509Certificate(readFileSync(path.join(home, `${name}.crt`))).raw,
  )
  assert.ok(below && leaf && ca)
  const sealWith = (chain: Buffer[], name: string): Promise<Buffer> => {
    const privateKey = createPrivateKey(readFileSync(path.join(home, `${name}.key`))).export({ format: 'der', type: 'pkcs8' })
    return paper.seal(pdf, { ...order(), identity: { chain, privateKey }, at: new Date() }, 'org')
  }
  assert.deepEqual(failedOf(await check(await sealWith([leaf, ca], 'leaf'), [ca])), [])
  await assertFails(await sealWith([below, leaf, ca], 'below'), ['chain'], [ca])
})

test('a second signature, and a seal that no field leads to, are one too many', async () => {
  const second = await revised(sealed, (file) => {
    const value = file.context.register(
      file.context.obj({
        Type: 'Sig',
        Filter: 'Adobe.PPKLite',
        ByteRange: [0, 1, 2, 3].map((each) => PDFNumber.of(each)),
        Contents: PDFHexString.of('00'),
      }),
    )
    const field = file.context.register(file.context.obj({ FT: 'Sig', V: value, T: PDFHexString.fromText('Other') }))
    file.catalog.lookup(PDFName.of('AcroForm'), PDFDict).lookup(PDFName.of('Fields'), PDFArray).push(field)
  })
  await assertFails(second, ['one_signature', 'nothing_after'])
  const hidden = await revised(sealed, (file) => {
    file.catalog.set(PDFName.of('Spare'), file.context.obj({ Type: 'Sig', Contents: PDFHexString.of('00') }))
  })
  await assertFails(hidden, ['one_signature', 'nothing_after'])
  assert.ok(failedOf(await check(replaced(sealed, '/AcroForm', '/AcroFirm'))).includes('one_signature'))
})

test('an exchanged certificate, one that had ended, one of another root, and a file saved again are each named', async () => {
  const other = await paper.makeIdentity({
    organization: 'Müller & Söhne 山田',
    at: new Date('2026-01-01T00:00:00Z'),
    years: 10,
  })
  const otherRoot = other.chain.at(-1) as Buffer
  await assertFails(await paper.seal(pdf, { ...order(), identity: other }, 'org'), ['chain'])
  await assertFails(sealed, ['chain'], [otherRoot])
  await assertFails(sealed, ['chain'], [])

  const old = await paper.makeIdentity({ organization: 'Old', at: new Date('2015-01-01T00:00:00Z'), years: 1 })
  const late = await paper.seal(pdf, { ...order(), identity: old }, 'org')
  await assertFails(late, ['certificate_valid', 'chain'], [old.chain.at(-1) as Buffer])

  // The attributes name one certificate, and another is shown: of the same key, by itself; or of another.
  const digest = Buffer.from((await signedDigest(sealed)).buffer)
  const attributes = signedAttributes(digest, readCertificate(identity.chain[0] as Buffer))
  const signature = signAttributes(attributes, identity)
  const exchanged = signedData({ identity: other, attributes, signature, token: null })
  await assertFails(withCms(sealed, exchanged), ['signature', 'certificate_bound'], [otherRoot])
  const sameKey = await sameKeyCertificate()
  const shown = signedData({ identity: { ...identity, chain: [sameKey] }, attributes, signature, token: null })
  // It begins today, after the seal.
  await assertFails(withCms(sealed, shown), ['certificate_bound', 'certificate_valid'], [sameKey])

  const again = await (await PDFDocument.load(sealed, { updateMetadata: false })).save({ useObjectStreams: false })
  const failed = failedOf(await check(Buffer.from(again)))
  assert.ok(failed.includes('byte_range') && failed.includes('digest'), failed.join())
})

const signedDigest = async (file: Buffer): Promise<Uint8Array<ArrayBuffer>> => {
  const { length, second } = rangeOf(file)
  const bytes = Buffer.concat([file.subarray(0, length), file.subarray(second)])
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

const sameKeyCertificate = async (): Promise<Buffer> => {
  writeFileSync(path.join(home, 'same.key'), identity.privateKey)
  const made = run(
    'openssl',
    [
      'req',
      '-x509',
      '-key',
      path.join(home, 'same.key'),
      '-keyform',
      'DER',
      '-subj',
      '/CN=Another',
      '-days',
      '900',
      '-outform',
      'DER',
    ],
    { encoding: 'buffer' },
  )
  return (await made).stdout
}
