import { type Kysely, sql } from 'kysely'
import { wake } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { type ArrayKind, BinaryArray } from '#db/binary-array.ts'
import { isRace } from '#db/races.ts'
import type { Tables } from '#db/tables.ts'
import { digest16 } from '../identities/digests.ts'
import { leadEvents } from './events.ts'
import type { LeadInput } from './lead-input.ts'

/** One lead on its way into the database, with everything that is written together with it. */
export interface LeadRow {
  readonly orgId: string
  readonly leadId: string
  /** The id of the contact, should one have to be made. */
  readonly contactId: string
  readonly eventId: string
  readonly lead: LeadInput
  /** What identifies the lead and its person: 16-byte digests, as UUIDs. */
  readonly dkey: string | null
  readonly ekey: string | null
  readonly pkey: string | null
  readonly via: 'api' | 'upload' | 'replay' | 'demo' | 'source' | 'person' | 'workflow'
  /** The request that brought it, whose id the lead gets; null where no request did. */
  readonly deliveryId: string | null
  readonly keyId: string | null
  /** To the letter, as received; a row of a file as JSON. Kept with the lead, or with the request where that makes none. */
  readonly body: Buffer | null
  readonly replayOf: string | null
  readonly uploadId: string | null
  readonly uploadRow: number | null
  /** Digests of credential and Idempotency-Key, and of the payload. */
  readonly idempotency: { readonly id: string; readonly payload: string } | null
  /** Leads a month; null for no limit. */
  readonly quota: number | null
}

export type LeadResult =
  | {
      readonly outcome: 'accepted' | 'deduplicated' | 'replayed'
      readonly leadId: string
      readonly contactId: string
      readonly deduplicated: boolean
      /** The external_id was known, from elsewhere and of another person: two senders may be giving out the same ids. */
      readonly conflict: boolean
    }
  /** mismatch: the Idempotency-Key came with another payload. over_quota: the month's leads are used up. Nothing is written. */
  | { readonly outcome: 'mismatch' }
  | { readonly outcome: 'over_quota' }

/** A row with its ids and digests made. */
export const leadRow = (
  given: Pick<LeadRow, 'orgId' | 'lead' | 'via'> & Partial<Omit<LeadRow, 'dkey' | 'ekey' | 'pkey'>>,
): LeadRow => {
  const { orgId, lead } = given
  return {
    // A request and the lead it makes are one row, of one id.
    leadId: given.deliveryId ?? newId(),
    contactId: newId(),
    eventId: newId(),
    deliveryId: null,
    keyId: null,
    body: null,
    replayOf: null,
    uploadId: null,
    uploadRow: null,
    idempotency: null,
    quota: null,
    ...given,
    dkey: lead.external_id === null ? null : digest16(orgId, 'external_id', lead.external_id),
    ekey: lead.email_key === null ? null : digest16(orgId, 'email', lead.email_key),
    pkey: lead.phone_key === null ? null : digest16(orgId, 'phone', lead.phone_key),
  }
}

/** The parameters of foyer.take_leads that hold one element a row, in order, by what they hold. */
const columns = {
  n: 'int',
  org: 'uuid',
  lead: 'uuid',
  contact: 'uuid',
  event: 'uuid',
  delivery: 'uuid',
  key: 'uuid',
  dkey: 'uuid',
  ekey: 'uuid',
  pkey: 'uuid',
  external_id: 'text',
  source: 'text',
  email: 'text',
  phone: 'text',
  phone_e164: 'text',
  full_name: 'text',
  company: 'text',
  job_title: 'text',
  note: 'text',
  linkedin_url: 'text',
  consent: 'jsonb',
  metadata: 'jsonb',
  via: 'text',
  upload: 'uuid',
  upload_row: 'int',
  body: 'bytea',
  flags: 'text',
  replay_of: 'uuid',
  idempotency: 'uuid',
  payload: 'uuid',
  quota: 'int',
} as const satisfies Record<string, ArrayKind>
type ColumnName = keyof typeof columns
const columnNames = Object.keys(columns) as ColumnName[]

