import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import canonicalize from 'canonicalize'
import { makeHttp } from '#core/outbound/http.ts'
import { hashOf, personalDigest } from '#domains/business/documents/chain.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { flipped, makePdf, replaced } from '#test/support/papers.ts'
import { startSandbox } from '#test/support/sandbox.ts'
import { openLongTerm } from '../providers/long-term/long-term.ts'
import { pdfPaper } from '../providers/pdf/paper.ts'
import { openTimestamps } from '../providers/timestamps/timestamps.ts'

const home = mkdtempSync(path.join(os.tmpdir(), 'foyer-verify-'))
after(() => rmSync(home, { recursive: true }))

const put = (name: string, bytes: Buffer | string): string => {
  writeFileSync(path.join(home, name), bytes)
  return path.join(home, name)
}

let sealed: string
let changed: string
let [der, pem] = ['', '']

before(async () => {
  const paper = pdfPaper()
  const identity = await paper.makeIdentity({ organization: 'Studio Nord', at: new Date(), years: 10 })
  const bytes = await paper.seal(
    await makePdf(),
    {
      ...{ identity, name: 'Studio Nord \u001b[2J\u202e', reason: 'All have signed', at: new Date(), timestamp: null },
      attachments: [{ name: 'terms.json', type: 'application/json', bytes: Buffer.from('{}') }],
    },
    'org',
  )
  sealed = put('sealed.pdf', bytes)
  changed = put('changed.pdf', replaced(bytes, 'fee is 10000', 'fee is 90000'))
  der = put('root.der', identity.chain[1] as Buffer)
  pem = put('root.pem', new X509Certificate(identity.chain[1] as Buffer).toString())
  await paper.close()
})

/** As it runs on the machine of a receiver: no database, no settings, no data folder. */
const verify = async (...args: string[]): Promise<{ code: number; out: string; err: string }> => {
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [path.join(import.meta.dirname, '../cli.ts'), 'verify', ...args],
      { cwd: home, env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://127.0.0.1:1/none' } },
    )
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, err: stderr }
  }
}

test('a sealed file with its root passes: each check by its name, without a server or a database', async () => {
  for (const root of [der, pem]) {
    const { code, out, err } = await verify(sealed, '--root', root)
    assert.deepEqual([code, err], [0, ''], out)
    for (const name of ['readable', 'one_signature', 'byte_range', 'nothing_after', 'digest', 'signature', 'certificate_bound'])
      assert.match(out, new RegExp(`^✓ ${name} +\\S`, 'm'))
    assert.match(out, /^– timestamp +No timestamp authority was asked/m)
    assert.match(out, /^– long_term +The seal announces no data/m)
    assert.match(out, /^Level +PAdES B-B$/m)
    assert.match(out, /^Attached files +terms\.json \(2 bytes\)$/m)
    assert.match(out, /^The file is as it was sealed, and the seal is of a root that you trust\.$/m)
  }
})

test('without its root, the file is said to be unchanged, and its sender unknown; a changed one names the check', async () => {
  const unknown = await verify(sealed)
  assert.equal(unknown.code, 1)
  assert.match(unknown.out, /^✓ digest/m)
  assert.match(unknown.out, /^✗ chain/m)
  assert.match(unknown.out, /can be made by\nany person, under any name/)
  const other = await verify(changed, '--root', pem)
  assert.equal(other.code, 1)
  assert.match(other.out, /^✗ digest +The file was changed after it was sealed\.$/m)
  assert.match(other.out, /^Do not rely on this file: digest failed\.$/m)
  const { checks } = JSON.parse((await verify(changed, '--json', '--root', der)).out) as {
    checks: { name: string; result: string }[]
  }
  assert.deepEqual(
    checks.filter(({ result }) => result === 'failed').map(({ name }) => name),
    ['digest'],
  )
})

