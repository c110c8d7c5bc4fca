import { randomBytes, randomUUID } from 'node:crypto'
import type { SimulatorContext } from '../../simulators.ts'
import type { Account } from '../rows.ts'
import { addressesIn, headerIn, headersOf, idsIn, leavesOf, readParts, textOf, withHeader } from './mime.ts'
import { publish } from './publishing.ts'
import {
  type HistoryKind,
  type HistoryRow,
  labelIds as knownLabels,
  type MailBehaviour,
  MailRefusal,
  type MailRow,
  type RawRow,
  usualBehaviour,
  type WatchRow,
} from './rows.ts'

/** Addresses that an account may send as, beside its own. */
export const aliasesOf = ({ email }: Account): readonly { readonly email: string; readonly isVerified: boolean }[] => {
  const [name = '', domain = ''] = email.split('@')
  return [
    { email: `${name}.sales@${domain}`, isVerified: true },
    { email: `${name}.new@${domain}`, isVerified: false },
  ]
}

/** As many as a table keeps: of a full one, nothing is known before its oldest row. */
const recordsKept = 2_000
const firstNumber = 10_000

const openRows = (context: SimulatorContext) => {
  const messages = context.table<MailRow>('mail-messages')
  const raws = context.table<RawRow>('mail-raws')
  const records = context.table<HistoryRow>('mail-history')
  const behaviours = context.table<MailBehaviour>('mail-behaviour')
  const behaviour = (): MailBehaviour => behaviours.find('now') ?? usualBehaviour
  const watches = context.table<WatchRow>('mail-watches')
  const lastNumber = (): number => Math.max(records.list()[0]?.number ?? 0, behaviour().historyFloor, firstNumber)

  /** Numbers rise and leave gaps. */
  const record = (row: Omit<MailRow, 'historyId'>, kind: HistoryKind, changed: readonly string[] = []): number => {
    const number = lastNumber() + 1 + (lastNumber() % 3)
    const { email, id: messageId, threadId, labelIds } = row
    records.put({ id: String(number), number, email, kind, messageId, threadId, labelIds, changed })
    const watch = watches.find(email)
    if (watch && watch.expiresAt > context.now().getTime()) publish(context, watch, number)
    return number
  }
  const of = (email: string): MailRow[] =>
    messages
      .list()
      .filter((row) => row.email === email)
      .sort((a, b) => b.internalDate - a.internalDate || (a.id < b.id ? 1 : -1))
  return { messages, raws, records, watches, behaviours, behaviour, lastNumber, record, of }
}

