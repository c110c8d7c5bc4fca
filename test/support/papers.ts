import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, rgb, StandardFonts } from '@cantoo/pdf-lib'

/** PDF files for tests, what is done to sealed ones, and the programs of others that look at them. */

/** So that a test sees what it changes: text and picture of this file stand in it as they are. */
export const makePdf = async (pages = 2): Promise<Buffer> => {
  const file = await PDFDocument.create()
  const font = await file.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= pages; number++) {
    const page = file.addPage([595, 842])
    page.drawText(`Contract, page ${number}`, { x: 50, y: 780, font, size: 14 })
    page.drawRectangle({ x: 50, y: 100, width: 60, height: 40, color: rgb(0.1, 0.4, 0.7) })
    if (number > 1) continue
    const text = file.context.stream(
      `BT /${'Plain'} 12 Tf 50 700 Td (The fee is 10000 euros.) Tj ET q 80 0 0 80 50 500 cm /Photo Do Q`,
    )
    page.node.setFontDictionary(PDFName.of('Plain'), font.ref)
    page.node.setXObject(PDFName.of('Photo'), file.context.register(picture(file)))
    page.node.addContentStream(file.context.register(text))
  }
  return Buffer.from(await file.save({ useObjectStreams: false }))
}

/** 4 × 4 pixels that are not compressed. */
const picture = (file: PDFDocument) =>
  file.context.stream(Buffer.from('PHOTOGRAPH OF THE HOUSE AS IT WAS FOUND ON MONDAY'.slice(0, 48)), {
    ...{ Type: 'XObject', Subtype: 'Image', Width: 4, Height: 4 },
    ...{ ColorSpace: 'DeviceRGB', BitsPerComponent: 8 },
  })

/** A file whose objects are written here, byte for byte. */
export const writtenPdf = (objects: readonly (string | Buffer)[], trailer = '/Root 1 0 R'): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let length = parts[0]?.length ?? 0
  const add = (part: Buffer): void => {
    parts.push(part)
    length += part.length
  }
  for (const [index, object] of objects.entries()) {
    places.push(length)
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const from = length
  add(
    Buffer.from(
      `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${places.length + 1} ${trailer} >>\n`,
    ),
  )
  add(Buffer.from(`startxref\n${from}\n%%EOF\n`))
  return Buffer.concat(parts)
}

export const streamOf = (bytes: Buffer, dictionary = ''): Buffer =>
  Buffer.concat([Buffer.from(`<< /Length ${bytes.length} ${dictionary} >>\nstream\n`), bytes, Buffer.from('\nendstream')])

export const deflated = (bytes: Buffer, dictionary = ''): Buffer =>
  streamOf(deflateSync(bytes), `/Filter /FlateDecode ${dictionary}`)

