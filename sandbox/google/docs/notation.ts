import { randomBytes } from 'node:crypto'
import type { Block, Run, Style, Tab } from './rows.ts'

/*
 * A document as it is typed on its page: a line a paragraph. `# ` to `### ` begin headings, `title: ` the title; `**bold**` and `*italic*` are
 * runs of their own; `| a | b |` is a row of a table; `---` a new page; `+[proposed]` and `-[proposed away]` are suggestions;
 * `drawing: ` words in a picture; `tab: ` begins another tab, and `header: ` and `footer: ` stand on each page of theirs.
 */

const heads: readonly (readonly [string, Style])[] = [
  ['title: ', 'TITLE'],
  ['### ', 'HEADING_3'],
  ['## ', 'HEADING_2'],
  ['# ', 'HEADING_1'],
]
const piece = /\*\*([^*]+)\*\*|\*([^*]+)\*|\+\[([^\]]+)\]|-\[([^\]]+)\]/g

const runsOf = (line: string): Run[] => {
  const runs: Run[] = []
  let at = 0
  for (const found of line.matchAll(piece)) {
    if (found.index > at) runs.push({ text: line.slice(at, found.index) })
    const [whole, bold, italic, insertion, deletion] = found
    if (bold !== undefined) runs.push({ text: bold, bold: true })
    else if (italic !== undefined) runs.push({ text: italic, italic: true })
    else if (insertion !== undefined) runs.push({ text: insertion, suggested: 'insertion' })
    else if (deletion !== undefined) runs.push({ text: deletion, suggested: 'deletion' })
    at = found.index + whole.length
  }
  if (at < line.length) runs.push({ text: line.slice(at) })
  return runs
}

const paragraphOf = (line: string): Block => {
  const [head, style] = heads.find(([begins]) => line.startsWith(begins)) ?? ['', 'NORMAL_TEXT' as const]
  return { kind: 'paragraph', style, runs: runsOf(line.slice(head.length)) }
}

const cellsOf = (line: string): Block[][] =>
  line
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => [paragraphOf(cell.trim())])

export const newTabId = (): string => `t.${randomBytes(6).toString('hex')}`

/** The tabs of what was typed; `before` lends its ids. */
export const tabsIn = (text: string, before: readonly Tab[] = []): Tab[] => {
  const tabs: { id: string; title: string; body: Block[]; header: Block[]; footer: Block[] }[] = []
  const begin = (title: string) => {
    const tab = { id: before[tabs.length]?.id ?? newTabId(), title, body: [], header: [], footer: [] }
    tabs.push(tab)
    return tab
  }
  let tab: (typeof tabs)[number] | undefined
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (line.startsWith('tab: ')) {
      tab = begin(line.slice('tab: '.length))
      continue
    }
    tab ??= begin('Tab 1')
    const last = tab.body.at(-1)
    if (line.startsWith('header: ')) tab.header.push(paragraphOf(line.slice('header: '.length)))
    else if (line.startsWith('footer: ')) tab.footer.push(paragraphOf(line.slice('footer: '.length)))
    else if (line.startsWith('drawing: ')) tab.body.push({ kind: 'drawing', text: line.slice('drawing: '.length) })
    else if (line === '---') tab.body.push({ kind: 'page-break' })
    else if (/^\|.*\|$/.test(line.trim()))
      if (last?.kind === 'table') tab.body[tab.body.length - 1] = { kind: 'table', rows: [...last.rows, cellsOf(line)] }
      else tab.body.push({ kind: 'table', rows: [cellsOf(line)] })
    else tab.body.push(paragraphOf(line))
  }
  return tabs.length === 0 ? [begin('Tab 1')] : tabs
}

const writtenRun = ({ text, bold, italic, suggested }: Run): string => {
  if (suggested !== undefined) return `${suggested === 'insertion' ? '+' : '-'}[${text}]`
  if (bold) return `**${text}**`
  return italic ? `*${text}*` : text
}
const writtenBlock = (block: Block): string => {
  switch (block.kind) {
    case 'paragraph':
      return `${heads.find(([, style]) => style === block.style)?.[0] ?? ''}${block.runs.map(writtenRun).join('')}`
    case 'table':
      return block.rows.map((row) => `| ${row.map((cell) => cell.map(writtenBlock).join(' ')).join(' | ')} |`).join('\n')
    case 'page-break':
      return '---'
    case 'drawing':
      return `drawing: ${block.text}`
  }
}

/** The same document to be typed at. */
export const writtenTabs = (tabs: readonly Tab[]): string =>
  tabs
    .flatMap(({ title, header, footer, body }, at) => [
      ...(at === 0 && title === 'Tab 1' ? [] : [`tab: ${title}`]),
      ...header.map((block) => `header: ${writtenBlock(block)}`),
      ...footer.map((block) => `footer: ${writtenBlock(block)}`),
      ...body.map(writtenBlock),
    ])
    .join('\n')
