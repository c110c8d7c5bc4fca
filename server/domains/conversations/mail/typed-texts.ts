const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it was typed, as HTML: paragraphs by empty lines, and nothing of it is markup. */
export const htmlOf = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .trim()
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => `<p>${paragraph.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
