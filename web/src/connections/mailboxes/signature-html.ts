const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const isHtml = (text: string): boolean => /<[a-z][^<>]*>/i.test(text)

/** Lines as they were typed, or HTML as it is. */
export const htmlOf = (text: string): string =>
  isHtml(text) ? text : text.replace(/[&<>]/g, (sign) => signs[sign] ?? sign).replaceAll('\n', '<br>')

/** What was typed as lines is edited as lines. */
export const typedOf = (html: string): string => {
  const lines = html.replaceAll('<br>', '\n')
  return isHtml(lines) ? html : lines.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** What is below each email of a mailbox. Runs nothing and loads nothing: its own pictures are seen by those who get it. */
export const previewOf = (html: string): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><style>body{margin:12px;background:#fff;color:#111;font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}</style>${html}`
