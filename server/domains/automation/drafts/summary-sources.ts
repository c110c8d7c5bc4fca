import type { AssistantDoor } from '#core/actions/action.ts'
import { cut } from '#shapes/texts.ts'
import type { SummaryKind } from './summaries.ts'
import { bodyOf, type NumberedSource, readThread, type TextSource } from './thread-sources.ts'

const mostMessages = 100
const mostRecords = 100
const shownLength = 120
const longestFacts = 1_500

export interface Sources {
  readonly sources: readonly NumberedSource[]
  readonly newestAt: Date | null
}

/** What a summary is made of, as the person may read it. */
export const readSources = async (door: AssistantDoor, kind: SummaryKind, subject: string): Promise<Sources> => {
  if (kind === 'thread') return threadOf(door, subject)
  return kind === 'deal' ? dealOf(door, subject) : dayOf(door)
}

const threadOf = async (door: AssistantDoor, dealId: string): Promise<Sources> => {
  const { messages, newestAt } = await readThread(door, dealId, mostMessages)
  return { sources: messages, newestAt }
}

type Loose = Readonly<Record<string, unknown>>
const listIn = (body: unknown, member: string): Loose[] => ((body as Loose)[member] as Loose[] | undefined) ?? []

const dealOf = async (door: AssistantDoor, dealId: string): Promise<Sources> => {
  const { messages, newestAt } = await readThread(door, dealId, mostMessages)
  const shown = await bodyOf(door, 'show-deal', { dealId })
  const { deal, tasks, moves } = shown as { deal: Loose; tasks: Loose[]; moves: Loose[] }
  const { id, name, stage, value_minor, currency, asked, prd, state } = deal
  const records = [
    source('deal', id, String(name), {
      name,
      stage: (stage as Loose).name,
      state,
      value_minor,
      currency,
      asked,
      requirements: prd,
    }),
    ...tasks.map((task) =>
      source(
        'task',
        task.id,
        String(task.title),
        pick(task, ['title', 'kind', 'due_at', 'done_at', 'outcome', 'assigned_name']),
      ),
    ),
    ...moves.map((move) => source('event', move.id, 'Stage', move)),
  ]
  return { sources: numbered([...messages, ...records.slice(0, mostRecords)]), newestAt }
}

const dayOf = async (door: AssistantDoor): Promise<Sources> => {
  const [tasks, bookings, chats] = [
    listIn(await bodyOf(door, 'list-tasks', { assignedTo: 'me', done: false, limit: 50 }), 'tasks'),
    listIn(await bodyOf(door, 'list-bookings', { state: 'upcoming', limit: 20 }), 'bookings'),
    listIn(await bodyOf(door, 'fetch-admin-chats', { status: 'open', assigned: 'me', limit: 30 }), 'conversations'),
  ]
  const records = [
    ...tasks.map((task) =>
      source('task', task.id, String(task.title), pick(task, ['title', 'kind', 'due_at', 'deal', 'contact'])),
    ),
    ...bookings.map((booking) =>
      source(
        'booking',
        booking.id,
        String(booking.when_short),
        pick(booking, ['event_type', 'when', 'state', 'name', 'conflicts']),
      ),
    ),
    ...chats
      .filter(({ last_direction: direction, project_id: id }) => direction === 'in' && id !== null)
      .map((chat) =>
        source('deal', chat.project_id, String(chat.client_name ?? chat.business_name ?? ''), {
          ...pick(chat, ['client_name', 'business_name', 'last_message_at', 'last_message_preview']),
          waits_for: 'our answer',
        }),
      ),
  ]
  return { sources: numbered(records.slice(0, mostRecords)), newestAt: null }
}

type Unnumbered = Omit<NumberedSource, 'number'>

const source = (kind: TextSource['kind'], id: unknown, text: string, facts: Loose): Unnumbered => {
  const told = JSON.stringify(facts)
  return {
    ...{ kind, id: String(id), text: cut(text, shownLength) },
    facts: told.length > longestFacts ? { facts: cut(told, longestFacts) } : facts,
  }
}

const pick = (record: Loose, fields: readonly string[]): Loose =>
  Object.fromEntries(fields.map((field) => [field, record[field]]))

const numbered = (sources: readonly Unnumbered[]): NumberedSource[] =>
  sources.map((each, index) => ({ ...each, number: index + 1 }))
