import { Failure } from '#core/errors.ts'
import { type Paper, type PaperPage, paperBounds } from '#ports/paper.ts'
import { templateErrors } from '../templates/errors.ts'
import { inTime } from './in-time.ts'

/** Of a text that asks for more by its page breaks alone: to set it would take longer than its sender waits. */
export const requireFewBreaks = (blocks: readonly { readonly kind: string }[]): void => {
  const breaks = blocks.filter(({ kind }) => kind === 'page-break').length
  if (breaks >= paperBounds.pages) throw new Failure(templateErrors.pdf_too_many_pages)
}

/** The pages of what was set, refused where there are more than a signer is shown. */
export const boundedPages = async (
  { paper }: { readonly paper: Pick<Paper, 'pagesOf'> },
  pdf: Buffer,
  orgId: string,
): Promise<readonly PaperPage[]> => {
  const pages = await inTime(paper.pagesOf(pdf, orgId))
  if (pages.length > paperBounds.pages) throw new Failure(templateErrors.pdf_too_many_pages)
  return pages
}