test('words of a file do not reach the terminal as commands, and a file that is none is refused with words', async () => {
  const { out } = await verify(sealed)
  assert.match(out, /^Sealed by +Studio Nord \ufffd\[2J\ufffd$/m)
  const [plain, missing, folder, none, noRoot] = await Promise.all([
    verify(put('no.pdf', 'no PDF')),
    verify('missing.pdf'),
    verify('.'),
    verify(),
    verify(sealed, '--root', put('no.pem', 'no certificate')),
  ])
  assert.equal(plain.code, 1)
  assert.match(plain.out, /^✗ readable +The file cannot be read as a PDF/m)
  assert.deepEqual([missing.code, missing.err], [2, 'foyer: There is no file missing.pdf.\n'])
  assert.deepEqual([folder.code, folder.err], [2, 'foyer: . is a folder.\n'])
  assert.deepEqual([none.code, /Usage: foyer verify FILE\.pdf/.test(none.err)], [2, true])
  assert.deepEqual([noRoot.code, /has no certificate that can be read/.test(noRoot.err)], [2, true])
})

test('the evidence in a certificate is checked by name: an event changed, dropped, doubled, swapped, the head replaced, another document’s', async () => {
  const paper = pdfPaper()
  const identity = await paper.makeIdentity({ organization: 'Studio Nord', at: new Date(), years: 10 })
  const order = { identity, name: 'Studio Nord', reason: 'All have signed', at: new Date(), timestamp: null }
  const document = await paper.seal(await makePdf(), order, 'org')
  const digest = createHash('sha256').update(document).digest('hex')
  const originalDigest = hashOf('as sent').toString('hex')
  const salt = Buffer.alloc(16, 7)
  const { events, head } = chainOf([
    {
      ...{ kind: 'made', facts: { original: { sha256: originalDigest, bytes: 3 } } },
      personal: { name: personalDigest(salt, 'Ada') },
    },
    { kind: 'opened', facts: {}, personal: {} },
    {
      ...{ kind: 'signed', facts: { class: 'link' } },
      personal: { name: personalDigest(salt, 'Ada Byron'), signed_as: personalDigest(salt, 'Ada Lovelace') },
    },
    { kind: 'sealed', facts: { file: { sha256: digest, bytes: document.length } }, personal: {} },
  ])
  const evidence = {
    ...{
      foyer_evidence: 1,
      document: 'd',
      workspace: 'w',
      title: 'T',
      files: [
        { kind: 'original', sha256: originalDigest, bytes: 3 },
        { kind: 'sealed', sha256: digest, bytes: document.length },
      ],
      events,
      head,
    },
    personal: [
      { seq: 1, key: 'name', salt: salt.toString('hex'), value: 'Ada' },
      { seq: 3, key: 'name', salt: salt.toString('hex'), value: 'Ada Byron' },
      { seq: 3, key: 'signed_as', salt: salt.toString('hex'), value: 'Ada Lovelace' },
    ],
  }
  const certify = async (name: string, change: (copy: typeof evidence) => unknown = () => {}): Promise<string> => {
    const copy = structuredClone(evidence)
    change(copy)
    const attachments = [{ name: 'evidence.json', type: 'application/json', bytes: Buffer.from(JSON.stringify(copy)) }]
    return put(`${name}.pdf`, await paper.seal(await makePdf(1), { ...order, attachments }, 'org'))
  }
  const root = put('own.der', identity.chain[1] as Buffer)
  const file = put('document.pdf', document)
  const whole = await certify('true')
  const well = await verify(file, '--root', root, '--certificate', whole)
  assert.equal(well.code, 0, well.out)
  for (const name of ['certificate_seal', 'evidence_chain', 'evidence_personal', 'evidence_file'])
    assert.match(well.out, new RegExp(`^✓ ${name} `, 'm'))
  // Who signed, by both names.
  const by = /^Signed by +Ada Byron, signed as Ada Lovelace, 2026-11-24T09:30:00\.000Z, by a personal link, sent by email$/m
  assert.match(well.out, by)
  const alone = await verify(whole, '--root', root)
  assert.equal(alone.code, 0)
  assert.match(alone.out, by)
  const { signers } = JSON.parse((await verify(whole, '--json', '--root', root)).out) as { signers: unknown }
  assert.deepEqual(signers, [
    { name: 'Ada Byron', signedAs: 'Ada Lovelace', signedAt: '2026-11-24T09:30:00.000Z', class: 'link', paper: null },
  ])
  // How each signed, in the words of the verify page.
  const onPaper = hashOf('signed by hand').toString('hex')
  const named = (name: string) => ({ personal: { name: personalDigest(salt, name) } })
  const held = { sha256: onPaper, bytes: 14 }
  const ways = chainOf([
    { kind: 'made', facts: { original: { sha256: originalDigest, bytes: 3 } }, personal: {} },
    { kind: 'uploaded', facts: { file: held, given: held }, personal: {} },
    { kind: 'signed', facts: { class: 'attested', signer: 'a', paper: { sha256: onPaper } }, ...named('Ada') },
    { kind: 'signed', facts: { class: 'attested', signer: 'b' }, ...named('Ben') },
    { kind: 'signed', facts: { class: 'session', signer: 'c' }, ...named('Cleo') },
    { kind: 'sealed', facts: { file: { sha256: digest, bytes: document.length } }, personal: {} },
  ])
  const inWays = await certify('ways', (copy) =>
    Object.assign(copy, {
      ...{ ...ways, files: [...copy.files, { kind: 'uploaded', ...held }] },
      personal: ['Ada', 'Ben', 'Cleo'].map((value, at) => ({ seq: at + 3, key: 'name', salt: salt.toString('hex'), value })),
    }),
  )
  const said = (await verify(inWays, '--root', root)).out
  for (const [name, how] of [
    ['Ada', `signed by hand on paper, as attested by the sender (SHA-256 of the paper: ${onPaper})`],
    ['Ben', 'as attested by the sender'],
    ['Cleo', 'signed in with an account'],
  ] as const)
    assert.ok(new RegExp(`^Signed by +${name}, 2026-11-24T09:30:00\\.000Z, (.*)$`, 'm').exec(said)?.[1] === how, said)

  const changes: [string, RegExp, (copy: typeof evidence) => unknown][] = [
    ['changed', /^✗ evidence_chain +Event 2 was changed\.$/m, ({ events: all }) => Object.assign(all[1] ?? {}, { said: '{}' })],
    ['dropped', /^✗ evidence_chain +Event 2 is missing\.$/m, ({ events: all }) => all.splice(1, 1)],
    ['doubled', /^✗ evidence_chain +Event 3 is missing\.$/m, ({ events: all }) => all.splice(1, 0, ...all.slice(1, 2))],
    [
      'swapped',
      /^✗ evidence_chain +Event 2 is missing\.$/m,
      ({ events: all }) => all.splice(1, 2, ...all.slice(1, 3).reverse()),
    ],
    [
      'head',
      /^✗ evidence_chain +The chain does not end at its head\.$/m,
      (copy) => Object.assign(copy, { head: '0'.repeat(64) }),
    ],
    [
      'personal',
      /^✗ evidence_personal +Name of event 1/m,
      ({ personal }) => Object.assign(personal[0] ?? {}, { value: 'Eve' }),
    ],
    [
      'signed as',
      /^✗ evidence_personal +Signed_as of event 3/m,
      ({ personal }) => Object.assign(personal[2] ?? {}, { value: 'Eve' }),
    ],
    [
      'other',
      /^✗ evidence_file +The evidence is of another file\.$/m,
      ({ files }) => Object.assign(files[1] ?? {}, { sha256: '0'.repeat(64) }),
    ],
    [
      'original',
      /^✗ evidence_file +The original is not the one that the events hold\.$/m,
      ({ files }) => Object.assign(files[0] ?? {}, { sha256: '0'.repeat(64) }),
    ],
    [
      'spaced',
      /^✗ evidence_chain +Event 1 is not in the form of an event\.$/m,
      (copy) => rewrite(copy, 0, (said) => said.replace('{', '{ ')),
    ],
    [
      'member',
      /^✗ evidence_chain +Event 4 is not in the form of an event\.$/m,
      (copy) => rewrite(copy, 3, (said) => said.replace('"v":1}', '"v":1,"x":1}')),
    ],
    [
      'back in time',
      /^✗ evidence_chain +Event 4 is of a time before the event before it\.$/m,
      (copy) => rewrite(copy, 3, (said) => said.replace('T09:30', 'T09:29')),
    ],
  ]
  for (const [name, says, change] of changes) {
    const { code, out } = await verify(await certify(name, change), '--root', root)
    assert.deepEqual([name, code], [name, 1], out)
    assert.match(out, says, name)
    if (/^✗ evidence_(chain|personal)/m.test(out)) assert.doesNotMatch(out, /^Signed by/m, name)
  }
  const foreign = put('foreign.pdf', await paper.seal(await makePdf(3), order, 'org'))
  const other = await verify(foreign, '--root', root, '--certificate', whole)
  assert.match(other.out, /^✗ evidence_file +The evidence is of another file\.$/m)
  assert.match(other.out, /Do not rely on this file: evidence_file failed/)
  const bent = put('bent.pdf', replaced(readFileSync(whole), 'fee is 10000', 'fee is 90000'))
  assert.match(
    (await verify(file, '--root', root, '--certificate', bent)).out,
    /^✗ certificate_seal +The seal of the certificate does not hold: digest failed\.$/m,
  )
  await paper.close()
})

test('a seal with long-term data is B-LT; without the data that it announces, or with another in its place, the check has its own name', async () => {
  const sandbox = await startSandbox()
  const http = makeHttp({ allowed: [readAllowedTarget('127.0.0.1') ?? assert.fail()] })
  const paper = pdfPaper()
  const authorities = { operators: http, chosen: http }
  const timestamps = openTimestamps({ ...authorities, usual: () => `${sandbox.address}/sandbox/timestamps` })
  const identity = await paper.makeIdentity({ organization: 'Studio Nord', at: new Date(), years: 10 })
  const { chain, crl = null } = identity
  const bytes = await paper.seal(
    await makePdf(),
    {
      ...{ identity, name: 'Studio Nord', reason: 'All have signed', at: new Date() },
      timestamp: async (digest) => (await timestamps.stamp(digest, null)).token,
      longTerm: (token) => openLongTerm(authorities).gather({ chain, crl, token, isOperators: true }),
    },
    'org',
  )
  const bare = paper.withoutLongTerm(bytes) ?? assert.fail()
  const root = put('long-term.der', chain[1] as Buffer)
  const whole = await verify(put('long-term.pdf', bytes), '--root', root)
  assert.equal(whole.code, 0, whole.out)
  assert.match(whole.out, /^✓ long_term +The file holds the 4 certificates/m)
  assert.match(whole.out, /^Level +PAdES B-LT$/m)
  assert.match(whole.out, /^Revisions +2$/m)
  const removed = await verify(put('bare.pdf', bare), '--root', root)
  assert.equal(removed.code, 1)
  assert.match(removed.out, /^✗ long_term +The seal announces data for long-term validation after it, and that was removed\./m)
  assert.match(removed.out, /^✓ digest/m)
  assert.match(removed.out, /^Level +PAdES B-T$/m)
  assert.match(removed.out, /^Do not rely on this file: long_term failed\.$/m)
  const changed = put('long-term-changed.pdf', flipped(bytes, bytes.lastIndexOf('endstream') - 3))
  const { checks } = JSON.parse((await verify(changed, '--json', '--root', root)).out) as {
    checks: { name: string; result: string; says: string }[]
  }
  assert.deepEqual(
    checks.filter(({ result }) => result === 'failed').map(({ name, says }) => [name, says]),
    [
      [
        'long_term',
        'The revocation list (CRL) for CN=Sandbox timestamp authority was not signed by its issuer, or was changed.',
      ],
    ],
  )
  await paper.close()
  await http.destroy()
  await sandbox.stop()
})

/** Another text of an event, with its hash: of the last one, the head too. */
const rewrite = (
  copy: { events: { said: string; hash: string }[]; head: string },
  at: number,
  change: (said: string) => string,
): void => {
  const said = change(copy.events[at]?.said ?? '')
  copy.events[at] = { said, hash: hashOf(said).toString('hex') }
  copy.head = copy.events.at(-1)?.hash ?? ''
}

const chainOf = (all: readonly { kind: string; facts: object; personal: object }[]) => {
  let head: string | null = null
  const events = all.map((each, at) => {
    const told = { v: 1, document: 'd', seq: at + 1, at: '2026-11-24T09:30:00.000Z', ...each, previous: head }
    const said = canonicalize(told) ?? ''
    head = hashOf(said).toString('hex')
    return { said, hash: head }
  })
  return { events, head: head ?? '' }
}
