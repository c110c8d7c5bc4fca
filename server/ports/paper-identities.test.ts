import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { makePdf } from '#test/support/papers.ts'
import { pdfPaper } from '../providers/pdf/paper.ts'
import { IdentityRefused } from './paper.ts'

const home = mkdtempSync(path.join(os.tmpdir(), 'foyer-identities-'))
const paper = pdfPaper()
after(async () => {
  await paper.close()
  rmSync(home, { recursive: true })
})

const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: home })
const read = (name: string): Buffer => readFileSync(path.join(home, name))

/** A certificate that signs itself, and a PKCS#12 file of it. */
const make = async (
  name: string,
  of: {
    key?: readonly string[]
    extensions?: readonly string[]
    days?: string
    export?: readonly string[]
    password?: string
  } = {},
): Promise<Buffer> => {
  const key = of.key ?? ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
  const extensions = (of.extensions ?? []).flatMap((each) => ['-addext', each])
  await openssl(
    ...[
      'req',
      '-x509',
      ...key,
      '-nodes',
      '-subj',
      `/O=Žluťoučký kůň/CN=${name}`,
      '-utf8',
      '-days',
      of.days ?? '900',
      ...extensions,
    ],
    ...['-keyout', `${name}.key`, '-out', `${name}.crt`],
  )
  await openssl(
    ...['pkcs12', '-export', '-inkey', `${name}.key`, '-in', `${name}.crt`, '-out', `${name}.p12`],
    ...['-passout', `pass:${of.password ?? 'Geheim ß 山'}`, ...(of.export ?? [])],
  )
  return read(`${name}.p12`)
}

const assertRefused = (file: Buffer, fault: IdentityRefused['fault'], password = 'Geheim ß 山'): Promise<void> =>
  assert.rejects(paper.readIdentity(file, password), (error) => {
    assert.ok(error instanceof IdentityRefused, String(error))
    assert.equal(error.fault, fault)
    return true
  })

test('a root of a workspace and the certificate under it have its name in any letters, and OpenSSL takes them strictly', async () => {
  const organization = 'Kővágó & Søn GmbH · 株式会社山田 · 🦊'
  const at = new Date('2026-11-24T12:00:00Z')
  const { chain } = await paper.makeIdentity({ organization, at, years: 10 })
  assert.equal(chain.length, 2)
  const [leaf, root] = chain.map((each) => paper.factsOf(each))
  assert.ok(leaf && root)
  assert.equal(leaf.subject, `O=${organization}, CN=${organization}`)
  assert.equal(leaf.issuer, root.subject)
  assert.equal(root.issuer, root.subject)
  assert.deepEqual([leaf.notAfter, root.notAfter], [new Date('2036-11-24T12:00:00Z'), new Date('2036-11-24T12:00:00Z')])
  assert.ok(leaf.notBefore < at && root.notBefore < at)
  assert.match(leaf.serial, /^[\da-f]{32}$/)
  assert.notEqual(leaf.fingerprint, root.fingerprint)
  for (const [index, name] of ['leaf', 'root'].entries()) {
    writeFileSync(path.join(home, `${name}.der`), chain[index] as Buffer)
    await openssl('x509', '-inform', 'DER', '-in', `${name}.der`, '-out', `${name}.pem`)
  }
  const { stdout } = await openssl(
    'verify',
    '-x509_strict',
    '-attime',
    String(at.getTime() / 1_000),
    '-CAfile',
    'root.pem',
    'leaf.pem',
  )
  assert.match(stdout, /leaf\.pem: OK/)
  const text = (await openssl('x509', '-in', 'leaf.pem', '-noout', '-text')).stdout
  assert.match(text, /Key Usage: critical\s+Digital Signature, Non Repudiation\n/)
  assert.match(text, /CA:FALSE/)
})

test('a name that is longer than a certificate allows is cut between letters', async () => {
  const { chain } = await paper.makeIdentity({ organization: '🦊'.repeat(200), at: new Date(), years: 1 })
  assert.equal(paper.factsOf(chain[0] as Buffer).subject, `O=${'🦊'.repeat(64)}, CN=${'🦊'.repeat(64)}`)
})

test('a comma in a name does not begin another part of it', async () => {
  const { chain } = await paper.makeIdentity({ organization: 'Nord, Inc., CN=Bank', at: new Date(), years: 1 })
  const name = 'Nord\\, Inc.\\, CN=Bank'
  assert.equal(paper.factsOf(chain[0] as Buffer).subject, `O=${name}, CN=${name}`)
})

