import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import type { PaperPage } from '#ports/paper.ts'
import { pngOf } from './png.ts'

/*
 * What a reader shows of a file: by PDFium, the one of Chromium, compiled to WebAssembly. It reads no file and asks no network, and no script is
 * run by it.
 */

const widestPx = 2_400
/** A page that is a ribbon is shown smaller. */
const mostPixels = 16_000_000

let library: Promise<PDFiumLibrary> | undefined

/** PDFium refuses it: a password, no PDF at all, or a page that cannot be read. */
export class NotShown extends Error {}

const shown = async <Found>(pdf: Uint8Array, look: (file: PDFiumDocument) => Found | Promise<Found>): Promise<Found> => {
  library ??= PDFiumLibrary.init()
  const pdfium = await library
  let file: PDFiumDocument
  try {
    file = await pdfium.loadDocument(pdf)
  } catch {
    throw new NotShown('PDFium cannot read the file')
  }
  try {
    return await look(file)
  } finally {
    file.destroy()
  }
}

export const pagesOf = (pdf: Uint8Array): Promise<readonly PaperPage[]> =>
  shown(pdf, (file) =>
    Array.from({ length: file.getPageCount() }, (_, index) => {
      const page = file.getPage(index)
      try {
        const { originalWidth, originalHeight } = page.getOriginalSize()
        return { widthPt: originalWidth, heightPt: originalHeight, text: plain(page.getText()) }
      } catch {
        throw new NotShown(`PDFium cannot read page ${index}`)
      } finally {
        close(page)
      }
    }),
  )

/** Only rendering closes a page in this library: 500 of them would stay in memory. */
const close = (page: PDFiumPage): void => {
  const { module, pageIdx } = page as unknown as { module: { _FPDF_ClosePage(page: number): void }; pageIdx: number }
  if (pageIdx !== 0) module._FPDF_ClosePage(pageIdx)
}

/** Lines end as everywhere here; a hyphen at the end of a line has a sign of PDFium's own. Other control characters are codes of glyphs, and no words. */
const plain = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('\u0002', '-')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    .replaceAll(/[\0-\u0008\u000b\u000c\u000e-\u001f]/g, '')

export const pictureOf = (pdf: Uint8Array, number: number, widthPx: number): Promise<Buffer> =>
  shown(pdf, async (file) => {
    if (number >= file.getPageCount()) throw new Error(`there is no page ${number}`)
    const page = file.getPage(number)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const tall = originalHeight / originalWidth
    if (!Number.isFinite(tall) || tall <= 0) throw new Error(`page ${number} has no size`)
    const width = Math.max(1, Math.floor(Math.min(widthPx, widestPx, Math.sqrt(mostPixels / tall))))
    const height = Math.max(1, Math.min(Math.round(width * tall), Math.floor(mostPixels / width)))
    const { data } = await page.render({ width, height, render: 'bitmap' })
    return pngOf(data, width, height)
  })