export const takeLeadsText = `select n, outcome, lead_id, contact_id, conflict, answer from foyer.take_leads(${Array.from({ length: columnNames.length + 4 }, (_, n) => `$${n + 1}`).join(', ')})`

/** Rows that may stand in one statement: no two share an external_id, a person or an Idempotency-Key. */
export const maxBatchRows = 256

/**
 * A batch that grows as leads arrive: the arrays of the statement are written row by row, in the form in which PostgreSQL
 * sends them itself, so that neither side turns bytes into text and back.
 */
export class Batch {
  readonly rows: LeadRow[] = []
  readonly #arrays = Object.fromEntries(columnNames.map((name) => [name, new BinaryArray(columns[name])])) as Record<
    ColumnName,
    BinaryArray
  >
  readonly #taken = new Set<string>()
  #hasQuota = false
  #hasIdempotency = false

  get size(): number {
    return this.rows.length
  }

  /** False when the row must wait for the next batch, because one of this batch may decide what becomes of it. */
  fits(row: LeadRow): boolean {
    if (this.rows.length >= maxBatchRows) return false
    const taken = this.#taken
    return !(
      (row.dkey !== null && taken.has(row.dkey)) ||
      (row.ekey !== null && taken.has(row.ekey)) ||
      (row.pkey !== null && taken.has(row.pkey)) ||
      (row.idempotency !== null && taken.has(row.idempotency.id))
    )
  }

  /** A queued row delays those that share an identity with it: order is kept. */
  hold(row: LeadRow): void {
    if (row.dkey !== null) this.#taken.add(row.dkey)
    if (row.ekey !== null) this.#taken.add(row.ekey)
    if (row.pkey !== null) this.#taken.add(row.pkey)
    if (row.idempotency !== null) this.#taken.add(row.idempotency.id)
  }

  add(row: LeadRow): void {
    const { lead } = row
    const n = this.rows.push(row) - 1
    this.hold(row)
    if (row.quota !== null) this.#hasQuota = true
    if (row.idempotency !== null) this.#hasIdempotency = true

    const to = this.#arrays
    to.n.int(n)
    to.org.uuid(row.orgId)
    to.lead.uuid(row.leadId)
    to.contact.uuid(row.contactId)
    to.event.uuid(row.eventId)
    to.delivery.uuid(row.deliveryId)
    to.key.uuid(row.keyId)
    to.dkey.uuid(row.dkey)
    to.ekey.uuid(row.ekey)
    to.pkey.uuid(row.pkey)
    to.external_id.text(lead.external_id)
    to.source.text(lead.source)
    to.email.text(lead.email)
    to.phone.text(lead.phone)
    to.phone_e164.text(lead.phone_e164)
    to.full_name.text(lead.full_name)
    to.company.text(lead.company)
    to.job_title.text(lead.job_title)
    to.note.text(lead.note)
    to.linkedin_url.text(lead.linkedin_url)
    to.consent.json(lead.consent)
    to.metadata.json(lead.metadata)
    to.via.text(row.via)
    to.upload.uuid(row.uploadId)
    to.upload_row.int(row.uploadRow)
    to.body.bytes(row.body)
    to.flags.text(lead.unused.length === 0 ? '' : lead.unused.map((name) => `unused:${name}`).join('\n'))
    to.replay_of.uuid(row.replayOf)
    to.idempotency.uuid(row.idempotency === null ? null : row.idempotency.id)
    to.payload.uuid(row.idempotency === null ? null : row.idempotency.payload)
    to.quota.int(row.quota)
  }

