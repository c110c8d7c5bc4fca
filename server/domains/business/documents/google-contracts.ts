import { randomBytes } from 'node:crypto'
import { Failure } from '#core/errors.ts'
import type { OnlineDocs, Replacement } from '#ports/online-docs.ts'
import type { Ports } from '#ports/ports.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { bodyOf } from '../templates/google-docs.ts'
import { googleErrors } from '../templates/google-errors.ts'
import { placeholderLeft } from '../templates/placeholders.ts'
import { takePdf } from '../templates/template-files.ts'
import { bracesWritten, fillWritten, oddPlaceholders, spellingsIn } from '../templates/template-texts.ts'
import { changedLines } from './changed-lines.ts'

/** What a Google Doc becomes with values in it. */
export interface GooglePaper {
  readonly pdf: Buffer
  readonly changes: readonly object[]
}

interface Filling {
  readonly orgId: string
  readonly title: string
  /** By which the copy is found again. */
  readonly mark: string
  readonly fileId: string
  /** The text of the version that is to be signed. */
  readonly body: string
  readonly values: ReadonlyMap<string, string>
}

/** A line break within a paragraph has a sign of its own at Google, and one in a value makes paragraphs. */
const asLines = (text: string): string => text.replaceAll('\v', '\n')

/**
 * Has a copy of the document filled in and exported. The copy stays: it is removed once what came of it is stored. All of it can be done
 * again: a copy that is there already is looked at, and gone on with from what it says.
 */
export const fillGoogleDoc = async (
  docs: OnlineDocs,
  { paper }: Pick<Ports, 'paper'>,
  filling: Filling,
): Promise<GooglePaper> => {
  // Templates of before names were looked at have them.
  const odd = oddPlaceholders(filling.body)
  if (odd.length > 0) throw placeholderLeft(odd)
  const filled = fillWritten(filling.body, filling.values)
  const copyId = await filledCopy(docs, filling, filled)
  const { pdf, pages } = await takePdf(paper, await docs.exportPdf(copyId), filling.orgId)
  refuseLeftovers(pages.map(({ text }) => text).join('\n'), filled, filling.values)
  const lines = filling.body
    .split('\n')
    .map((paragraph) => ({ was: asLines(paragraph), is: asLines(fillWritten(paragraph, filling.values)) }))
  return { pdf, changes: changedLines(lines) }
}

/** How often a copy is made, or looked at again after an answer was lost. */
const mostRounds = 4

/** The copy with its values in it: a new one, or one that an earlier try left, wherever that one stopped. */
const filledCopy = async (docs: OnlineDocs, filling: Filling, filled: string): Promise<string> => {
  let found = await docs.findCopies(filling.mark)
  for (let round = 0; round < mostRounds; round++) {
    const [copyId = await newCopy(docs, filling)] = found
    const text = await textOfCopy(docs, copyId)
    if (text === filled) return copyId
    if (text === null) {
      // Removed by a person meanwhile, or too new to be read.
      found = found.length === 0 ? [copyId] : found.slice(1)
      continue
    }
    if (text === filling.body) {
      const isDone = await putValues(docs, copyId, filling)
      if (isDone) return copyId
      found = [copyId]
      continue
    }
    await docs.remove(copyId)
    // A new copy says what the template says now. One of an earlier try may be of before.
    if (found.length === 0) throw new Failure(googleErrors.google_doc_changed)
    found = found.slice(1)
  }
  throw new ProviderError('broken', 'Google’s copy of the document does not say what was put into it.')
}

const textOfCopy = async (docs: OnlineDocs, copyId: string): Promise<string | null> => {
  try {
    return bodyOf(await docs.read(copyId))
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'doc_not_there') return null
    throw error
  }
}

/** Where its answer is lost, a copy is looked for before there is another. */
const newCopy = async (docs: OnlineDocs, { fileId, title, mark }: Filling): Promise<string> => {
  try {
    return await docs.copy(fileId, { title, mark })
  } catch (error) {
    if (!(error instanceof ProviderError && error.kind === 'uncertain')) throw error
    const [copyId] = await docs.findCopies(mark)
    if (copyId === undefined) throw error
    return copyId
  }
}

/**
 * Puts all values in at once, so that none of them is read again: requests are carried out one after the other over the same text, so each
 * placeholder first becomes a token that stands in no value, and each token its value after that. False where no answer came.
 */
const putValues = async (docs: OnlineDocs, copyId: string, { body, values }: Filling): Promise<boolean> => {
  const wanted = [...spellingsIn(body)].flatMap(([spelling, key]) => {
    const value = values.get(key)
    return value === undefined ? [] : [{ spelling, key, value, token: `foyer${randomBytes(18).toString('hex')}` }]
  })
  if (wanted.length === 0) return true
  const steps: Replacement[] = [
    ...wanted.map(({ spelling, token }) => ({ find: spelling, put: token })),
    ...wanted.map(({ token, value }) => ({ find: token, put: value })),
  ]
  let counts: readonly number[]
  try {
    counts = await docs.replace(copyId, steps)
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'uncertain') return false
    throw error
  }
  // A placeholder that Google shows and does not reach, or one that it reached and whose value it did not put.
  const left = wanted.filter(({ spelling }, at) => {
    const [first = 0, second = 0] = [counts[at], counts[at + wanted.length]]
    return first < body.split(spelling).length - 1 || second !== first
  })
  if (left.length > 0) throw leftover(left.map(({ key }) => key))
  return true
}

const leftover = (keys: readonly string[]): Failure => placeholderLeft(keys.map((key) => `{{${key}}}`))

/** Lines break where the page ends, so white space says nothing. */
const squeezed = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, '')

/**
 * What stands on the pages and in no text that a value could be put into, such as a drawing. What a value itself says in braces is left
 * as it is; so is a placeholder that was given no value, in a preview.
 */
const refuseLeftovers = (pages: string, filled: string, values: ReadonlyMap<string, string>): void => {
  const meant = new Set(bracesWritten(squeezed(filled)))
  const names = new Map([...values.keys()].map((key) => [squeezed(key), key]))
  // A page has its lines in another order than the text (a heading on each, tabs), so braces out of two values can meet there and make a
  // name that nowhere is one. Where values have braces, only the template's own names count.
  const valuesHaveBraces = [...values.values()].some((value) => /[{}]/.test(value))
  const found = bracesWritten(squeezed(pages)).filter((key) => !meant.has(key) && (names.has(key) || !valuesHaveBraces))
  if (found.length > 0) throw leftover(found.map((key) => names.get(key) ?? key))
}
