import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { flipped, hasTool, issueByOpenssl, makeAuthority, makePdf, rangeOf, revised } from '#test/support/papers.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { openLongTerm } from '../providers/long-term/long-term.ts'
import { appendLongTerm, splitLongTerm } from '../providers/pdf/long-term-revision.ts'
import { pdfPaper } from '../providers/pdf/paper.ts'
import { openTimestamps } from '../providers/timestamps/timestamps.ts'
import { LongTermMissing } from './long-term.ts'
import type { LongTermData, SealCheck, SealIdentity, SealReport } from './paper.ts'

const home = mkdtempSync(path.join(os.tmpdir(), 'foyer-long-term-'))
const paper = pdfPaper()
const local = makeHttp({ allowed: [readAllowedTarget('127.0.0.1') ?? assert.fail()] })
const stranger = makeHttp({ allowed: [] })
const longTerm = openLongTerm({ operators: local, chosen: stranger })
let sandbox: TestSandbox
let identity: SealIdentity
let root: Buffer
let pdf: Buffer
let sealed: Buffer
/** What the seal covers, and what follows it. */
let covered: Buffer
let data: LongTermData
before(async () => {
  sandbox = await startSandbox()
  identity = await paper.makeIdentity({ organization: 'Müller & Söhne', at: new Date(), years: 15 })
  root = identity.chain.at(-1) as Buffer
  pdf = await makePdf()
  sealed = await sealLongTerm()
  const split = splitLongTerm(sealed)
  assert.ok(split)
  covered = split.sealed
  data = split.data
})
after(async () => {
  await sandbox.stop()
  await paper.close()
  await local.destroy()
  await stranger.destroy()
  rmSync(home, { recursive: true })
})

const timestamps = () =>
  openTimestamps({ usual: () => `${sandbox.address}/sandbox/timestamps`, operators: local, chosen: stranger })
const stamp = async (digest: Buffer): Promise<Buffer> => (await timestamps().stamp(digest, null)).token
const order = (by = identity) => ({ identity: by, name: 'Müller & Söhne', reason: 'All have signed', at: new Date() })
const sealLongTerm = ({ by = identity, gather = longTerm.gather, timestamp = stamp } = {}): Promise<Buffer> =>
  paper.seal(
    pdf,
    {
      ...order(by),
      timestamp,
      longTerm: (token) => gather({ chain: by.chain, crl: by.crl ?? null, token, isOperators: true }),
    },
    'org',
  )
const missing = async (work: Promise<unknown>): Promise<LongTermMissing> =>
  work.then(
    () => assert.fail('long-term data was gathered'),
    (error: unknown) => (error instanceof LongTermMissing ? error : assert.fail(String(error))),
  )

const check = (file: Buffer, roots = [root]): Promise<SealReport> => paper.check(file, roots, 'org')
const failedOf = ({ checks }: SealReport): SealCheck['name'][] =>
  checks.filter(({ result }) => result === 'failed').map(({ name }) => name)
const saysOf = ({ checks }: SealReport, name: SealCheck['name']): string =>
  checks.find((each) => each.name === name)?.says ?? ''
/** What must fail and what must not, and in which words. */
const assertFails = async (file: Buffer, name: SealCheck['name'], says: RegExp): Promise<void> => {
  const report = await check(file)
  assert.deepEqual([failedOf(report), report.isIntact], [[name], false], says.source)
  assert.match(saysOf(report, name), says)
  assert.notEqual(report.seal?.level, 'B-LT')
}
const withData = (change: Partial<LongTermData>): Buffer => appendLongTerm(covered, { ...data, ...change })
const listOf = async (kind?: string): Promise<Buffer> => {
  await sandbox.turn('timestamps', kind === undefined ? {} : { kind })
  const answer = await fetch(`${sandbox.address}/sandbox/timestamps/root.crl`)
  await sandbox.turn('timestamps')
  return Buffer.from(await answer.arrayBuffer())
}

