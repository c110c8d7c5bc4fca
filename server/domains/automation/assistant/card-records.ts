import type { AssistantDoor } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { fieldErrors } from '#domains/crm/fields/errors.ts'
import { findFields } from '#domains/crm/fields/fields.ts'
import { type FieldValue, fieldsOfRecord } from '#domains/crm/fields/values.ts'
import { findStanding } from '#domains/crm/notes/notes.ts'
import type { PlainRecordKind } from '#domains/crm/records/records.ts'
import { tagsOf } from '#domains/crm/tags/record-tags.ts'
import { findTags, keyOfName } from '#domains/crm/tags/tags.ts'
import { formatMoney } from '#shapes/amounts.ts'
import type { Language } from '#shapes/languages.ts'
import { cut } from '#shapes/texts.ts'
import { labelOf, type Names, type Saying, sayDay, sayValue } from './card-values.ts'
import type { CardWords } from './card-words/en.ts'

export type Input = Readonly<Record<string, unknown>>

/** A value that stands in the card beside those of the input, in words. */
export interface Shown {
  readonly field: string
  readonly label: string
  readonly from: string | null
  readonly to: string
}

/** What a card is made from, by the person's own rights. */
export interface Reading {
  readonly orgId: string
  readonly personId: string
  readonly door: AssistantDoor
  readonly zone: string
  readonly language: Language
  readonly words: CardWords
  readonly now: () => Date
  readonly names: (ids: readonly string[]) => Promise<Names>
  readonly inOrg: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

/** What leaves the house by an action: by which channel, and to whom. */
export interface Going {
  readonly channel: 'email' | 'whatsapp' | 'web_chat'
  /** Addresses or a number, as they are written to; null where there is none to be named. */
  readonly to: string | null
  /** The address that it leaves from, where the action has a choice. */
  readonly from?: string | null
  /** Its sender is known by their own word alone. */
  readonly isUnverified?: boolean
  /** The message that is answered. */
  readonly answering?: { readonly id: string; readonly text: string | null } | null
  /** Of an invoice: what is sent. */
  readonly sends?: 'invoice' | 'reminder'
}

/** The action that shows a record, by the field that has its id. */
const readers: Readonly<Record<string, { readonly show: string; readonly field: string }>> = {
  dealId: { show: 'show-deal', field: 'dealId' },
  leadId: { show: 'show-lead', field: 'leadId' },
  contactId: { show: 'show-contact', field: 'contactId' },
  invoiceId: { show: 'show-invoice', field: 'invoiceId' },
  bookingId: { show: 'show-booking-detail', field: 'bookingId' },
}

/** What stands there now; null where it has no reader. Throws the Failure of what is not there, or what they cannot see. */
export const recordNow = async (field: string, id: unknown, reading: Reading): Promise<Input | null> => {
  if (typeof id !== 'string') return null
  if (field === 'noteId') return reading.inOrg((db) => findStanding(db, reading.orgId, id))
  if (field === 'taskId') return taskNow(id, reading)
  if (field === 'projectId') return conversationNow(id, reading)
  const reader = readers[field]
  if (!reader) return null
  const { body, failure } = await reading.door.read(reader.show, { [reader.field]: id })
  if (failure) throw failure
  const record = Object.values(body as object).find((member) => typeof member === 'object' && member !== null)
  // What is shown beside the record, such as the people of a deal, is found by its own name.
  const { booking } = (record ?? {}) as { readonly booking?: object }
  return record ? { ...(body as object), ...record, ...booking } : null
}

/** A conversation is no deal: its state is its own. It has none before its first message. */
const conversationNow = async (id: string, { door }: Reading): Promise<Input> => {
  const { body, failure } = await door.read('fetch-chat-history', { projectId: id, limit: 1 })
  if (failure) throw failure
  return ((body as { readonly conversation: Input | null }).conversation ?? {}) as Input
}

const taskNow = async (id: string, { orgId, inOrg }: Reading): Promise<Input> => {
  const task = await inOrg((db) =>
    db
      .selectFrom('tasks')
      .select(['title', 'kind', 'due_at', 'assigned_to', 'outcome', 'done_at', 'deal_id', 'contact_id'])
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  if (!task) throw new Failure(dealErrors.task_not_found)
  return { ...task, due_at: task.due_at?.toISOString() ?? null }
}

/** What an action does beside what its fields say: without it the card would be empty, or say too little. Throws where it does nothing. */
export const impliedBy = (action: string, now: Input | null, going: Going | null, saying: Saying): readonly Shown[] => {
  const { words } = saying
  const row = (field: string, to: string, from: string | null = null): Shown => ({
    ...{ field, label: labelOf(field, saying), from, to },
  })
  const rowOf = (field: string, text: unknown): readonly Shown[] =>
    typeof text === 'string' && text !== '' ? [row(field, text)] : []
  switch (action) {
    case 'delete-note':
      return [row('body', '–', String(now?.body))]
    case 'complete-task':
      if (now?.done_at) throw new Failure(dealErrors.task_done)
      return [row('done', words.yes, words.no)]
    case 'update-task':
      if (now?.done_at) throw new Failure(dealErrors.task_done)
      return []
    case 'reopen-task':
      if (!now?.done_at) throw refusedCard('The task is open: reopening it changes nothing.')
      return [row('done', words.no, words.yes)]
    case 'send-invoice':
      return [
        row('sends', going?.sends === 'reminder' ? words.reminder : words.invoice),
        row('number', typeof now?.label === 'string' ? now.label : words.draft),
        row('client', String(now?.client_name ?? '–')),
        // Other lines may come to the same total.
        row('lines', sayValue(linesOf(now), 'lines', saying)),
        row('total', sayValue(now?.total_minor, 'totalMinor', saying)),
        ...rowOf('clientAddress', now?.client_address),
        ...rowOf('note', now?.note),
        ...(typeof now?.due_on === 'string' ? [row('dueOn', sayDay(now.due_on, saying))] : []),
        row('to', recipientOf(going, words)),
      ]
    case 'reply-chat':
      if (going === null) return []
      return [
        row('to', recipientOf(going, words)),
        ...(going.from ? [row('from', going.from)] : []),
        ...(going.answering?.text ? [row('answering', cut(going.answering.text, longestQuote))] : []),
      ]
    case 'manage-booking':
      return [row('start', sayValue(now?.starts_at, 'start', saying)), row('to', recipientOf(going, words))]
    case 'move-booking':
    case 'create-booking':
      return [row('to', recipientOf(going, words))]
    default:
      return []
  }
}

/** The lines of an invoice as they were written. */
const linesOf = (invoice: Input | null): readonly object[] =>
  ((invoice?.lines ?? []) as readonly Input[]).map(({ description, quantity, unit_minor, tax_rate, tax_code }) => ({
    ...{ description, quantity, unitMinor: unit_minor, taxRate: tax_rate },
    ...(tax_code !== null && { taxCode: tax_code }),
  }))

/** Of the message that is answered a person sees which one it is; it leaves nothing. */
const longestQuote = 200

/** Who gets it: `WhatsApp, +49…`, `website chat, not verified`. */
const recipientOf = (going: Going | null, words: CardWords): string => {
  if (going === null) return words.noRecipient
  const { channel, to, isUnverified = false } = going
  const named = `${words.channels[channel]}${to === null ? '' : `, ${to}`}`
  return isUnverified ? `${named}, ${words.notVerified}` : named
}

/** What cannot be put before a person to be approved, as the model is told it. */
export const refusedCard = (message: string, field?: string): Failure =>
  new Failure('bad_request', { message, ...(field !== undefined && { field }) })

/** The tags of each record, before and after: of those alone that change. */
export const tagsShown = async (input: Input, known: Names, { orgId, inOrg, words }: Reading): Promise<readonly Shown[]> => {
  const { kind, recordIds } = input as { readonly kind: PlainRecordKind; readonly recordIds: readonly string[] }
  const [add, remove] = [input.add, input.remove].map((given) => (Array.isArray(given) ? given.map(String) : []))
  const [tags, before] = await inOrg((db) => Promise.all([findTags(db, orgId), tagsOf(db, orgId, kind, recordIds)]))
  const nameOf = (given: string): string =>
    tags.find(({ id, name_key }) => id === given || name_key === keyOfName(given))?.name ?? given
  const removed = new Set(remove?.map(nameOf))
  const changed = recordIds.flatMap((id) => {
    const stand = (before.get(id) ?? []).map(({ name }) => name)
    const left = stand.filter((name) => !removed.has(name))
    const after = [...left, ...(add ?? []).map(nameOf).filter((name) => !left.includes(name))]
    const isSame = stand.length === after.length && stand.every((name) => after.includes(name))
    return isSame ? [] : [{ name: known.get(id) ?? id, stand, after }]
  })
  if (changed.length === 0) throw refusedCard('All of these records have these tags already: nothing would change.')
  const lines = (of: 'stand' | 'after'): string =>
    changed.map((each) => `${each.name}: ${each[of].join(', ') || '–'}`).join('\n')
  return [{ field: 'tags', label: words.fields.tags, from: lines('stand'), to: lines('after') }]
}

/** Own fields by their names, before and after. */
export const fieldsShown = async (input: Input, saying: Saying, { orgId, inOrg }: Reading): Promise<readonly Shown[]> => {
  const { kind, recordId, fields } = input as {
    readonly kind: PlainRecordKind
    readonly recordId: string
    readonly fields: Input
  }
  const [own, now] = await inOrg((db) =>
    Promise.all([findFields(db, orgId, { kind }), fieldsOfRecord(db, orgId, kind, recordId)]),
  )
  return Object.entries(fields).map(([key, value]) => {
    const field = own.find((each) => each.key === key)
    if (!field) throw new Failure(fieldErrors.field_not_found, { field: `fields.${key}` })
    const currency = field.options.currency ?? null
    const say = (each: unknown): string =>
      field.type === 'date' && typeof each === 'string' ? sayDay(each, saying) : sayOwn(each, { ...saying, currency })
    const before = now[key] ?? null
    return { field: field.name, label: field.name, from: before === null ? null : say(before), to: say(value) }
  })
}

const sayOwn = (value: FieldValue | unknown, saying: Saying): string => {
  if (Array.isArray(value)) return value.map((each) => sayOwn(each, saying)).join('\n') || '–'
  if (typeof value === 'object' && value !== null) {
    const { name, amount_minor: amount, currency = saying.currency } = value as Input
    if (typeof name === 'string') return name
    if (typeof amount === 'number' && typeof currency === 'string') return formatMoney(amount, currency, saying.language)
  }
  return sayValue(value, 'fields', saying)
}