/** What is done with mails, by the API and by people. */
export const openMails = (context: SimulatorContext) => {
  const { messages, raws, records, watches, behaviours, behaviour, lastNumber, record, of } = openRows(context)

  const add = (email: string, raw: Buffer, given: Added): MailRow => {
    const id = randomBytes(8).toString('hex')
    const part = readParts(raw)
    const facts = factsOf(
      raw,
      leavesOf(part).some(({ filename }) => filename !== ''),
    )
    const row = {
      ...{ id, email, threadId: given.threadId ?? threadOf(of(email), facts) ?? id, labelIds: given.labelIds },
      ...{ internalDate: given.internalDate ?? context.now().getTime(), sizeBytes: raw.length, facts },
      snippet: (textOf(part, 'text/plain') ?? textOf(part, 'text/html')?.replace(/<[^>]*>/g, ' ') ?? '')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 200),
    }
    raws.put({ id, base64: raw.toString('base64') })
    return messages.put({ ...row, historyId: record(row, 'messageAdded') })
  }

  const relabel = (row: MailRow, toAdd: readonly string[], toRemove: readonly string[]): MailRow => {
    for (const label of [...toAdd, ...toRemove])
      if (!knownLabels.has(label)) throw new MailRefusal('invalidArgument', `Invalid label: ${label}`)
    const added = toAdd.filter((label) => !row.labelIds.includes(label))
    const removed = toRemove.filter((label) => row.labelIds.includes(label) && !toAdd.includes(label))
    const labelIds = [...row.labelIds.filter((label) => !removed.includes(label)), ...added]
    let { historyId } = row
    if (added.length > 0) historyId = record({ ...row, labelIds }, 'labelAdded', added)
    if (removed.length > 0) historyId = record({ ...row, labelIds }, 'labelRemoved', removed)
    return messages.put({ ...row, labelIds, historyId })
  }

  return {
    ...{ behaviour, lastNumber, of, add, relabel, watches },
    behave: (wanted: Partial<MailBehaviour>): void => void behaviours.put({ ...behaviour(), ...wanted }),
    find: (email: string, id: string): MailRow => {
      const row = messages.find(id)
      if (row?.email !== email) throw new MailRefusal('notFound')
      return row
    },
    rawOf: ({ id }: MailRow): Buffer => Buffer.from(raws.find(id)?.base64 ?? '', 'base64'),
    remove(row: MailRow): void {
      messages.remove(row.id)
      raws.remove(row.id)
      record(row, 'messageDeleted')
    },
    /** Oldest first. */
    recordsSince(email: string, number: number): HistoryRow[] {
      const all = records.list()
      const floor = all.length < recordsKept ? behaviour().historyFloor : (all.at(-1)?.number ?? 0)
      if (number < floor || number > lastNumber()) throw new MailRefusal('notFound')
      return all.filter((each) => each.email === email && each.number > number).reverse()
    },
    /** Every cursor that was given is forgotten. */
    expireHistory: (): void => void behaviours.put({ ...behaviour(), historyFloor: lastNumber() + 1 }),

    /** Gmail takes recipients from the headers, and writes the sender itself where it is not one of the account's. */
    send(account: Account, given: Buffer, threadId: string | null): MailRow {
      const headers = headersOf(given)
      const recipients = ['to', 'cc', 'bcc'].flatMap((name) => addressesIn(headerIn(headers, name)))
      if (recipients.length === 0) throw new MailRefusal('invalidArgument', 'Recipient address required')
      const own = of(account.email)
      const facts = factsOf(given, false)
      const thread = own.filter((row) => row.threadId === threadId)
      if (threadId !== null && thread.length === 0) throw new MailRefusal('notFound')
      // Into the thread that is asked for only where the headers say the same.
      const found = threadOf(threadId === null ? own : thread, facts)
      const isToSelf = recipients.includes(account.email)
      const labelIds = isToSelf ? ['SENT', 'UNREAD', 'INBOX'] : ['SENT']
      return add(account.email, asSent(account, given, behaviour(), context.now()), { labelIds, threadId: found })
    },
  }
}
export type SimulatedMails = ReturnType<typeof openMails>

interface Added {
  readonly labelIds: readonly string[]
  readonly internalDate?: number
  readonly threadId?: string | null
}

const asSent = (account: Account, given: Buffer, behaviour: MailBehaviour, now: Date): Buffer => {
  const headers = headersOf(given)
  const verified = aliasesOf(account).filter(({ isVerified }) => isVerified)
  const mayWriteAs = [account.email, ...verified.map(({ email }) => email)]
  const [from = ''] = addressesIn(headerIn(headers, 'from'))
  let raw = given
  if (!mayWriteAs.includes(from)) raw = withHeader(raw, 'From', `${account.name} <${account.email}>`)
  if (headerIn(headers, 'date') === '') raw = withHeader(raw, 'Date', now.toUTCString())
  if (headerIn(headers, 'message-id') === '' || behaviour.replacesMessageId)
    raw = withHeader(raw, 'Message-ID', `<CA+${randomUUID()}@mail.gmail.com>`)
  return raw
}

const factsOf = (raw: Buffer, hasFiles: boolean): MailRow['facts'] => {
  const headers = headersOf(raw)
  const value = (name: string): string => headerIn(headers, name)
  return {
    ...{ from: value('from'), to: value('to'), cc: value('cc'), subject: value('subject'), hasFiles },
    messageId: idsIn(value('message-id'))[0] ?? '',
    references: idsIn(`${value('in-reply-to')} ${value('references')}`),
  }
}

/** By references and subject together, as Gmail does. */
const threadOf = (rows: readonly MailRow[], { references, subject }: MailRow['facts']): string | null =>
  rows.find((row) => references.includes(row.facts.messageId) && bare(row.facts.subject) === bare(subject))?.threadId ?? null
const bare = (subject: string): string => subject.replace(/^(?:\s*(?:re|aw|fwd?|wg)\s*:)+/i, '').trim()