test('a seal with long-term data passes every check as B-LT: what its seal and its timestamp rest on is in the file, and nothing else', async () => {
  const report = await check(sealed)
  assert.deepEqual([failedOf(report), report.isIntact, report.seal?.level, report.revisions], [[], true, 'B-LT', 2])
  assert.match(saysOf(report, 'nothing_after'), /but the data for long-term validation that it announces/)
  assert.match(saysOf(report, 'long_term'), /holds the 4 certificates/)
  assert.deepEqual([data.certificates.length, data.crls.length], [4, 2])
  assert.deepEqual([paper.longTermProblem(sealed), paper.stampIn(sealed)?.holds], [null, true])
  assert.deepEqual(paper.withoutLongTerm(sealed), covered)
  // The table of the revision leads to each of its objects, and the catalog under the seal names the first.
  const text = sealed.toString('latin1')
  const [, first = '', rows = ''] = /xref\n(\d+) \d+\n((?:\d{10} 00000 n \n)+)trailer[\s\S]*%%EOF\n$/.exec(text) ?? []
  const places = rows.split('\n').flatMap((row) => (row ? [Number(row.slice(0, 10))] : []))
  assert.equal(places.length, 7)
  for (const [index, place] of places.entries()) assert.ok(text.startsWith(`${Number(first) + index} 0 obj\n`, place))
  assert.ok(covered.includes(`/DSS ${first} 0 R`) && covered.includes(`/Size ${first}\n`))
  // Another reader comes to the same pages.
  assert.deepEqual(await paper.pagesOf(sealed, 'org'), await paper.pagesOf(covered, 'org'))

  const plain = await paper.seal(pdf, { ...order(), timestamp: stamp }, 'org')
  const other = await check(plain)
  assert.deepEqual([other.isIntact, other.seal?.level, paper.withoutLongTerm(plain)], [true, 'B-T', null])
  assert.match(saysOf(other, 'long_term'), /announces no data/)
  assert.equal((await check(await paper.seal(pdf, { ...order(), timestamp: null }, 'org'))).seal?.level, 'B-B')
  await assert.rejects(
    paper.seal(pdf, { ...order(), timestamp: null, longTerm: async () => data }, 'org'),
    /without a timestamp/,
  )
  await assert.rejects(
    sealLongTerm({ gather: async () => ({ ...data, crls: [] }) }),
    /the long-term data is not that of the seal: crl_missing/,
  )
})

test('long-term data that was removed is named, and so is each change of it: the file is not the one that was given out', async () => {
  await assertFails(covered, 'long_term', /was removed\. What was sealed is unchanged/)
  assert.equal(paper.longTermProblem(covered)?.fault, 'removed')
  const [leaf, , authority] = data.certificates as [Buffer, Buffer, Buffer]
  const [own, ofAuthority] = data.crls as [Buffer, Buffer]
  const stranger = await paper.makeIdentity({ organization: 'Another', at: new Date(), years: 1 })
  for (const [change, says] of [
    [{ crls: [own] }, /no revocation list \(CRL\) for CN=Sandbox timestamp authority/],
    [{ crls: [ofAuthority] }, /no revocation list \(CRL\) for O=Müller & Söhne/],
    [
      { crls: [own, flipped(ofAuthority, ofAuthority.length - 1)] },
      /CN=Sandbox timestamp authority was not signed by its issuer/,
    ],
    [{ crls: [own, ofAuthority.subarray(0, -1)] }, /cannot be read/],
    [{ crls: [own, stranger.crl as Buffer] }, /by another issuer/],
    [{ crls: [own, ofAuthority, stranger.crl as Buffer] }, /by another issuer/],
    [{ crls: [own, ofAuthority, ofAuthority] }, /something else than what/],
    [{ crls: [own, await listOf('crl_foreign')] }, /by another issuer/],
    [{ crls: [own, await listOf('crl_forged')] }, /was not signed by its issuer/],
    [{ crls: [own, await listOf('crl_outdated')] }, /is not of the time of the seal/],
    [{ crls: [own, await listOf('crl_revoked')] }, /CN=Sandbox timestamp authority had been revoked/],
    // A list that says that all is well does not undo one that says that it is not.
    [{ crls: [own, ofAuthority, await listOf('crl_revoked')] }, /had been revoked/],
    [{ certificates: data.certificates.slice(0, -1) }, /certificate of the issuer of|certificate/],
    [{ certificates: [...data.certificates, stranger.chain[0] as Buffer] }, /something else than what/],
    [{ certificates: [...data.certificates, authority] }, /something else than what/],
    [{ certificates: [flipped(leaf, leaf.length - 1), ...data.certificates.slice(1)] }, /missing|something else/],
    [{ certificates: [Buffer.from('no'), ...data.certificates] }, /something else than what/],
    [{ certificates: [], crls: [] }, /missing/],
  ] as const)
    await assertFails(withData(change), 'long_term', says)
  // A newer list of the same issuer says no less.
  assert.equal((await check(withData({ crls: [own, await listOf()] }))).isIntact, true)
  // That of another seal is of the same certificates, and says as much of this one.
  const other = splitLongTerm(await sealLongTerm())
  assert.equal((await check(appendLongTerm(covered, other?.data as LongTermData))).isIntact, true)
})

