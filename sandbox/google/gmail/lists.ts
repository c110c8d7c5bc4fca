import { type HistoryKind, type HistoryRow, historyKinds, MailRefusal } from './rows.ts'
import { matches } from './search.ts'
import type { SimulatedMails } from './store.ts'

type Query = Readonly<Record<string, string | readonly string[] | undefined>>
export const oneOf = (query: Query, name: string): string | undefined => [query[name] ?? []].flat()[0]
export const allOf = (query: Query, name: string): readonly string[] => [query[name] ?? []].flat()

const sizeOf = (query: Query, usual: number, most: number): number =>
  Math.max(1, Math.min(Number(oneOf(query, 'maxResults')) || usual, 500, most))

/** A page of ids, newest first. A page begins after the last mail of the one before, whatever came or went. */
export const listMessages = (store: SimulatedMails, email: string, query: Query) => {
  const q = oneOf(query, 'q') ?? ''
  const labels = allOf(query, 'labelIds')
  const isHidden = (label: string): boolean =>
    oneOf(query, 'includeSpamTrash') !== 'true' && !labels.includes(label) && !/\bin:(anywhere|spam|trash)\b/.test(q)
  const hidden = ['SPAM', 'TRASH'].filter(isHidden)
  const rows = store
    .of(email)
    .filter(({ labelIds }) => labels.every((label) => labelIds.includes(label)))
    .filter(({ labelIds }) => !hidden.some((label) => labelIds.includes(label)))
    .filter((row) => matches(row, q))
  const [date, id = ''] = (oneOf(query, 'pageToken') ?? '').split('.')
  const left = date
    ? rows.filter((row) => row.internalDate < Number(date) || (row.internalDate === Number(date) && row.id < id))
    : rows
  const page = left.slice(0, sizeOf(query, 100, store.behaviour().pageSize))
  const last = page.at(-1)
  return {
    // Without any, the list is not there at all.
    ...(page.length > 0 && { messages: page.map(({ id, threadId }) => ({ id, threadId })) }),
    ...(last && page.length < left.length && { nextPageToken: `${last.internalDate}.${last.id}` }),
    resultSizeEstimate: Math.min(rows.length, 201),
  }
}

const keyOf = {
  messageAdded: 'messagesAdded',
  messageDeleted: 'messagesDeleted',
  labelAdded: 'labelsAdded',
  labelRemoved: 'labelsRemoved',
} as const satisfies Record<HistoryKind, string>

export const listHistory = (store: SimulatedMails, email: string, query: Query) => {
  const start = oneOf(query, 'startHistoryId')
  if (start === undefined || !/^\d{1,19}$/.test(start)) throw new MailRefusal('invalidArgument', 'Invalid startHistoryId')
  const kinds = allOf(query, 'historyTypes')
  const wrong = kinds.find((kind) => !historyKinds.some((each) => each === kind))
  if (wrong !== undefined) throw new MailRefusal('invalidArgument', `Invalid value at 'history_types' (TYPE_ENUM), "${wrong}"`)
  const label = oneOf(query, 'labelId')
  const after = Number(oneOf(query, 'pageToken') ?? start)
  if (Number.isNaN(after)) throw new MailRefusal('invalidArgument', 'Invalid pageToken')
  const left = store
    .recordsSince(email, Number(start))
    .filter(({ number }) => number > after)
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .filter(({ labelIds, changed }) => label === undefined || labelIds.includes(label) || changed.includes(label))
  const page = left.slice(0, sizeOf(query, 100, store.behaviour().pageSize))
  const last = page.at(-1)
  return {
    ...(page.length > 0 && { history: page.map((record) => recordOf(record, store.behaviour().hasBareHistory)) }),
    ...(last && page.length < left.length && { nextPageToken: String(last.number) }),
    historyId: String(store.lastNumber()),
  }
}

const recordOf = ({ number, kind, messageId, threadId, labelIds, changed }: HistoryRow, isBare: boolean) => {
  const message = { id: messageId, threadId, ...(!isBare && labelIds.length > 0 && { labelIds }) }
  return {
    id: String(number),
    messages: [{ id: messageId, threadId }],
    [keyOf[kind]]: [{ message, ...(changed.length > 0 && { labelIds: changed }) }],
  }
}
