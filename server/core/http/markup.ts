/** The little Markdown that descriptions and the guide use, as HTML: paragraphs, tables, code, links, bold. */

export const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const inline = (text: string): string =>
  html(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>')

export const prose = (text: string): string => blocksOf(text).map(block).join('')

/** Parts between blank lines; a fence keeps its own. */
const blocksOf = (text: string): string[] => {
  const blocks: string[][] = [[]]
  let fenced = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced
    if (line.trim() === '' && !fenced) blocks.push([])
    else blocks.at(-1)?.push(line)
  }
  return blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
}

/** Scrolls by itself where it is wider than the page, and can be scrolled with keys. */
export const codeBlock = (code: string, label: string): string =>
  `<figure class="code"><figcaption>${html(label)}</figcaption><button type="button" class="copy" hidden>Copy</button><pre tabindex="0" aria-label="${html(label)}"><code>${html(code)}</code></pre></figure>`

export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[], label: string): string =>
  `<div class="wide" tabindex="0" role="region" aria-label="${html(label)}"><table><thead><tr>${head
    .map((cell) => `<th scope="col">${cell}</th>`)
    .join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`

const languages: Readonly<Record<string, string>> = { ts: 'TypeScript', sh: 'Shell', json: 'JSON' }

const block = (text: string): string => {
  const fenced = /^```(\w*)\n([\s\S]*?)\n?```$/.exec(text.trim())
  if (fenced) return codeBlock(fenced[2] ?? '', languages[fenced[1] ?? ''] ?? 'Text')
  const lines = text.trim().split('\n')
  if (lines[0]?.startsWith('|')) {
    const cells = (line: string): string[] =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => inline(cell.trim()))
    const [head = '', , ...rows] = lines
    return tableOf(cells(head), rows.map(cells), cells(head)[0]?.replaceAll(/<[^>]+>/g, '') ?? 'Table')
  }
  if (lines.every((line) => line.startsWith('- ')))
    return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`
  return `<p>${inline(lines.join(' '))}</p>`
}
