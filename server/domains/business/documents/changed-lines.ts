import { cut } from '#shapes/texts.ts'

/** A line of a template, and what stands there in the document: several lines where a value has several. */
export interface FilledLine {
  readonly was: string
  readonly is: string
}

const linesMost = 500
const charactersMost = 2_000

/** Where a document differs from its template, by the lines of the template: a value of several lines moves none of the others. */
export const changedLines = (lines: readonly FilledLine[]) =>
  lines
    .flatMap(({ was, is }, at) => (was === is ? [] : [{ line: at + 1, was: shortened(was), is: shortened(is) }]))
    .slice(0, linesMost)

const shortened = (text: string): string => (text.length <= charactersMost ? text : `${cut(text, charactersMost)}…`)
