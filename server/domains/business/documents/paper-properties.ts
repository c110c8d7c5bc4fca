import type { PaperAbout } from '#ports/paper.ts'

/** What a paper says of itself among its properties: with its number, as one of the same words for another client is another file. */
export const aboutPaper = ({
  documentId,
  title,
  issuer,
}: {
  readonly documentId?: string | undefined
  readonly title: string
  readonly issuer: string
}): PaperAbout => ({ title, author: issuer, ...(documentId !== undefined && { number: documentId }) })
