import { createHash } from 'node:crypto'
import { PDFArray, type PDFDocument, PDFHexString, PDFName, PDFNumber, PDFRef, PDFString } from '@cantoo/pdf-lib'
import type { SealOrder } from '#ports/paper.ts'
import { mostTokenBytes } from '#ports/timestamps.ts'
import { readCertificate } from './certificates.ts'
import { announcedIn, longTermName } from './long-term-revision.ts'
import { arrayAt, dictAt, nameOf, openPdf, savePdf } from './objects.ts'
import type { Sealed } from './sealed.ts'
import { signAttributes, signedAttributes } from './signed-data.ts'

/** SignedData around the chain: names, attributes, the largest of RSA's signatures. */
const roomForSignature = 4_096
/** Digits of a place in a file, in which its places are written. */
const digits = 10

/** Adds the signature's dictionary, field and files, fills in the places, and signs what is not the hole. */
export const beginSeal = async (
  pdf: Buffer,
  order: Omit<SealOrder, 'timestamp' | 'longTerm'> & { readonly isStamped: boolean; readonly isLongTerm: boolean },
): Promise<Sealed> => {
  const [leaf] = order.identity.chain
  if (!leaf) throw new Error('an identity without its certificate')
  const room =
    order.identity.chain.reduce((sum, { length }) => sum + length, roomForSignature) + (order.isStamped ? mostTokenBytes : 0)
  const file = await openPdf(pdf)
  if (order.attachments?.length) attach(file, order.attachments, order.at)
  const mark = `f0e4${createHash('sha256').update(pdf).update(leaf).digest('hex')}`
  addSignature(file, order, mark.padEnd(2 * room, '0'))
  const id = PDFHexString.of(createHash('sha256').update(pdf).digest('hex').slice(0, 32))
  file.context.trailerInfo.ID = file.context.obj([id, id])
  const announced = order.isLongTerm ? announce(file) : null
  const bytes = await savePdf(file)
  if (announced !== null && announcedIn(bytes) !== announced)
    throw new Error('the announced object has not the first free number')

  const hole = holeOf(bytes, mark, room)
  const ranges = [bytes.subarray(0, hole.start), bytes.subarray(hole.end)]
  const digest = createHash('sha256')
  for (const range of ranges) digest.update(range)
  const attributes = signedAttributes(digest.digest(), readCertificate(leaf))
  return {
    pdf: bytes,
    hole: { from: hole.start + 1, room },
    attributes,
    signature: signAttributes(attributes, order.identity),
  }
}

/** Names an object that does not exist yet, of the first free number: the data for long-term validation, so that the seal says that it follows. */
const announce = ({ context, catalog }: PDFDocument): number => {
  const ref = PDFRef.of(context.largestObjectNumber + 1)
  catalog.set(nameOf(longTermName), ref)
  return ref.objectNumber
}

/** The signature's dictionary (ISO 32000-1, 12.8.1) in a field that is not seen, on the first page. */
const addSignature = (
  file: PDFDocument,
  { name, reason, at }: Pick<SealOrder, 'name' | 'reason' | 'at'>,
  contents: string,
): void => {
  const { context, catalog } = file
  const text = (words: string): PDFHexString => PDFHexString.fromText(words)
  const widest = PDFNumber.of(10 ** digits - 1)
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      Name: text(name),
      Reason: text(reason),
      M: PDFString.fromDate(at),
      ByteRange: [PDFNumber.of(0), widest, widest, widest],
      Contents: PDFHexString.of(contents),
    }),
  )
  const page = file.getPage(0)
  const field = context.register(
    context.obj({
      ...{ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', Rect: [0, 0, 0, 0], T: text(freeName(file)), P: page.ref },
      V: signature,
      // Print and Locked.
      F: 132,
    }),
  )
  const annotations = page.node.Annots() ?? context.obj([])
  annotations.push(field)
  page.node.set(PDFName.of('Annots'), annotations)
  const form = dictAt(catalog, 'AcroForm') ?? context.obj({})
  const fields = arrayAt(form, 'Fields') ?? context.obj([])
  fields.push(field)
  form.set(nameOf('Fields'), fields)
  // SignaturesExist and AppendOnly.
  form.set(nameOf('SigFlags'), PDFNumber.of(3))
  catalog.set(nameOf('AcroForm'), form)
}

