import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { CrmEntity, CrmPage } from '#ports/crm.ts'
import { type Incoming, type Note, readIncoming } from './incoming.ts'
import { forgetIntents, matchIntents } from './intents.ts'
import { findLinks, keepUntouched, type Link, type LinkWrite, mergeLinks, touchLinks, writeLinks } from './links.ts'
import { isCustomName } from './mappings.ts'
import { ownRecordsOf } from './own.ts'
import { type FieldRule, type OwnRecord, type RunFacts, rulesOf } from './own-records.ts'
import { withPins } from './pins.ts'
import { lookUpByIndexes } from './plans.ts'
import {
  addConflicts,
  addErrors,
  addSamples,
  type ConflictNote,
  type ErrorNote,
  rememberRehearsed,
  type SampleNote,
} from './run-notes.ts'
import { noCounts, type SyncCounts } from './sync-jobs.ts'
import { judge } from './three-way.ts'
import { linkWaiting, readReferences, waitFor } from './waiting.ts'

/** What a page did, to be added to what the run did before. */
export interface Taken {
  readonly counts: SyncCounts
  readonly errors: number
}

type Values = Readonly<Record<string, string | null>>

/** What becomes of one record. */
interface Plan {
  readonly incoming: Incoming
  readonly link: Link | undefined
  readonly own: OwnRecord | undefined
  /** Under which it stands here, or will. */
  readonly ourId: string
  readonly writes: Values
  readonly asks: readonly { readonly field: string; readonly ours: string | null; readonly theirs: string | null }[]
  readonly differs: readonly string[]
  readonly isChanged: boolean
}

/**
 * Takes the records of a page, in the transaction that also moves the run on: each record is found or made here, its values are compared
 * with ours and with what both had, and what is known of it is noted. The same page twice changes nothing. A rehearsal comes to the same
 * verdicts and writes none of it.
 */
export const takePage = async (
  db: Db,
  facts: RunFacts,
  entity: CrmEntity,
  page: Pick<CrmPage, 'records' | 'unreadable'>,
): Promise<Taken> => {
  await lookUpByIndexes(db)
  const { job } = facts
  const place = { orgId: job.org_id, connectionId: job.connection_id, entity }
  const read = page.records.map((record) => readIncoming(entity, record, facts.mappings[entity], facts))
  const incoming = [...new Map(read.map((each) => [each.theirId, each])).values()]
  const { resolved, waiting } = await readReferences(db, facts, entity, incoming)
  const links = await findLinks(
    db,
    place,
    resolved.flatMap(({ theirId, mergedIds }) => [theirId, ...mergedIds]),
  )

  const counts = { ...noCounts }
  const errors: ErrorNote[] = [...page.unreadable].map(({ id, reason }) => ({
    ...{ record_id: id, field: null, code: 'record_unreadable', message: reason },
  }))
  counts.failed += page.unreadable.length
  const noted = (record: Incoming, notes: readonly Note[]) => {
    for (const note of notes) errors.push({ record_id: record.theirId, ...note })
  }

  const work = new Work(facts, entity, links)
  await work.planKnown(db, resolved)
  await work.planUnknown(db, resolved)
  for (const { incoming: record, link, own, isChanged } of work.plans) {
    noted(record, record.notes)
    if (link?.jobId === job.id && link.state === 'linked') continue
    if (own === undefined) counts.new++
    else {
      if (link === undefined) counts.matched++
      if (isChanged) counts.changed++
      else counts.unchanged++
    }
  }
  for (const record of work.refused) {
    counts.failed++
    errors.push({
      ...{ record_id: record.theirId, field: null, code: 'record_not_taken' },
      message: 'Another record here has its identity and could not be matched; read it again with the next sync.',
    })
  }
  counts.conflicts = work.plans.reduce((sum, { asks }) => sum + asks.length, 0)
  counts.total = counts.new + counts.changed + counts.unchanged + counts.failed
  if (job.kind === 'rehearsal') await work.rehearse(db)
  else {
    for (const refusal of await work.apply(db)) errors.push(refusal)
    await waitFor(db, facts, entity, waiting)
    await linkWaiting(db, facts, entity, new Map(work.plans.map(({ incoming: { theirId }, ourId }) => [theirId, ourId])))
  }
  await addErrors(db, job, entity, errors)
  return { counts, errors: errors.length }
}

