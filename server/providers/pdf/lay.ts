import {
  concatTransformationMatrix,
  drawObject,
  PDFName,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'
import { openPdf, savePdf } from './objects.ts'

/** Draws the pages of one file onto those of another, each as a form XObject (ISO 32000-1, 8.10) over what is there. */
export const layOver = async (
  pdf: Uint8Array,
  overlay: Uint8Array,
  about: { readonly title: string; readonly author: string },
): Promise<Buffer> => {
  const file = await openPdf(pdf)
  const over = await openPdf(overlay)
  const pages = file.getPages()
  if (over.getPageCount() > pages.length) throw new Error(`${over.getPageCount()} pages over ${pages.length}`)
  const forms = await file.embedPages(over.getPages())
  for (const [index, form] of forms.entries()) {
    const page = pages[index] as PDFPage
    const key = page.node.newXObject('Overlay', form.ref)
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(...placed(page, form)),
      drawObject(key),
      popGraphicsState(),
    )
  }
  file.setTitle(about.title)
  file.setAuthor(about.author)
  // What is written there as XMP is of the file below: its title, and that it keeps a standard of archives.
  file.catalog.delete(PDFName.of('Metadata'))
  return savePdf(file)
}

type Matrix = readonly [number, number, number, number, number, number]

/**
 * Where a page lies as it is looked at: within the box that is shown, turned as it is turned. What is drawn is of the size that was seen; it is
 * fitted to it where rounding made the two differ.
 */
const placed = (
  page: PDFPage,
  form: { readonly width: number; readonly height: number },
): [number, number, number, number, number, number] => {
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
  return [...(turned[turn] ?? (turned[0] as Matrix))]
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
