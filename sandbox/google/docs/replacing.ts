import { type Block, DocsRefusal, type Paragraph, type Run, type Tab } from './rows.ts'

export interface ReplaceAllText {
  readonly containsText?: { readonly text?: string; readonly matchCase?: boolean; readonly searchByRegex?: boolean }
  readonly replaceText?: string
  readonly tabsCriteria?: { readonly tabIds?: readonly string[] }
}

/** What Google takes out of a text that is put in: control characters, and the area for private use. */
const stripped = (text: string): string => text.replaceAll(/(?![\t\n\v])\p{Cc}|[\ue000-\uf8ff]/gu, '')

/**
 * Carries one request out over all tabs: in each paragraph text is found across its runs and takes the look of the first letter that it
 * takes the place of; a line break in it makes paragraphs. Words of a drawing are not reached.
 */
export const replaceAllText = (
  tabs: readonly Tab[],
  { containsText, replaceText = '', tabsCriteria }: ReplaceAllText,
): { readonly tabs: Tab[]; readonly occurrences: number } => {
  const text = containsText?.text ?? ''
  if (text === '')
    throw new DocsRefusal('invalid', 'Invalid requests[0].replaceAllText: The text to be replaced must not be empty.')
  if (containsText?.searchByRegex) throw new DocsRefusal('invalid', 'The sandbox does not search by regular expressions.')
  const only = tabsCriteria?.tabIds
  if (only?.some((id) => !tabs.some((tab) => tab.id === id)))
    throw new DocsRefusal('invalid', 'Invalid requests[0].replaceAllText: The tab does not exist.')
  const put = stripped(replaceText)
  let occurrences = 0
  const inBlocks = (blocks: readonly Block[]): Block[] =>
    blocks.flatMap((block): Block[] => {
      if (block.kind === 'table') return [{ ...block, rows: block.rows.map((row) => row.map((cell) => inBlocks(cell))) }]
      if (block.kind !== 'paragraph') return [block]
      const done = inParagraph(block, { text, put, matchCase: containsText?.matchCase === true })
      occurrences += done.occurrences
      return done.paragraphs
    })
  const changed = tabs.map((tab) =>
    only && !only.includes(tab.id)
      ? tab
      : { ...tab, body: inBlocks(tab.body), header: inBlocks(tab.header), footer: inBlocks(tab.footer) },
  )
  return { tabs: changed, occurrences }
}

/** Each letter with its look, so that runs do not matter. */
const inParagraph = (
  paragraph: Paragraph,
  { text, put, matchCase }: { readonly text: string; readonly put: string; readonly matchCase: boolean },
): { readonly paragraphs: Paragraph[]; readonly occurrences: number } => {
  const units = paragraph.runs.flatMap((run) => run.text.split('').map((unit) => ({ ...run, text: unit })))
  const whole = units.map((unit) => unit.text).join('')
  const [sought, within] = matchCase ? [text, whole] : [text.toLowerCase(), whole.toLowerCase()]
  const made: Run[] = []
  let [at, occurrences] = [0, 0]
  for (let found = within.indexOf(sought); found >= 0; found = within.indexOf(sought, at)) {
    made.push(...units.slice(at, found), { ...(units[found] as Run), text: put })
    at = found + sought.length
    occurrences++
  }
  if (occurrences === 0) return { paragraphs: [paragraph], occurrences }
  made.push(...units.slice(at))
  const paragraphs: Run[][] = [[]]
  for (const run of made)
    for (const [index, line] of run.text.split('\n').entries()) {
      if (index > 0) paragraphs.push([])
      if (line !== '') (paragraphs.at(-1) as Run[]).push({ ...run, text: line })
    }
  return { paragraphs: paragraphs.map((runs) => ({ ...paragraph, runs: joined(runs) })), occurrences }
}

const joined = (runs: readonly Run[]): Run[] => {
  const all: Run[] = []
  for (const run of runs) {
    const last = all.at(-1)
    if (last && last.bold === run.bold && last.italic === run.italic && last.suggested === run.suggested)
      all[all.length - 1] = { ...last, text: last.text + run.text }
    else all.push(run)
  }
  return all
}
