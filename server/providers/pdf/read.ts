import { type PaperPage, PaperRefused, paperBounds } from '#ports/paper.ts'
import { isBomb } from './bombs.ts'
import { NotShown, pagesOf } from './pages.ts'

/** The pages of a stranger's file for their text; nothing of it is kept or run, so what it holds beside them does not matter. */
export const readPdf = async (pdf: Buffer): Promise<readonly PaperPage[]> => {
  if (isBomb(pdf, { isSealed: true })) throw new PaperRefused('too_large')
  try {
    const pages = await pagesOf(pdf)
    if (pages.length > paperBounds.pages) throw new PaperRefused('too_many_pages')
    return pages
  } catch (error) {
    // PDFium does not say why it cannot read a file; only one that it cannot open is looked at for a password.
    if (error instanceof NotShown) throw new PaperRefused(/\/Encrypt\b/.test(pdf.toString('latin1')) ? 'encrypted' : 'broken')
    throw error
  }
}