test('anything else behind a seal is an addition: another object, another order of bytes, a further revision, a page, a comment', async () => {
  const tail = sealed.subarray(covered.length)
  const added = /bytes were added after the seal/
  const inside = (from: string, to: string): Buffer => {
    const place = tail.indexOf(from, 0, 'latin1')
    assert.ok(place >= 0, from)
    return Buffer.concat([covered, tail.subarray(0, place), Buffer.from(to), tail.subarray(place + from.length)])
  }
  for (const file of [
    Buffer.concat([sealed, Buffer.from('\n')]),
    Buffer.concat([sealed, Buffer.from('% one more line\n%%EOF\n')]),
    // The data once more, and that of another revision behind it.
    Buffer.concat([sealed, tail]),
    appendLongTerm(covered, data).subarray(0, -1),
    inside('/Type /DSS', '/Type /DSS /VRI << >>'),
    inside('/Type /DSS', '/Type  /DSS'),
    inside('xref\n', '99 0 obj\n(more)\nendobj\nxref\n'),
    inside('/Length', '/Length  '),
    inside('/Root', '/Root 1 0 R /Was'),
    inside('/Size ', '/Size 1'),
  ])
    await assertFails(file, 'nothing_after', added)
  for (const change of [
    () => undefined,
    (file: Parameters<Parameters<typeof revised>[1]>[0]) => void file.addPage(),
    (file: Parameters<Parameters<typeof revised>[1]>[0]) => void file.setTitle('Another'),
  ])
    for (const before of [sealed, covered]) {
      const file = await revised(before, change)
      if (file.length > before.length) await assertFails(file, 'nothing_after', added)
    }
  // A seal that announces nothing is followed by nothing.
  const plain = await paper.seal(pdf, { ...order(), timestamp: stamp }, 'org')
  const report = await check(appendLongTerm(plain, data))
  assert.equal(report.isIntact, false)
  assert.ok(failedOf(report).length > 0)
})

test('of any byte that is changed behind the seal, a check says so', async () => {
  const places = Array.from(
    { length: 120 },
    (_, index) => covered.length + Math.floor((index * (sealed.length - covered.length)) / 120),
  )
  const intact: number[] = []
  await Promise.all(
    places.map(async (place, index) => {
      if ((await paper.check(flipped(sealed, place), [root], `org ${index % 2}`)).isIntact) intact.push(place)
    }),
  )
  assert.deepEqual(intact, [])
  const { from, cms } = rangeOf(sealed)
  assert.equal((await check(flipped(sealed, from + cms.length))).isIntact, false)
})

test('where a list cannot be had, it says of which certificate and why, and whether another try may get it', async () => {
  for (const [dial, fault, isPassing] of [
    [{ kind: 'error_503', only: 'root.crl' }, 'crl_unreachable', true],
    [{ kind: 'refused', only: 'root.crl' }, 'crl_unreachable', true],
    [{ kind: 'redirect_loop', only: 'root.crl' }, 'crl_unreachable', true],
    [{ kind: 'huge', only: 'root.crl' }, 'crl_unreachable', true],
    [{ kind: 'html', only: 'root.crl' }, 'crl_unreadable', true],
    [{ kind: 'crl_garbage' }, 'crl_unreadable', true],
    [{ kind: 'crl_foreign' }, 'crl_foreign', true],
    [{ kind: 'crl_forged' }, 'crl_forged', true],
    [{ kind: 'crl_outdated' }, 'crl_outdated', true],
    [{ kind: 'crl_revoked' }, 'revoked', false],
  ] as const) {
    await sandbox.turn('timestamps', dial)
    const error = await missing(sealLongTerm())
    assert.deepEqual(
      [dial.kind, error.problem, error.isPassing],
      [dial.kind, { fault, certificate: 'CN=Sandbox timestamp authority' }, isPassing],
    )
  }
  await sandbox.turn('timestamps')
  // An identity from before roots said what they revoked.
  const { crl: _, ...old } = identity
  const { problem } = await missing(sealLongTerm({ by: old }))
  assert.deepEqual(problem, { fault: 'crl_missing', certificate: 'O=Müller & Söhne, CN=Müller & Söhne' })
})

test('an address in a certificate that an admin uploaded is called as a stranger’s is: it reaches nothing inside', async () => {
  const gather: typeof longTerm.gather = (of) => longTerm.gather({ ...of, isOperators: false })
  const { problem, isPassing } = await missing(sealLongTerm({ gather }))
  assert.deepEqual([problem.fault, isPassing], ['crl_unreachable', true])
})

test('an authority whose certificates name no list seals no long-term data, and its issuer is looked for where they say', async () => {
  const { problem } = await missing(sealLongTerm({ timestamp: makeAuthority(path.join(home, 'authority')) }))
  assert.deepEqual(problem, { fault: 'crl_missing', certificate: 'CN=Time of tests' })
})