/** The records of one page on their way. */
class Work {
  readonly plans: Plan[] = []
  /** Neither found nor added. */
  refused: Incoming[] = []
  readonly #facts: RunFacts
  readonly #entity: CrmEntity
  readonly #links: ReadonlyMap<string, Link>
  readonly #rules: ReadonlyMap<string, FieldRule>
  /** As they will be after the plans so far: two records there can stand for one here. */
  readonly #own = new Map<string, OwnRecord>()
  readonly #added = new Map<string, Incoming>()

  constructor(facts: RunFacts, entity: CrmEntity, links: ReadonlyMap<string, Link>) {
    this.#facts = facts
    this.#entity = entity
    this.#links = links
    this.#rules = rulesOf(facts.mappings[entity])
  }

  get #records() {
    return ownRecordsOf[this.#entity]
  }

  /** Its own link, or that of a record that was merged into it. */
  #linkOf({ theirId, mergedIds }: Incoming): Link | undefined {
    const own = this.#links.get(theirId)
    return own ?? mergedIds.map((id) => this.#links.get(id)).find((link) => link !== undefined)
  }

  async planKnown(db: Db, records: readonly Incoming[]): Promise<void> {
    const known = records.flatMap((incoming) => {
      const link = this.#linkOf(incoming)
      return link ? [{ incoming, link }] : []
    })
    await this.#lock(
      db,
      known.map(({ link }) => link.ourId),
    )
    // What stood here for one and was removed since is looked for, or made, as if it came for the first time.
    for (const { incoming, link } of known) if (this.#own.has(link.ourId)) this.#plan(incoming, link.ourId, link)
  }

