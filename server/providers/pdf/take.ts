import { EncryptedPDFError, MissingPDFHeaderError, type PDFDocument, PDFInvalidObject } from '@cantoo/pdf-lib'
import { type PaperPage, PaperRefused, paperBounds } from '#ports/paper.ts'
import { isBomb } from './bombs.ts'
import { flattenWidgets } from './flatten.ts'
import { makeHarmless, refuseActive } from './harmless.ts'
import { openPdf, reach, savePdf, wordAt } from './objects.ts'
import { NotShown, pagesOf } from './pages.ts'

/** Takes a file of a stranger: refused, or rewritten as one revision of what can be reached and does not act. */
export const takePdf = async (pdf: Buffer): Promise<{ readonly pdf: Buffer; readonly pages: readonly PaperPage[] }> => {
  if (pdf.length > paperBounds.bytes) throw new PaperRefused('too_large')
  // ISO 32000-1, Annex H: readers look for the header in the first kilobyte.
  if (!pdf.subarray(0, 1_024).includes('%PDF-')) throw new PaperRefused('not_pdf')
  if (isBomb(pdf)) throw new PaperRefused('too_large')
  const file = await opened(pdf)
  if (pageCountOf(file) > paperBounds.pages) throw new PaperRefused('too_many_pages')
  refuseActive(file)
  const hasForm = [...reach(file.context).dicts].some((dict) => wordAt(dict, 'Subtype') === 'Widget')
  const before = await shown(pdf)
  if (before.length > paperBounds.pages) throw new PaperRefused('too_many_pages')
  const taken = await rewritten(file)
  const pages = await shown(taken)
  // By way of another reader, the file shows what it showed: two that see different things in one file are how a person is deceived.
  const isSame = ({ widthPt, heightPt, text }: PaperPage, index: number): boolean => {
    const page = before[index]
    return (
      page !== undefined &&
      Math.abs(page.widthPt - widthPt) < 1 &&
      Math.abs(page.heightPt - heightPt) < 1 &&
      (hasForm || page.text === text)
    )
  }
  if (pages.length === 0 || pages.length !== before.length || !pages.every(isSame)) throw new PaperRefused('broken')
  if (taken.length > paperBounds.bytes) throw new PaperRefused('too_large')
  return { pdf: taken, pages }
}

const opened = async (pdf: Buffer): Promise<PDFDocument> => {
  try {
    return await openPdf(pdf)
  } catch (error) {
    if (error instanceof EncryptedPDFError) throw new PaperRefused('encrypted')
    if (error instanceof MissingPDFHeaderError) throw new PaperRefused('not_pdf')
    // The library has no one class for what it cannot read; endless nesting ends its stack.
    throw new PaperRefused('broken')
  }
}

const pageCountOf = (file: PDFDocument): number => {
  try {
    return file.getPageCount()
  } catch {
    throw new PaperRefused('broken')
  }
}

const rewritten = async (file: PDFDocument): Promise<Buffer> => {
  try {
    for (const page of file.getPages()) flattenWidgets(page)
    makeHarmless(file)
    const saved = await savePdf(file)
    for (const [, object] of file.context.enumerateIndirectObjects())
      if (object instanceof PDFInvalidObject) throw new PaperRefused('broken')
    return saved
  } catch (error) {
    throw error instanceof PaperRefused ? error : new PaperRefused('broken')
  }
}

const shown = async (pdf: Buffer): Promise<readonly PaperPage[]> => {
  try {
    return await pagesOf(pdf)
  } catch (error) {
    if (error instanceof NotShown) throw new PaperRefused('broken')
    throw error
  }
}
