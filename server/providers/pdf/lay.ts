import {
  PDFDict,
  type PDFDocument,
  type PDFEmbeddedPage,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFString,
} from '@cantoo/pdf-lib'
import type { PaperAbout } from '#ports/paper.ts'
import { drawAfter, drawing, type Matrix } from './draw-after.ts'
import { arrayAt, at, dictAt, openPdf, putProperties, savePdf, wordAt } from './objects.ts'

/** Draws the pages of one file onto those of another, each as a form XObject (ISO 32000-1, 8.10) over what is there. */
export const layOver = async (pdf: Uint8Array, overlay: Uint8Array, about: PaperAbout): Promise<Buffer> => {
  const file = await openPdf(pdf)
  const over = await openPdf(overlay)
  const pages = file.getPages()
  if (over.getPageCount() > pages.length) throw new Error(`${over.getPageCount()} pages over ${pages.length}`)
  // A page on which nothing is drawn is none that could be embedded.
  const drawn = over
    .getPages()
    .flatMap((from, index) => (from.node.Contents() ? [{ from, page: pages[index] as PDFPage }] : []))
  const forms = await file.embedPages(drawn.map(({ from }) => from))
  for (const [index, { from, page }] of drawn.entries()) {
    const form = forms[index] as PDFEmbeddedPage
    const matrix = placed(page, form)
    const key = page.node.newXObject('Overlay', form.ref)
    drawAfter(page, [drawing(key, matrix)])
    for (const link of linksOf(from)) page.node.addAnnot(file.context.register(linkOf(file, link, matrix)))
  }
  putProperties(file, about)
  // What is written there as XMP is of the file below: its title, and that it keeps a standard of archives.
  file.catalog.delete(PDFName.of('Metadata'))
  return savePdf(file)
}

interface Link {
  readonly uri: string
  readonly rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** What can be followed from a page to the web: it is no part of what is drawn. */
const linksOf = (page: PDFPage): readonly Link[] => {
  const annotations = page.node.Annots()
  const dicts = annotations?.asArray().map((_, index) => annotations.lookup(index)) ?? []
  const origin = page.getMediaBox()
  return dicts.flatMap((dict) => {
    if (!(dict instanceof PDFDict) || wordAt(dict, 'Subtype') !== 'Link') return []
    const action = dictAt(dict, 'A')
    const uri = action && wordAt(action, 'S') === 'URI' && at(action, 'URI')
    const rect = arrayAt(dict, 'Rect')?.asRectangle()
    if (!(uri instanceof PDFString || uri instanceof PDFHexString) || !rect) return []
    return [{ uri: uri.decodeText(), rect: { ...rect, x: rect.x - origin.x, y: rect.y - origin.y } }]
  })
}

const linkOf = ({ context }: PDFDocument, { uri, rect }: Link, [a, b, c, d, e, f]: Matrix): PDFDict => {
  const corner = (x: number, y: number): readonly [number, number] => [a * x + c * y + e, b * x + d * y + f]
  const [one, other] = [corner(rect.x, rect.y), corner(rect.x + rect.width, rect.y + rect.height)]
  return context.obj({
    ...{ Type: 'Annot', Subtype: 'Link', Border: [0, 0, 0] },
    Rect: [Math.min(one[0], other[0]), Math.min(one[1], other[1]), Math.max(one[0], other[0]), Math.max(one[1], other[1])],
    // Print.
    F: 4,
    A: { Type: 'Action', S: 'URI', URI: PDFHexString.of(Buffer.from(uri, 'latin1').toString('hex')) },
  })
}

/**
 * Where a page lies as it is looked at: within the box that is shown, turned as it is turned. What is drawn is of the size that was seen; it is
 * fitted to it where rounding made the two differ.
 */
const placed = (page: PDFPage, form: { readonly width: number; readonly height: number }): Matrix => {
  const { x, y, width, height } = visibleOf(page)
  const turn = (((page.getRotation().angle % 360) + 360) % 360) as 0 | 90 | 180 | 270
  const [seenWidth, seenHeight] = turn % 180 === 0 ? [width, height] : [height, width]
  const [a, d] = [seenWidth / form.width, seenHeight / form.height]
  const turned: Readonly<Record<number, Matrix>> = {
    0: [a, 0, 0, d, x, y],
    90: [0, a, -d, 0, x + width, y],
    180: [-a, 0, 0, -d, x + width, y + height],
    270: [0, -a, d, 0, x, y + height],
  }
  return turned[turn] ?? (turned[0] as Matrix)
}

/** The crop box where it lies within the page (ISO 32000-1, 14.11.2). */
const visibleOf = (page: PDFPage): { x: number; y: number; width: number; height: number } => {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()]
  const x = Math.max(media.x, crop.x)
  const y = Math.max(media.y, crop.y)
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : media
}