  async #lock(db: Db, ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#own.has(id))
    const { org_id: orgId } = this.#facts.job
    for (const [id, own] of await withPins(db, orgId, await this.#records.lock(db, orgId, missing))) this.#own.set(id, own)
  }

  /** Those that are not linked are matched, or added; what could not be added is matched with what was there first. */
  async planUnknown(db: Db, records: readonly Incoming[]): Promise<void> {
    const planned = new Set(this.plans.map(({ incoming }) => incoming.theirId))
    let left = records.filter(({ theirId }) => !planned.has(theirId))
    // Each round settles something; a row that is added elsewhere at this moment is seen in the next.
    for (let round = 0; round < mostRounds && left.length > 0; round++) {
      const found = await this.#match(db, left)
      await this.#lock(db, [...found.values()])
      const unknown: Incoming[] = []
      for (const incoming of left) {
        const ourId = found.get(incoming.theirId)
        if (ourId !== undefined && this.#own.has(ourId)) this.#plan(incoming, ourId, undefined)
        else unknown.push(incoming)
      }
      left = await this.#add(db, unknown)
    }
    this.refused = left
  }

  async #match(db: Db, records: readonly Incoming[]): Promise<ReadonlyMap<string, string>> {
    const known = await this.#records.match(db, this.#facts, records)
    const unknown = records.filter(({ theirId }) => !known.has(theirId))
    const found = new Map([...known, ...(await matchIntents(db, this.#facts, this.#entity, unknown))])
    if (this.#facts.job.kind !== 'rehearsal') return found
    const others = records.filter(({ theirId }) => !found.has(theirId))
    const keys = new Map(others.map((each) => [each.theirId, this.#records.keysOf(this.#facts, each)]))
    const before = await rememberRehearsed(db, this.#facts.job, keys)
    // It would stand for what a page before this one would have made: of that nothing is written, so there is nothing to compare with.
    for (const id of before) this.#own.set(id, { id, values: {}, at: new Date(0), proven: new Set() })
    return new Map([...found, ...[...before].map((id): [string, string] => [id, id])])
  }

  /** Answers those that could not be added. */
  async #add(db: Db, records: readonly Incoming[]): Promise<Incoming[]> {
    const wanted = new Map(records.map((incoming): [string, Incoming] => [newId(), incoming]))
    const isRehearsal = this.#facts.job.kind === 'rehearsal'
    const added = isRehearsal ? new Set(wanted.keys()) : await this.#records.add(db, this.#facts, wanted)
    for (const [ourId, incoming] of wanted)
      if (added.has(ourId)) {
        this.#added.set(ourId, incoming)
        this.plans.push({
          ...{ incoming, link: undefined, own: undefined, ourId },
          writes: {},
          asks: [],
          differs: [],
          isChanged: true,
        })
      }
    return [...wanted].flatMap(([id, incoming]) => (added.has(id) ? [] : [incoming]))
  }

  #plan(incoming: Incoming, ourId: string, link: Link | undefined): void {
    const own = this.#own.get(ourId) as OwnRecord
    const writes: Record<string, string | null> = {}
    const asks: { field: string; ours: string | null; theirs: string | null }[] = []
    const differs: string[] = []
    let isChanged = false
    for (const [field, theirs] of Object.entries(incoming.values)) {
      const seen = link === undefined || !(field in link.seen) ? undefined : (link.seen[field] ?? null)
      if (isCustomName(field)) {
        isChanged ||= link !== undefined && seen !== theirs && !(seen === undefined && theirs === null)
        continue
      }
      const rule = this.#rules.get(field)
      if (!rule) continue
      const ours = own.values[field] ?? null
      const isAgreed = link !== undefined && !link.differs.includes(field)
      const verdict = judge({
        ...{ ours, theirs, seen, isAgreed, ...rule },
        isPinned: own.proven.has(field) || link?.pinned.includes(field) === true,
        isTheirsLater: incoming.modifiedAt === null ? null : incoming.modifiedAt > own.at,
      })
      if (verdict === 'take') {
        writes[field] = theirs
        isChanged = true
      } else if (verdict === 'ask' || (verdict === 'keep' && !(isAgreed && theirs === seen))) differs.push(field)
      if (verdict === 'ask') asks.push({ field, ours, theirs })
    }
    this.#own.set(ourId, { ...own, values: { ...own.values, ...writes } })
    this.plans.push({ incoming, link, own, ourId, writes, asks, differs, isChanged })
  }

  /** Writes what was planned. Answers what could not be written. */
  async apply(db: Db): Promise<ErrorNote[]> {
    const { job } = this.#facts
    const place = { orgId: job.org_id, connectionId: job.connection_id, entity: this.#entity }
    const changed = this.plans.filter(({ writes }) => Object.keys(writes).length > 0)
    const changes = new Map<string, Values>()
    for (const { own, ourId, writes } of changed) {
      const id = own?.id ?? ourId
      changes.set(id, { ...changes.get(id), ...writes })
    }
    const refused = changes.size === 0 ? [] : await this.#records.write(db, this.#facts, changes)
    await keepUntouched(
      db,
      job.org_id,
      changed.flatMap(({ own }) => own ?? []),
    )
    const isRefused = (id: string, field: string) => refused.some((each) => each.id === id && each.field === field)
    await addChanges(
      db,
      job,
      this.#entity,
      changed.flatMap(({ incoming, own, ourId, writes }) =>
        Object.entries(writes)
          .filter(([field]) => !isRefused(own?.id ?? ourId, field))
          .map(([field, became]) => ({
            ...{ their_id: incoming.theirId, our_id: own?.id ?? ourId, field },
            was: own?.values[field] ?? null,
            became,
          })),
      ),
    )
    const isSame = ({ link, isChanged, incoming, differs }: Plan): boolean =>
      link !== undefined &&
      !isChanged &&
      link.theirId === incoming.theirId &&
      link.state === 'linked' &&
      isSameSeen(link.seen, incoming.values) &&
      differs.length === link.differs.length
    await writeLinks(
      db,
      place,
      job.id,
      this.plans
        .filter((plan) => !isSame(plan))
        .map((plan) => linkOf(plan, (field) => isRefused(plan.own?.id ?? plan.ourId, field))),
    )
    await touchLinks(
      db,
      place,
      job.id,
      this.plans.filter((plan) => isSame(plan) && plan.link?.jobId !== job.id).map(({ incoming }) => incoming.theirId),
    )
    await mergeLinks(
      db,
      place,
      this.plans.flatMap(({ incoming }) =>
        incoming.mergedIds.filter((id) => this.#links.has(id)).map((id) => ({ id, into: incoming.theirId })),
      ),
    )
    await forgetIntents(
      db,
      this.#facts,
      this.#entity,
      this.plans.filter(({ link, own }) => link === undefined && own !== undefined).map(({ ourId }) => ourId),
    )
    await addConflicts(db, job, this.#entity, this.plans.flatMap(conflictsOf))
    const ids = [...this.#added.keys(), ...changes.keys()]
    if (ids.length > 0) await this.#records.announce(db, this.#facts, ids)
    return refused.map(({ id, field, code, message }) => ({
      ...{
        record_id: this.plans.find(({ own, ourId }) => (own?.id ?? ourId) === id)?.incoming.theirId ?? id,
        field,
        code,
        message,
      },
    }))
  }

  /** Notes what would have been done with some of the records. */
  async rehearse(db: Db): Promise<void> {
    const samples = this.plans.flatMap(({ incoming, link, own, writes, asks, isChanged }): SampleNote[] => {
      const verdict =
        asks.length > 0
          ? 'conflicting'
          : own === undefined
            ? 'new'
            : link === undefined
              ? 'matched'
              : isChanged
                ? 'changed'
                : null
      if (verdict === null) return []
      const taken = own === undefined ? incoming.values : writes
      const fields = [
        ...Object.entries(taken).map(([field, theirs]) => ({
          field,
          ours: own?.values[field] ?? null,
          theirs,
          verdict: 'take',
        })),
        ...asks.map((ask) => ({ ...ask, verdict: 'ask' })),
      ].filter(({ ours, theirs }) => ours !== theirs)
      return [{ record_id: incoming.theirId, verdict, details: { fields: fields.slice(0, 50) } }]
    })
    await addSamples(db, this.#facts.job, this.#entity, samples)
  }
}

/** Rounds in which what lead intake takes meanwhile must settle. */
const mostRounds = 4

const isSameSeen = (one: Values, other: Values): boolean => {
  const names = Object.keys(other)
  return names.length === Object.keys(one).length && names.every((name) => name in one && (one[name] ?? null) === other[name])
}

const linkOf = ({ incoming, link, own, ourId, writes, differs }: Plan, isRefused: (field: string) => boolean): LinkWrite => {
  const isTouched = own !== undefined && link !== undefined && own.at > link.ourAt
  const left = Object.keys(writes).filter(isRefused)
  return {
    ...{
      their_id: incoming.theirId,
      our_id: link?.ourId ?? own?.id ?? ourId,
      modified_at: incoming.modifiedAt,
      seen: incoming.values,
    },
    differs: [...differs, ...left],
    is_ours_untouched: own === undefined || (link !== undefined && !isTouched),
    is_made: own === undefined,
  }
}

const conflictsOf = ({ incoming, own, ourId, asks }: Plan): ConflictNote[] =>
  asks.map((ask) => ({ ...ask, id: newId(), their_id: incoming.theirId, our_id: own?.id ?? ourId }))

interface Change {
  readonly their_id: string
  readonly our_id: string
  readonly field: string
  readonly was: string | null
  readonly became: string | null
}

/** By these a run is taken back. */
const addChanges = async (db: Db, job: RunFacts['job'], entity: CrmEntity, changes: readonly Change[]): Promise<void> => {
  if (changes.length === 0) return
  await sql`
    insert into sync_changes (org_id, job_id, entity, their_id, our_id, field, was, became)
    select ${job.org_id}, ${job.id}, ${entity}, g.their_id, g.our_id, g.field, g.was, g.became
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as g (their_id text, our_id uuid, field text, was text, became text)`.execute(
    db,
  )
}
