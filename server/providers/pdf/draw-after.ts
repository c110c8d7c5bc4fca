import {
  decodePDFRawStream,
  PDFArray,
  PDFContentStream,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib'
import { balanceOf } from './graphics-state.ts'

/** As `cm` takes it (ISO 32000-1, 8.3.4). */
export type Matrix = [number, number, number, number, number, number]

/** The operators that draw a form XObject of the page's resources. */
export const drawing = (key: PDFName, matrix: Matrix): string =>
  `q ${matrix.map((each) => each.toFixed(5)).join(' ')} cm ${key.toString()} Do Q`

/** Draws in the state that a page begins with, in whatever state its own content ends. */
export const drawAfter = ({ node, doc }: PDFPage, drawings: readonly string[]): void => {
  if (drawings.length === 0) return
  const { context } = doc
  const given = node.Contents()
  const parts = given instanceof PDFArray ? given.asArray() : [node.get(PDFName.of('Contents')) as PDFObject]
  const content = Buffer.concat(parts.flatMap((part) => [bytesOf(context.lookup(part)), Buffer.from('\n')]))
  const { lowest, last } = balanceOf(content)
  const stream = (words: string): PDFRef => context.register(context.flateStream(words))
  const [first, over] = [
    stream('q\n'.repeat(1 - lowest)),
    stream(`\n${'Q\n'.repeat(1 - lowest + last)}${drawings.join('\n')}\n`),
  ]
  node.set(PDFName.of('Contents'), context.obj(given ? [first, ...parts, over] : [over]))
}

const bytesOf = (stream: PDFObject | undefined): Uint8Array => {
  if (stream instanceof PDFRawStream) return decodePDFRawStream(stream).decode()
  return stream instanceof PDFContentStream ? stream.getUnencodedContents() : Buffer.alloc(0)
}
