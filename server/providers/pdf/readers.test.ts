import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { PDFDocument } from '@cantoo/pdf-lib'
import { hasTool, makeAuthority, makePdf, rangeOf, replaced } from '#test/support/papers.ts'
import { pdfPaper } from './paper.ts'
import { onlyValue, readSignedData } from './signed-data.ts'

/* What programs that are not ours say about our files. */

const run = promisify(execFile)
const home = mkdtempSync(path.join(os.tmpdir(), 'foyer-readers-'))
const paper = pdfPaper()
after(async () => {
  await paper.close()
  rmSync(home, { recursive: true })
})

let root: Buffer
let sealed: Buffer
let stamped: Buffer
let laid: Buffer

before(async () => {
  const identity = await paper.makeIdentity({ organization: 'Müller & Söhne 山田', at: new Date(), years: 10 })
  root = identity.chain.at(-1) as Buffer
  const order = {
    ...{ identity, name: 'Müller & Söhne 山田', reason: 'Alle haben unterschrieben ✓', at: new Date() },
    attachments: [{ name: 'Evidence 証拠.json', type: 'application/json', bytes: Buffer.from('{"events":[]}') }],
  }
  const pdf = await makePdf()
  const over = await PDFDocument.create()
  over.addPage([595, 842]).drawText('Signed by Maya Rao', { x: 300, y: 40 })
  laid = await paper.lay(pdf, Buffer.from(await over.save()), { title: 'Vertrag', author: 'Söhne' }, 'org')
  sealed = await paper.seal(laid, { ...order, timestamp: null }, 'org')
  stamped = await paper.seal(laid, { ...order, timestamp: makeAuthority(path.join(home, 'authority')) }, 'org')
})

test('OpenSSL takes the signature as CAdES, under the root, and the token', {
  skip: !hasTool('openssl') && 'openssl is missing',
}, async () => {
  const { length, second, cms } = rangeOf(stamped)
  const file = (name: string): string => path.join(home, name)
  writeFileSync(file('signed'), Buffer.concat([stamped.subarray(0, length), stamped.subarray(second)]))
  writeFileSync(file('cms'), cms)
  await run('openssl', ['x509', '-inform', 'DER', '-in', await written('root.der', root), '-out', file('root.pem')])
  const { stderr } = await run('openssl', [
    ...['cms', '-verify', '-cades', '-inform', 'DER', '-in', file('cms'), '-content', file('signed'), '-binary'],
    ...['-CAfile', file('root.pem'), '-out', file('out')],
  ])
  assert.match(stderr, /CAdES Verification successful/)
  // The token of the authority is over the value of the signature.
  const data = readSignedData(cms)
  const token = onlyValue(data.signer.unsigned.get('1.2.840.113549.1.9.16.2.14'))
  writeFileSync(file('signature'), data.signer.signature)
  writeFileSync(file('token'), token?.raw ?? '')
  const verified = await run('openssl', [
    ...['ts', '-verify', '-data', file('signature'), '-in', file('token'), '-token_in'],
    ...['-CAfile', file('authority/ca.crt')],
  ])
  assert.match(verified.stdout + verified.stderr, /Verification: OK/)
})

const written = async (name: string, bytes: Buffer): Promise<string> => {
  writeFileSync(path.join(home, name), bytes)
  return path.join(home, name)
}

test('qpdf finds no fault in a sealed file', { skip: !hasTool('qpdf') && 'qpdf is missing' }, async () => {
  const { stdout } = await run('qpdf', ['--check', await written('sealed.pdf', stamped)])
  assert.match(stdout, /No syntax or stream encoding errors found/)
  const listed = await run('qpdf', ['--list-attachments', await written('sealed.pdf', stamped)])
  assert.match(listed.stdout, /^Evidence 証拠\.json -> /)
})

const noPdfsig = !(hasTool('pdfsig') && hasTool('certutil')) && 'pdfsig or certutil is missing'
test('pdfsig says that the signature is valid, of the whole file, and trusted under the root', { skip: noPdfsig }, async () => {
  const store = mkdtempSync(path.join(home, 'nss-'))
  await run('certutil', ['-N', '-d', store, '--empty-password'])
  await run('certutil', ['-A', '-d', store, '-n', 'root', '-t', 'C,C,C', '-i', await written('nss.der', root)])
  const said = async (bytes: Buffer): Promise<string> =>
    (await run('pdfsig', ['-nssdir', store, await written('looked-at.pdf', bytes)]).catch((error: { stdout: string }) => error))
      .stdout
  for (const file of [sealed, stamped]) {
    const words = await said(file)
    assert.match(words, /Total document signed/)
    assert.match(words, /Signature is Valid/)
    assert.match(words, /Certificate is Trusted/)
    assert.match(words, /Signature Type: ETSI\.CAdES\.detached/)
    assert.match(words, /Common Name: Müller & Söhne 山田/)
  }
  assert.match(await said(replaced(sealed, 'fee is 10000', 'fee is 90000')), /Digest Mismatch/)
})

test('pdftotext reads what stood below, and what was laid over it', {
  skip: !hasTool('pdftotext') && 'pdftotext is missing',
}, async () => {
  const { stdout } = await run('pdftotext', [await written('text.pdf', sealed), '-'])
  assert.match(stdout, /The fee is 10000 euros\./)
  assert.match(stdout, /Signed by Maya Rao/)
  assert.match(stdout, /Contract, page 2/)
})
