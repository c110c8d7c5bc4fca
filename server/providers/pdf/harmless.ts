import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFStream, PDFString } from '@cantoo/pdf-lib'
import { PaperRefused } from '#ports/paper.ts'
import { at, dictAt, nameOf, reach, wordAt } from './objects.ts'

/** What of a catalog acts, or belongs to a form, a portfolio, or a program that filled the file (ISO 32000-1, 7.7.2). */
const ofCatalog: readonly string[] = [
  ...['AcroForm', 'AA', 'OpenAction', 'Collection', 'Perms', 'Legal', 'DSS', 'AF', 'Requirements', 'Extensions'],
  ...['SpiderInfo', 'URI', 'NeedsRendering', 'Threads'],
]
/** Name trees of it that may stay: places that links of the file lead to. */
const namesKept: readonly string[] = ['Dests']
/** What any dictionary may hold that acts or brings files: additional actions, scripts, files, and streams that lie elsewhere. */
const anywhere: readonly string[] = [
  'AA',
  'OpenAction',
  'JS',
  'JavaScript',
  'EF',
  'RF',
  'AF',
  'PA',
  'RichMediaContent',
  'RichMediaSettings',
]
const ofStreams: readonly string[] = ['F', 'FFilter', 'FDecodeParms', 'OPI', 'Ref', 'Alternates']
/** Lists of fonts, pictures and the like by names that the file chose (7.8.3): `AA` may be a font. */
const kindsOfResources: readonly string[] = ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties']
/** Annotations (12.5.6) that play, act or carry a file. */
const annotationsTaken: readonly string[] = [
  'FileAttachment',
  'Sound',
  'Movie',
  'Screen',
  'RichMedia',
  '3D',
  'Projection',
  'TrapNet',
]
/** Actions (12.6.4) by what becomes of them; all that stay are links. */
const actions: ReadonlySet<string> = new Set([
  ...[
    'GoTo',
    'GoToR',
    'GoToE',
    'GoToDp',
    'Launch',
    'Thread',
    'URI',
    'Sound',
    'Movie',
    'Hide',
    'Named',
    'SubmitForm',
    'ResetForm',
  ],
  ...['ImportData', 'JavaScript', 'SetOCGState', 'Rendition', 'Trans', 'GoTo3DView', 'RichMediaExecute'],
])

/** Throws for what is not taken at all: signatures, forms that are drawn by a program (XFA), and launches of one. */
export const refuseActive = (file: PDFDocument): void => {
  const { dicts } = reach(file.context)
  for (const dict of dicts) {
    if (isSignature(dict)) throw new PaperRefused('signed')
    if (at(dict, 'XFA') || wordAt(dict, 'S') === 'Launch') throw new PaperRefused('active')
  }
  if (dictAt(file.catalog, 'Perms')) throw new PaperRefused('signed')
}

const isSignature = (dict: PDFDict): boolean =>
  (at(dict, 'ByteRange') !== undefined && at(dict, 'Contents') !== undefined) ||
  (wordAt(dict, 'FT') === 'Sig' && at(dict, 'V') instanceof PDFDict)

/** Takes out what acts. Widgets of forms are drawn into their pages before. */
export const makeHarmless = (file: PDFDocument): void => {
  const { catalog } = file
  for (const name of ofCatalog) catalog.delete(nameOf(name))
  const names = dictAt(catalog, 'Names')
  for (const name of names?.keys() ?? []) if (!namesKept.includes(name.decodeText())) names?.delete(name)
  for (const page of file.getPages()) {
    const annotations = page.node.Annots()
    if (!annotations) continue
    const kept = annotations.asArray().filter((each) => {
      const annotation = file.context.lookup(each)
      const subtype = annotation instanceof PDFDict ? wordAt(annotation, 'Subtype') : undefined
      return subtype !== undefined && subtype !== 'Widget' && !annotationsTaken.includes(subtype)
    })
    if (kept.length > 0) page.node.set(PDFName.of('Annots'), file.context.obj(kept))
    else page.node.delete(PDFName.of('Annots'))
  }
  const { dicts } = reach(file.context)
  const resources = new Set([...dicts].flatMap((dict) => kindsOfResources.flatMap((kind) => dictAt(dict, kind) ?? [])))
  for (const dict of dicts) {
    const isListOfNames = resources.has(dict) && !['Type', 'Subtype', 'S'].some((name) => dict.has(nameOf(name)))
    if (!isListOfNames) for (const name of anywhere) dict.delete(nameOf(name))
    const action = at(dict, 'A')
    if (action instanceof PDFDict && !isHarmlessAction(action)) dict.delete(nameOf('A'))
    if (action instanceof PDFArray && action.asArray().some((each) => isAction(file.context.lookup(each))))
      dict.delete(nameOf('A'))
  }
  for (const [, object] of file.context.enumerateIndirectObjects())
    if (object instanceof PDFStream) for (const name of ofStreams) object.dict.delete(nameOf(name))
}

const isAction = (object: unknown): boolean => object instanceof PDFDict && actions.has(wordAt(object, 'S') ?? '')

/** A link to a place in the file or to a page of the web; nothing follows it. Attributes of structure bear the same letter and are no actions. */
const isHarmlessAction = (action: PDFDict): boolean => {
  if (!isAction(action)) return wordAt(action, 'Type') !== 'Action'
  action.delete(nameOf('Next'))
  const kind = wordAt(action, 'S')
  if (kind === 'GoTo') return true
  const uri = at(action, 'URI')
  if (kind !== 'URI' || !(uri instanceof PDFString || uri instanceof PDFHexString)) return false
  return /^(https?:|mailto:|tel:)/i.test(uri.decodeText())
}