test('with a certificate of a public authority, its list and its root are fetched; OpenSSL made them, and holds ours for right', async () => {
  const served = new Map<string, Buffer>()
  const server: Server = createServer((request, response) => {
    const bytes = served.get(request.url ?? '')
    response.writeHead(bytes ? 200 : 404).end(bytes)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const openssl = (...args: string[]): Buffer =>
    execFileSync('openssl', args, { cwd: home, stdio: ['ignore', 'pipe', 'ignore'] })
  writeFileSync(
    path.join(home, 'ca.cnf'),
    `[req]\ndistinguished_name=dn\n[dn]\n[root]\nbasicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign,cRLSign
[leaf]\nbasicConstraints=critical,CA:false\nkeyUsage=critical,digitalSignature\ncrlDistributionPoints=URI:${base}/ca.crl\nauthorityInfoAccess=caIssuers;URI:${base}/ca.der
[ca]\ndefault_ca=own\n[own]\ndatabase=./index\ncrlnumber=./number\ndefault_md=sha256\ndefault_crl_days=30\n`,
  )
  writeFileSync(path.join(home, 'index'), '')
  writeFileSync(path.join(home, 'number'), '01\n')
  issueByOpenssl(openssl, {
    ...{ config: 'ca.cnf', newKey: ['rsa:2048'] },
    root: { subject: '/CN=Public root', extensions: 'root' },
    leaf: { file: 'leaf', subject: '/CN=Studio Nord', extensions: 'leaf' },
  })
  const publish = (): void => {
    openssl('ca', '-gencrl', '-config', 'ca.cnf', '-keyfile', 'ca.key', '-cert', 'ca.crt', '-out', 'ca.pem')
    served.set('/ca.crl', openssl('crl', '-in', 'ca.pem', '-outform', 'DER'))
  }
  publish()
  const [leaf, ca] = ['leaf', 'ca'].map((name) => new X509Certificate(readFileSync(path.join(home, `${name}.crt`))).raw) as [
    Buffer,
    Buffer,
  ]
  const privateKey = openssl('pkcs8', '-topk8', '-nocrypt', '-in', 'leaf.key', '-outform', 'DER')
  const both = openLongTerm({ operators: local, chosen: local })
  // As some programs export it: without the root.
  const sealWith = (chain: Buffer[]) => sealLongTerm({ by: { chain, privateKey }, gather: both.gather })
  assert.equal((await missing(sealWith([leaf]))).problem.fault, 'certificate_missing')
  served.set('/ca.der', root)
  assert.equal((await missing(sealWith([leaf]))).problem.fault, 'certificate_missing', 'another certificate')
  served.set('/ca.der', ca)
  for (const chain of [[leaf], [leaf, ca]]) {
    const file = await sealWith(chain)
    const report = await check(file, [ca])
    assert.deepEqual([failedOf(report), report.seal?.level], [[], 'B-LT'])
  }
  openssl('ca', '-revoke', 'leaf.crt', '-config', 'ca.cnf', '-keyfile', 'ca.key', '-cert', 'ca.crt')
  publish()
  const { problem } = await missing(sealWith([leaf, ca]))
  assert.deepEqual(problem, { fault: 'revoked', certificate: 'CN=Studio Nord' })
  server.close()

  // The other way round: OpenSSL looks at the lists of ours.
  const pem = (name: string, bytes: Buffer, kind: 'x509' | 'crl'): string => {
    writeFileSync(path.join(home, `${name}.der`), bytes)
    openssl(kind, '-inform', 'DER', '-in', `${name}.der`, '-out', `${name}.pem`)
    return `${name}.pem`
  }
  const [own, ownRoot, stamper, stampRoot] = data.certificates.map((each, index) => pem(`certificate-${index}`, each, 'x509'))
  const [ownList, stampList] = data.crls.map((each, index) => pem(`list-${index}`, each, 'crl'))
  for (const [one, above, list] of [
    [own, ownRoot, ownList],
    [stamper, stampRoot, stampList],
  ] as [string, string, string][])
    assert.match(openssl('verify', '-crl_check', '-CAfile', above, '-CRLfile', list, one).toString(), /: OK/)
})

test('pdfsig holds the seal for valid, and says what we say of it: that not the whole document is signed', (t) => {
  if (!hasTool('pdfsig')) return t.skip('pdfsig is missing')
  writeFileSync(path.join(home, 'sealed.pdf'), sealed)
  const says = execFileSync('pdfsig', ['sealed.pdf'], { cwd: home }).toString()
  assert.match(says, /Signature is Valid/)
  assert.match(says, /Not total document signed/)
})

test('qpdf finds no fault in a file with long-term data, nor in what its seal covers', (t) => {
  if (!hasTool('qpdf')) return t.skip('qpdf is missing')
  for (const [name, file] of [
    ['whole', sealed],
    ['covered', covered],
  ] as const) {
    writeFileSync(path.join(home, `${name}.pdf`), file)
    const says = execFileSync('qpdf', ['--check', `${name}.pdf`], { cwd: home }).toString()
    assert.match(says, /No syntax or stream encoding errors found/)
  }
})