  /** The statement's parameters. A column in which nothing stands is sent as null. */
  values(now: Date): (Buffer | string | boolean | null)[] {
    const month = `${now.toISOString().slice(0, 7)}-01`
    return [
      ...columnNames.map((name) => this.#arrays[name].value()),
      this.#hasQuota,
      this.#hasIdempotency,
      month,
      monthFloor(month),
    ]
  }
}

let lastMonth = ''
let lastFloor = ''
/** The smallest UUIDv7 of a month. */
const monthFloor = (month: string): string => {
  if (month !== lastMonth) {
    const time = Date.parse(month).toString(16).padStart(12, '0')
    lastFloor = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
    lastMonth = month
  }
  return lastFloor
}

/** A row of the statement's answer, as the driver reads it. */
export interface AnswerRow {
  readonly n: number
  readonly outcome: LeadResult['outcome']
  readonly lead_id: string | null
  readonly contact_id: string | null
  readonly conflict: boolean
  readonly answer: { lead_id: string; contact_id: string; deduplicated: boolean } | null
}

export const readAnswer = (row: AnswerRow): LeadResult => {
  if (row.outcome === 'mismatch') return { outcome: 'mismatch' }
  if (row.outcome === 'over_quota') return { outcome: 'over_quota' }
  if (row.outcome === 'replayed' && row.answer)
    return {
      outcome: 'replayed',
      leadId: row.answer.lead_id,
      contactId: row.answer.contact_id,
      deduplicated: row.answer.deduplicated,
      conflict: false, // it was told of the first time
    }
  return {
    outcome: row.outcome,
    leadId: row.lead_id ?? '',
    contactId: row.contact_id ?? '',
    deduplicated: row.outcome === 'deduplicated',
    conflict: row.outcome === 'deduplicated' && row.conflict,
  }
}

/**
 * Takes leads inside a transaction: for files and replays. One result a row, in order; rows that share a person or an
 * external_id go one after the other. A race with another process breaks the transaction with unique_violation or a
 * deadlock: run it again (`isRace` tells).
 */
export const takeLeads = async (db: Kysely<Tables>, rows: readonly LeadRow[], now = new Date()): Promise<LeadResult[]> => {
  const results: (LeadResult | undefined)[] = rows.map(() => undefined)
  let open = rows.map((row, at) => ({ row, at }))
  for (let round = 0; open.length > 0; round++) {
    if (round > rows.length + 5) throw new Error('leads were retried too often')
    const batch = new Batch()
    const inBatch: typeof open = []
    const later: typeof open = []
    for (const each of open) {
      if (batch.fits(each.row)) {
        batch.add(each.row)
        inBatch.push(each)
      } else {
        batch.hold(each.row)
        later.push(each)
      }
    }
    const answer =
      await sql<AnswerRow>`select n, outcome, lead_id, contact_id, conflict, answer from foyer.take_leads(${sql.join(batch.values(now).map((value) => sql`${value}`))})`.execute(
        db,
      )
    for (const found of answer.rows) {
      const each = inBatch[found.n]
      if (!each) throw new Error('take_leads returned a row that was not sent')
      results[each.at] = readAnswer(found)
    }
    open = later
  }
  for (const orgId of new Set(rows.map((row) => row.orgId))) await wake(db, orgId, leadEvents.received)
  return results as LeadResult[]
}

/** Another request may take the same lead or person at the same moment; after this many times something else is wrong. */
const triesAtOnce = 5

/** Takes one lead in a transaction that goes on afterwards: a race is undone to a savepoint and run again, and what came before stays. */
export const takeThroughRaces = async (db: Kysely<Tables>, row: LeadRow, now: Date): Promise<LeadResult> => {
  for (let tries = 1; ; tries++) {
    await sql`savepoint take_lead`.execute(db)
    try {
      const [result] = await takeLeads(db, [row], now)
      if (!result) throw new Error('a lead has no outcome')
      return result
    } catch (error) {
      await sql`rollback to savepoint take_lead`.execute(db)
      if (tries === triesAtOnce || !isRace(error)) throw error
    }
  }
}