test('no two identities share a key or a number', async () => {
  const [a, b] = await Promise.all([1, 2].map(() => paper.makeIdentity({ organization: 'A', at: new Date(), years: 1 })))
  assert.ok(a && b && !a.privateKey.equals(b.privateKey))
  assert.notEqual(paper.factsOf(a.chain[1] as Buffer).serial, paper.factsOf(b.chain[1] as Buffer).serial)
})

test('a PKCS#12 file is read with its chain, in the ciphers of today and of yesterday, and seals', async () => {
  const hasOld = await openssl('list', '-providers', '-provider', 'legacy', '-provider', 'default').then(
    () => true,
    () => false,
  )
  const kinds: readonly (readonly [name: string, more: readonly string[]])[] = [
    ['aes', []],
    ['aes-128', ['-keypbe', 'AES-128-CBC', '-certpbe', 'AES-192-CBC', '-macalg', 'sha512']],
    ['three-des', ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']],
    ['two-des', ['-keypbe', 'PBE-SHA1-2DES', '-certpbe', 'PBE-SHA1-2DES', '-macalg', 'sha1']],
    ['open', ['-keypbe', 'NONE', '-certpbe', 'NONE']],
    ...(hasOld
      ? ([
          ['rc2-40', ['-legacy']],
          ['rc2-128', ['-legacy', '-certpbe', 'PBE-SHA1-RC2-128']],
        ] as const)
      : []),
  ]
  for (const [name, more] of kinds) {
    const identity = await paper.readIdentity(await make(name, { export: more }), 'Geheim ß 山')
    assert.deepEqual(
      identity.chain.map((each) => paper.factsOf(each).subject),
      [`O=Žluťoučký kůň, CN=${name}`],
      name,
    )
    const order = { identity, name, reason: '', at: new Date(), timestamp: null }
    const report = await paper.check(await paper.seal(await makePdf(1), order, 'org'), [identity.chain[0] as Buffer], 'org')
    assert.ok(report.isIntact, name)
  }
  assert.equal((await paper.readIdentity(await make('empty', { password: '' }), '')).chain.length, 1)
})

test('the chain in a PKCS#12 file comes leaf first, root last, whatever else is in it', async () => {
  await make('authority', { extensions: ['keyUsage=critical,keyCertSign,cRLSign'] })
  await openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=Below', '-keyout', 'below.key', '-out', 'below.csr')
  await openssl(
    'x509',
    '-req',
    '-in',
    'below.csr',
    '-CA',
    'authority.crt',
    '-CAkey',
    'authority.key',
    '-CAcreateserial',
    '-days',
    '300',
    '-out',
    'below.crt',
  )
  await make('stranger')
  writeFileSync(path.join(home, 'more.pem'), Buffer.concat([read('stranger.crt'), read('authority.crt')]))
  await openssl(
    'pkcs12',
    '-export',
    '-inkey',
    'below.key',
    '-in',
    'below.crt',
    '-certfile',
    'more.pem',
    '-out',
    'below.p12',
    '-passout',
    'pass:x',
  )
  const { chain } = await paper.readIdentity(read('below.p12'), 'x')
  assert.deepEqual(
    chain.map((each) => paper.factsOf(each).subject),
    ['CN=Below', 'O=Žluťoučký kůň, CN=authority'],
  )
})

test('a file that cannot seal is refused, each with its fault', async () => {
  const fine = await make('fine')
  await assertRefused(fine, 'wrong_password', 'geheim')
  await assertRefused(fine, 'wrong_password', '')
  await assertRefused(Buffer.from('no such file'), 'not_pkcs12')
  await assertRefused(read('fine.crt'), 'not_pkcs12')
  await assertRefused(fine.subarray(0, fine.length - 10), 'not_pkcs12')
  await assertRefused(Buffer.alloc(2 ** 21, fine), 'not_pkcs12')
  await openssl('pkcs12', '-export', '-nokeys', '-in', 'fine.crt', '-out', 'keyless.p12', '-passout', 'pass:x')
  await assertRefused(read('keyless.p12'), 'no_key', 'x')
  await assertRefused(await make('website', { extensions: ['extendedKeyUsage=serverAuth'] }), 'not_for_signing')
  await assertRefused(await make('cipher', { extensions: ['keyUsage=critical,keyEncipherment'] }), 'not_for_signing')
  await assertRefused(await make('small', { key: ['-newkey', 'rsa:1024'] }), 'key_not_supported')
  await assertRefused(await make('edwards', { key: ['-newkey', 'ed25519'] }), 'key_not_supported')
  const later = pdfPaper({ now: () => new Date('2040-01-01T00:00:00Z') })
  try {
    await assert.rejects(later.readIdentity(fine, 'Geheim ß 山'), /expired/)
  } finally {
    await later.close()
  }
})