/** One page with a line of text; what is added stands in the catalog, in the page, and as objects from number 6. */
export const onePage = (
  added: { catalog?: string; page?: string; objects?: readonly (string | Buffer)[]; trailer?: string } = {},
): Buffer =>
  writtenPdf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${added.catalog ?? ''} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> ${added.page ?? ''} >>`,
      streamOf(Buffer.from('BT /F 12 Tf 20 150 Td (A line of text) Tj ET')),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...(added.objects ?? []),
    ],
    `/Root 1 0 R ${added.trailer ?? ''}`,
  )

/** One page behind a password. */
export const lockedPdf = async (): Promise<Buffer> => {
  const file = await PDFDocument.create()
  file.addPage()
  file.encrypt({ ownerPassword: 'owner', userPassword: 'reader' })
  return Buffer.from(await file.save())
}

/** Writes over the bytes of a text that stands there once. */
export const replaced = (pdf: Buffer, from: string, to: string): Buffer => {
  assert.equal(from.length, to.length)
  const place = pdf.indexOf(from, 0, 'latin1')
  assert.ok(place >= 0 && pdf.indexOf(from, place + 1, 'latin1') < 0, `${from} once`)
  const changed = Buffer.from(pdf)
  changed.write(to, place, 'latin1')
  return changed
}

export const flipped = (pdf: Buffer, place: number): Buffer => {
  const changed = Buffer.from(pdf)
  changed[place] = (changed[place] as number) ^ 1
  return changed
}

/** The four numbers of a sealed file, and what stands between them. */
export const rangeOf = (pdf: Buffer) => {
  const found = /\/ByteRange \[ 0 (\d+) +(\d+) +(\d+) +\]/.exec(pdf.toString('latin1'))
  assert.ok(found)
  const [text, length, second, rest] = found
  const [from, to] = [Number(length) + 1, Number(second) - 1]
  const hole = Buffer.from(pdf.toString('latin1', from, to), 'hex')
  // SignedData of a chain has a length of two bytes.
  const cms = hole.subarray(0, 4 + hole.readUInt16BE(2))
  return { text, length: Number(length), second: Number(second), rest: Number(rest), from, to, cms }
}

/** The numbers written anew, in the room that they have. */
export const withRange = (pdf: Buffer, numbers: readonly [number, number, number, number]): Buffer => {
  const { text } = rangeOf(pdf)
  return replaced(pdf, text, `/ByteRange [ ${numbers.join(' ')}`.padEnd(text.length - 1).concat(']'))
}

export const withCms = (pdf: Buffer, cms: Buffer): Buffer => {
  const { from, to } = rangeOf(pdf)
  const changed = Buffer.from(pdf)
  changed.write(cms.toString('hex').padEnd(to - from, '0'), from, 'latin1')
  return changed
}

/** Adds a revision, as programs that fill in and comment do. */
export const revised = async (pdf: Buffer, change: (file: PDFDocument) => void): Promise<Buffer> => {
  const file = await PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false })
  change(file)
  return Buffer.from(await file.save({ useObjectStreams: false, updateFieldAppearances: false }))
}

export const hasTool = (name: string): boolean => !spawnSync(name, ['--version'], { stdio: 'ignore' }).error

interface IssuedByOpenssl {
  readonly config: string
  /** As `req -newkey` takes it. */
  readonly newKey: readonly string[]
  readonly root: { readonly subject: string; readonly extensions: string }
  readonly leaf: { readonly file: string; readonly subject: string; readonly extensions: string }
  readonly leafDays?: number
}

/** Makes a root (`ca.crt`, `ca.key`) and a certificate under it, each with the extensions of a section of the configuration. */
export const issueByOpenssl = (
  openssl: (...args: string[]) => Buffer,
  { config, newKey, root, leaf, leafDays = 800 }: IssuedByOpenssl,
): void => {
  const key = ['-newkey', ...newKey, '-nodes', '-config', config]
  const [crt, csr, own] = ['crt', 'csr', 'key'].map((end) => `${leaf.file}.${end}`) as [string, string, string]
  const ofRoot = ['-subj', root.subject, '-extensions', root.extensions, '-days', '900']
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', ...ofRoot)
  openssl('req', ...key, '-keyout', own, '-out', csr, '-subj', leaf.subject)
  const byRoot = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial']
  const ofLeaf = ['-extfile', config, '-extensions', leaf.extensions, '-days', String(leafDays)]
  openssl('x509', '-req', '-in', csr, ...byRoot, ...ofLeaf, '-out', crt)
}

/** A timestamp authority as OpenSSL makes one: answers tokens over SHA-256. */
export const makeAuthority = (folder: string): ((digest: Buffer) => Promise<Buffer>) => {
  mkdirSync(folder)
  const openssl = (...args: string[]): Buffer =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  writeFileSync(
    path.join(folder, 'tsa.cnf'),
    `[req]
distinguished_name=dn
[dn]
[ca]
basicConstraints=critical,CA:true
keyUsage=critical,keyCertSign,cRLSign
[tsa]
basicConstraints=critical,CA:false
keyUsage=critical,digitalSignature
extendedKeyUsage=critical,timeStamping
[authority]
serial=./serial
signer_cert=./tsa.crt
certs=./ca.crt
signer_key=./tsa.key
signer_digest=sha256
default_policy=1.2.3.4.1
digests=sha256
ess_cert_id_alg=sha256
`,
  )
  writeFileSync(path.join(folder, 'serial'), '01\n')
  issueByOpenssl(openssl, {
    ...{ config: 'tsa.cnf', newKey: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] },
    root: { subject: '/CN=Time root', extensions: 'ca' },
    leaf: { file: 'tsa', subject: '/CN=Time of tests', extensions: 'tsa' },
  })
  return async (digest) => {
    openssl('ts', '-query', '-digest', digest.toString('hex'), '-sha256', '-cert', '-out', 'query')
    openssl('ts', '-reply', '-config', 'tsa.cnf', '-section', 'authority', '-queryfile', 'query', '-out', 'reply')
    openssl('ts', '-reply', '-config', 'tsa.cnf', '-section', 'authority', '-in', 'reply', '-token_out', '-out', 'token')
    return readFileSync(path.join(folder, 'token'))
  }
}
