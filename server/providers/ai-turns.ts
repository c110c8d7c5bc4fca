import type { AiAnswerTurn, AiProvider, AiToolCall, AiToolResult, AiTurn } from '#ports/ai.ts'

/** A turn as one provider is given it: its own to the letter, everything else as plain text. */
export type GivenTurn =
  | { readonly role: 'user' | 'assistant'; readonly text: string }
  | { readonly role: 'said'; readonly content: unknown }
  | { readonly role: 'tools'; readonly results: readonly AiToolResult[] }

/** The results of calls go by their own form only to who made the calls. */
export const turnsFor = (provider: AiProvider, turns: readonly AiTurn[]): readonly GivenTurn[] =>
  turns.map((turn, at) => {
    if (turn.role === 'user') return turn
    if (turn.role === 'assistant')
      return saidBy(provider, turn) ? { role: 'said', content: turn.said?.content } : { role: 'assistant', text: plainly(turn) }
    const before = turns[at - 1]
    return before?.role === 'assistant' && saidBy(provider, before)
      ? turn
      : { role: 'user', text: turn.results.map(toldPlainly).join('\n\n') }
  })

const saidBy = (provider: AiProvider, { said }: AiAnswerTurn): boolean => said?.provider === provider

const plainly = ({ text, calls = [] }: AiAnswerTurn): string => [text, ...calls.map(calledPlainly)].filter(Boolean).join('\n')

const calledPlainly = ({ name, input }: AiToolCall): string => `(I called ${name} with ${JSON.stringify(input ?? {})}.)`
const toldPlainly = ({ call, text }: AiToolResult): string => `Result of ${call.name}:\n${text}`

/** The arguments of a call as a model wrote them; null where they are no JSON object. Without any, it is an empty one. */
export const readCallInput = (text: string): AiToolCall['input'] => {
  if (text.trim() === '') return {}
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return null
  }
}

export const objectOf = (value: unknown): AiToolCall['input'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
