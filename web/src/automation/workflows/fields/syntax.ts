import { parseExpression } from '#shapes/expressions/parse.ts'

/** What keeps an expression, or one of those in a text, from being read, with what to write instead. Names and types are the server's to check. */
export const syntaxFault = (text: string, isBare: boolean): string | null => {
  const expressions = isBare ? [text] : [...text.matchAll(/\{\{([\s\S]*?)\}\}/g)].map(([, expression]) => expression ?? '')
  for (const expression of expressions) {
    if (expression.trim() === '') continue
    const parsed = parseExpression(expression)
    if (!parsed.ok) return [parsed.trouble.message, parsed.trouble.hint].filter(Boolean).join(' ')
  }
  return null
}
