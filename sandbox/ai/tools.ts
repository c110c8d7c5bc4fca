import { digestOf } from '../folder.ts'

/** What a model asks to be done. */
export interface Called {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** A question that may be answered with calls. */
export interface ToolQuestion {
  /** The names of what may be called. */
  readonly tools: readonly string[]
  /** The last words of the user. */
  readonly asked: string
  /** What came of the calls of the turn before; null where the user spoke last. */
  readonly results: string | null
}

/** What is looked for by words in a question, the first that fits. */
const looks: readonly (readonly [words: RegExp, tool: string, input: (asked: string) => Called['input']])[] = [
  [/\b(?:remind|add a task|new task)\b/i, 'add-task', (asked) => ({ title: titleIn(asked) })],
  [/\bdeals?\b/i, 'list-deals', () => ({ limit: 5 })],
  [/\btasks?\b/i, 'list-tasks', () => ({})],
  [/\binvoices?\b/i, 'list-invoices', () => ({})],
  [/\b(?:meetings?|bookings?)\b/i, 'list-bookings', () => ({})],
  [/\bleads?\b/i, 'list-leads', () => ({ limit: 5 })],
  [/\b(?:contacts?|customers?|clients?)\b/i, 'list-contacts', () => ({ limit: 5 })],
  [
    /\b(?:find|search|who is)\b/i,
    'search',
    (asked) => ({ query: asked.replace(/^.*?\b(?:find|search|who is)\s+/i, '').slice(0, 80) }),
  ],
]

const titleIn = (asked: string): string =>
  asked
    .replace(/^.*?\b(?:remind me to|remind me|add a task(?: to)?|new task:?)\s*/i, '')
    .replace(/[.?!]+$/, '')
    .slice(0, 100) || 'Something to do'

/** The calls that a question is answered with; none where its results are there already. */
export const generatedCalls = ({ tools, asked, results }: ToolQuestion): readonly Called[] => {
  if (results !== null) return []
  const look = looks.find(([words, tool]) => words.test(asked) && tools.includes(tool))
  return look ? [{ name: look[1], input: look[2](asked) }] : []
}

interface NamedRecord {
  readonly kind: string
  readonly id: string
  readonly name: string
}

/** What is said of results: what is in them by name, each as a link. */
export const toldOf = (results: string): string => {
  if (/"proposed":\s*true/.test(results))
    return 'I have prepared it. Look at the card below: it happens only when you approve it.'
  const records = [...results.matchAll(/\{"kind":"[a-z_]+","id":"[^"]{1,64}","name":"(?:[^"\\]|\\.)*"\}/g)].map(
    ([text]) => JSON.parse(text) as NamedRecord,
  )
  if (records.length === 0) return 'I found nothing. (The sandbox; no real model read this.)'
  const lines = records.slice(0, 5).map(({ kind, id, name }) => `- [${name.replaceAll(/[[\]]/g, '')}](${kind}:${id})`)
  return [`I found ${records.length}. (The sandbox; no real model read this.)`, '', ...lines].join('\n')
}

/** What a provider gives with a call, and wants to see again beside it. */
export const signatureOf = ({ name, input }: Called): string => digestOf(`${name} ${JSON.stringify(input)}`).slice(0, 32)
