import { textOfHtml } from '#shapes/mime/html-texts.ts'

/** Headings stay headings; scripts, styles and menus of links are no text. */
export const textOfPage = (page: string): string => {
  const html = ['nav', 'footer'].reduce(withoutElements, page)
  // Bounded: a page of nothing but beginnings of tags would be walked to its end from each of them.
  return textOfHtml(
    html.replaceAll(/<h([1-6])\b[^<>]{0,2000}>/gi, (tag, level: string) => `${tag}${'#'.repeat(Number(level))} `),
  )
}

/** In one walk; from one that is not closed on, the page stays as it is. */
const withoutElements = (html: string, name: string): string => {
  const [begin, end] = [new RegExp(`<${name}\\b`, 'gi'), new RegExp(`</${name}\\s*>`, 'gi')]
  const parts: string[] = []
  let from = 0
  for (let found = begin.exec(html); found; found = begin.exec(html)) {
    end.lastIndex = begin.lastIndex
    if (!end.exec(html)) break
    parts.push(html.slice(from, found.index))
    from = end.lastIndex
    begin.lastIndex = from
  }
  return [...parts, html.slice(from)].join(' ')
}
