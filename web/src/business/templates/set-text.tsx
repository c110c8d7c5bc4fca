import { createElement, type ReactNode } from 'react'
import { readTemplateText } from '#domains/business/templates/template-texts.ts'
import type { TextBlock, TextRun } from '#ports/documents.ts'
import classes from './set-text.module.css'

interface Props {
  readonly body: string
  /** The level of the heading that the text stands below. */
  readonly below: 2 | 3
}

/** A written text as its reader gets it: the same reading of Markdown as on paper. It becomes elements and words, so none of it is HTML. */
export const SetText = ({ body, below }: Props) =>
  createElement('div', { className: classes.text }, ...setBlocks(readTemplateText(body).blocks, below))

const setBlocks = (blocks: readonly TextBlock[], below: number): ReactNode[] => blocks.map((block) => setBlock(block, below))

const setBlock = (block: TextBlock, below: number): ReactNode => {
  switch (block.kind) {
    case 'heading':
      return createElement(`h${block.level + below}`, { dir: 'auto' }, ...setRuns(block.runs))
    case 'paragraph':
      return createElement('p', { dir: 'auto' }, ...setRuns(block.runs))
    case 'list':
      return createElement(
        block.ordered ? 'ol' : 'ul',
        block.ordered ? { start: block.start } : null,
        ...block.items.map((item) => createElement('li', { dir: 'auto' }, ...setItem(item, below))),
      )
    case 'quote':
      return createElement('blockquote', null, ...setBlocks(block.blocks, below))
    case 'table':
      return setTable(block)
    case 'rule':
    case 'page-break':
      return <hr />
    default:
      return null
  }
}

/** A single paragraph of an item stands without one of its own. */
const setItem = ([first, ...rest]: readonly TextBlock[], below: number): ReactNode[] =>
  first === undefined
    ? []
    : [...(first.kind === 'paragraph' ? setRuns(first.runs) : [setBlock(first, below)]), ...setBlocks(rest, below)]

const setTable = ({ head, rows, align }: Extract<TextBlock, { readonly kind: 'table' }>): ReactNode => {
  const look = (at: number) => ({ className: classes[align[at] ?? 'left'] })
  const top = head.map((cell, at) => createElement('th', { scope: 'col', ...look(at) }, ...setRuns(cell)))
  const below = rows.map((row) =>
    createElement('tr', null, ...row.map((cell, at) => createElement('td', look(at), ...setRuns(cell)))),
  )
  const label = head.map((cell) => cell.map(({ text }) => text).join('')).join(', ')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.wide} aria-label={label} tabIndex={0}>
      <table>
        <thead>{createElement('tr', null, ...top)}</thead>
        {createElement('tbody', null, ...below)}
      </table>
    </section>
  )
}

const lineEnd = <br />

const setRuns = (runs: readonly TextRun[]): ReactNode[] =>
  runs.flatMap(({ text, bold, italic }): ReactNode[] => {
    const lines = text.split('\n').flatMap((line, at): ReactNode[] => (at === 0 ? [line] : [lineEnd, line]))
    const leaning = italic ? [createElement('em', null, ...lines)] : lines
    return bold ? [createElement('strong', null, ...leaning)] : leaning
  })
