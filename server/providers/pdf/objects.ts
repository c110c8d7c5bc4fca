import { PDFArray, type PDFContext, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import type { PaperAbout } from '#ports/paper.ts'

/** A file as its objects (ISO 32000-1, 7.3). Nothing of it is changed by reading it. */
export const openPdf = (pdf: Uint8Array): Promise<PDFDocument> => PDFDocument.load(pdf, { updateMetadata: false })

export const putProperties = (file: PDFDocument, { title, author, number }: PaperAbout): void => {
  file.setTitle(title)
  file.setAuthor(author)
  if (number !== undefined) file.setKeywords([number])
}

/** As one revision of what can be reached, with a plain table of where it is: a signature's dictionary stands there as it is read. */
export const savePdf = async (file: PDFDocument): Promise<Buffer> => {
  // What is embedded is written now, before it is looked for.
  await file.flush()
  sweep(file.context)
  return Buffer.from(await file.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false }))
}

const names = new Map<string, PDFName>()
export const nameOf = (text: string): PDFName => {
  const name = names.get(text) ?? PDFName.of(text)
  names.set(text, name)
  return name
}

/** What stands under a name, through its reference. */
export const at = (dict: PDFDict, name: string): PDFObject | undefined => dict.lookup(nameOf(name))

export const dictAt = (dict: PDFDict, name: string): PDFDict | undefined => {
  const found = at(dict, name)
  return found instanceof PDFDict ? found : undefined
}

export const arrayAt = (dict: PDFDict, name: string): PDFArray | undefined => {
  const found = at(dict, name)
  return found instanceof PDFArray ? found : undefined
}

/** A name as text, without its slash. */
export const wordAt = (dict: PDFDict, name: string): string | undefined => {
  const found = at(dict, name)
  return found instanceof PDFName ? found.decodeText() : undefined
}

const dictOf = (object: PDFObject | undefined): PDFDict | undefined =>
  object instanceof PDFDict ? object : object instanceof PDFStream ? object.dict : undefined

export interface Reached {
  /** Every dictionary that a reader can come to, that of a stream too; each once. */
  readonly dicts: ReadonlySet<PDFDict>
  readonly refs: ReadonlySet<PDFRef>
}

/** What can be reached from the roots of a file, or from other objects of it. */
export const reach = (
  context: PDFContext,
  from: readonly (PDFObject | undefined)[] = [context.trailerInfo.Root, context.trailerInfo.Info],
): Reached => {
  const dicts = new Set<PDFDict>()
  const refs = new Set<PDFRef>()
  const arrays = new Set<PDFArray>()
  const left = [...from]
  while (left.length > 0) {
    let next = left.pop()
    if (next instanceof PDFRef) {
      if (refs.has(next)) continue
      refs.add(next)
      next = context.lookup(next)
      // A reference to a reference is followed, too.
      if (next instanceof PDFRef) {
        left.push(next)
        continue
      }
    }
    const dict = dictOf(next)
    if (dict && !dicts.has(dict)) {
      dicts.add(dict)
      for (const value of dict.values()) left.push(value)
    } else if (next instanceof PDFArray && !arrays.has(next)) {
      arrays.add(next)
      for (const value of next.asArray()) left.push(value)
    }
  }
  return { dicts, refs }
}

/** Takes out of a file what cannot be reached: a script that no name leads to is still a script. */
const sweep = (context: PDFContext): void => {
  const { refs } = reach(context)
  for (const [ref] of context.enumerateIndirectObjects()) if (!refs.has(ref)) context.delete(ref)
}

/** The pairs of a name tree (ISO 32000-1, 7.9.6), in their order. */
export const pairsOf = (
  tree: PDFDict | undefined,
): readonly (readonly [name: PDFObject | undefined, value: PDFObject | undefined])[] => {
  const found: (readonly [PDFObject | undefined, PDFObject | undefined])[] = []
  const seen = new Set<PDFDict>()
  const left = [tree]
  while (left.length > 0) {
    const node = left.pop()
    if (!node || seen.has(node)) continue
    seen.add(node)
    const pairs = arrayAt(node, 'Names')
    for (let index = 0; pairs && index + 1 < pairs.size(); index += 2)
      found.push([pairs.lookup(index), pairs.lookup(index + 1)])
    const kids = arrayAt(node, 'Kids')
    for (let index = (kids?.size() ?? 0) - 1; kids && index >= 0; index--) {
      const kid = kids.lookup(index)
      if (kid instanceof PDFDict) left.push(kid)
    }
  }
  return found
}
