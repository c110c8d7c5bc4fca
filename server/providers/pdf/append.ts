import { PDFName } from '@cantoo/pdf-lib'
import type { PaperAbout } from '#ports/paper.ts'
import { openPdf, putProperties, savePdf } from './objects.ts'

/** The pages of a file of ours after those of another. */
export const appendPages = async (pdf: Uint8Array, more: Uint8Array, about: PaperAbout): Promise<Buffer> => {
  const file = await openPdf(pdf)
  const added = await openPdf(more)
  for (const page of await file.copyPages(added, added.getPageIndices())) file.addPage(page)
  putProperties(file, about)
  // What is written there as XMP is of the file before: its title, and that it keeps a standard of archives.
  file.catalog.delete(PDFName.of('Metadata'))
  return savePdf(file)
}
