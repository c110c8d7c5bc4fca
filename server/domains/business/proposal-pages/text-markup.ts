import { html } from '#core/http/markup.ts'
import type { TextBlock, TextRun } from '#ports/documents.ts'
import { readTemplateText } from '../templates/template-texts.ts'

/** The written text of a section as HTML: the same reading as on paper, every word of it escaped. Its headings stand below that of the section. */
export const textMarkup = (body: string): string => blocks(readTemplateText(body).blocks)

const blocks = (all: readonly TextBlock[]): string => all.map(block).join('\n')

const block = (each: TextBlock): string => {
  switch (each.kind) {
    case 'heading': {
      const level = each.level + 2
      return `<h${level}>${runs(each.runs)}</h${level}>`
    }
    case 'paragraph':
      return `<p dir="auto">${runs(each.runs)}</p>`
    case 'list': {
      const items = each.items.map((item) => `<li dir="auto">${listItem(item)}</li>`).join('')
      return each.ordered ? `<ol start="${each.start}">${items}</ol>` : `<ul>${items}</ul>`
    }
    case 'quote':
      return `<blockquote>${blocks(each.blocks)}</blockquote>`
    case 'table':
      return `<div class="wide" tabindex="0" role="region" aria-label="${html(each.head.map(words).join(', '))}"><table><thead><tr>${each.head
        .map((cell, at) => `<th scope="col" class="${each.align[at] ?? 'left'}">${runs(cell)}</th>`)
        .join('')}</tr></thead><tbody>${each.rows
        .map(
          (row) => `<tr>${row.map((cell, at) => `<td class="${each.align[at] ?? 'left'}">${runs(cell)}</td>`).join('')}</tr>`,
        )
        .join('')}</tbody></table></div>`
    case 'rule':
    case 'page-break':
      return '<hr>'
    default:
      return ''
  }
}

/** A single paragraph of an item stands without one of its own. */
const listItem = (item: readonly TextBlock[]): string => {
  const [first, ...rest] = item
  return first?.kind === 'paragraph' ? `${runs(first.runs)}${blocks(rest)}` : blocks(item)
}

const words = (all: readonly TextRun[]): string => all.map(({ text }) => text).join('')

const runs = (all: readonly TextRun[]): string =>
  all
    .map(({ text, bold, italic }) => {
      const plain = html(text).replaceAll('\n', '<br>')
      const leaning = italic ? `<em>${plain}</em>` : plain
      return bold ? `<strong>${leaning}</strong>` : leaning
    })
    .join('')
