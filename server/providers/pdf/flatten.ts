import { type PDFArray, PDFDict, PDFName, PDFNumber, type PDFPage, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import { drawAfter, drawing, type Matrix } from './draw-after.ts'
import { arrayAt, at, dictAt, nameOf, wordAt } from './objects.ts'

/** Hidden, or not to be looked at (ISO 32000-1, 12.5.3). */
const unseen = 0b10_0010

/** Draws what the fields of a form show into its page: what was filled in stays to be read when the form is gone. */
export const flattenWidgets = (page: PDFPage): void => {
  const drawings: string[] = []
  for (const each of page.node.Annots()?.asArray() ?? []) {
    const widget = page.doc.context.lookup(each)
    if (!(widget instanceof PDFDict) || wordAt(widget, 'Subtype') !== 'Widget') continue
    const flags = at(widget, 'F')
    if (flags instanceof PDFNumber && (flags.asNumber() & unseen) !== 0) continue
    const look = lookOf(widget)
    const rect = numbersOf(arrayAt(widget, 'Rect'), 4)
    const box = look && numbersOf(arrayAt(look.stream.dict, 'BBox'), 4)
    if (!look || !rect || !box) continue
    const matrix = numbersOf(arrayAt(look.stream.dict, 'Matrix'), 6) ?? [1, 0, 0, 1, 0, 0]
    look.stream.dict.set(nameOf('Type'), PDFName.of('XObject'))
    look.stream.dict.set(nameOf('Subtype'), PDFName.of('Form'))
    const key = page.node.newXObject('Field', look.ref)
    drawings.push(drawing(key, fitted(rect, box, matrix)))
  }
  drawAfter(page, drawings)
}

/** The normal appearance, in the state that it is in. */
const lookOf = (widget: PDFDict): { readonly ref: PDFRef; readonly stream: PDFStream } | null => {
  const looks = dictAt(widget, 'AP')
  const normal = looks && at(looks, 'N')
  const state = wordAt(widget, 'AS')
  const [dict, name] = normal instanceof PDFStream ? [looks, 'N'] : [normal, state]
  if (!(dict instanceof PDFDict) || name === undefined) return null
  const [ref, stream] = [dict.get(nameOf(name)), at(dict, name)]
  return ref instanceof PDFRef && stream instanceof PDFStream ? { ref, stream } : null
}

const numbersOf = (array: PDFArray | undefined, count: number): number[] | null => {
  const numbers = array?.asArray().map((_, index) => array.lookup(index)) ?? []
  const found = numbers.flatMap((each) => (each instanceof PDFNumber ? [each.asNumber()] : []))
  return found.length === count ? found : null
}

/** The matrix that lays the box of an appearance into its rectangle (12.5.5, algorithm 8.1). */
const fitted = (rect: readonly number[], box: readonly number[], matrix: readonly number[]): Matrix => {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box
  const corners = [
    [x0, y0],
    [x0, y1],
    [x1, y0],
    [x1, y1],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const)
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)]
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - bottom]
  const [rx0 = 0, ry0 = 0, rx1 = 0, ry1 = 0] = rect
  const across = wide === 0 ? 1 : Math.abs(rx1 - rx0) / wide
  const up = high === 0 ? 1 : Math.abs(ry1 - ry0) / high
  return [across, 0, 0, up, Math.min(rx0, rx1) - left * across, Math.min(ry0, ry1) - bottom * up]
}