/** A name that no other field has. */
const freeName = (file: PDFDocument): string => {
  const taken = new Set<string>()
  const form = dictAt(file.catalog, 'AcroForm')
  const fields = form && arrayAt(form, 'Fields')
  for (let index = 0; fields && index < fields.size(); index++) {
    const field = fields.lookup(index)
    const name = field && 'lookup' in field ? (field as typeof form)?.lookup(nameOf('T')) : undefined
    if (name instanceof PDFHexString || name instanceof PDFString) taken.add(name.decodeText())
  }
  let name = 'Seal'
  for (let number = 2; taken.has(name); number++) name = `Seal ${number}`
  return name
}

/** Files inside (ISO 32000-1, 7.11.4), by name in the order that a name tree wants. */
const attach = (file: PDFDocument, attachments: NonNullable<SealOrder['attachments']>, at: Date): void => {
  const { context, catalog } = file
  const embed = ({ name, type, bytes }: NonNullable<SealOrder['attachments']>[number]): readonly [PDFHexString, PDFRef] => {
    const stream = context.flateStream(bytes, {
      Type: 'EmbeddedFile',
      Subtype: type,
      Params: {
        Size: bytes.length,
        CreationDate: PDFString.fromDate(at),
        ModDate: PDFString.fromDate(at),
      },
    })
    const ref = context.register(stream)
    const text = PDFHexString.fromText(name)
    const specification = context.obj({
      Type: 'Filespec',
      F: text,
      UF: text,
      EF: { F: ref, UF: ref },
      AFRelationship: 'Supplement',
    })
    return [text, context.register(specification)]
  }
  const pairs = attachments
    .map(embed)
    .toSorted(([a], [b]) => Buffer.compare(Buffer.from(a.asBytes()), Buffer.from(b.asBytes())))
  const names = dictAt(catalog, 'Names') ?? context.obj({})
  names.set(nameOf('EmbeddedFiles'), context.obj({ Names: PDFArray.withContext(context) }))
  const list = arrayAt(dictAt(names, 'EmbeddedFiles') as typeof names, 'Names')
  for (const pair of pairs) for (const each of pair) list?.push(each)
  catalog.set(nameOf('Names'), names)
  catalog.set(nameOf('AF'), context.obj(pairs.map(([, ref]) => ref)))
}

/**
 * Where /Contents stands with its angle brackets, and the four numbers of /ByteRange before it filled in, in as many bytes as they had. It is
 * found by a mark that nothing else in the file can hold.
 */
const holeOf = (bytes: Buffer, mark: string, room: number): { readonly start: number; readonly end: number } => {
  const start = bytes.indexOf(`<${mark}`, 0, 'latin1')
  const end = start + 2 * room + 2
  if (start < 0 || bytes.indexOf(mark, start + 2, 'latin1') >= 0 || bytes[end - 1] !== 0x3e)
    throw new Error('the place of the signature was not found')
  const nines = '9'.repeat(digits)
  const placeholder = `/ByteRange [ 0 ${nines} ${nines} ${nines} ]\n/Contents `
  const places = [start, end, bytes.length - end].map((place) => String(place).padEnd(digits))
  const range = `/ByteRange [ 0 ${places.join(' ')} ]\n/Contents `
  const before = start - placeholder.length
  if (bytes.toString('latin1', before, start) !== placeholder) throw new Error('the places of the signature were not found')
  bytes.write(range, before, 'latin1')
  bytes.fill('0', start + 1, end - 1, 'latin1')
  return { start, end }
}
