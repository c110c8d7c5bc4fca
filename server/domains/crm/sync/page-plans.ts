import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { CrmEntity } from '#ports/crm.ts'
import type { Incoming } from './incoming.ts'
import { matchIntents } from './intents.ts'
import type { Link } from './links.ts'
import { isCustomName } from './mappings.ts'
import { ownRecordsOf } from './own.ts'
import {
  type Added,
  type Claim,
  type FieldRule,
  type OwnRecord,
  type RefusedField,
  type RunFacts,
  rulesOf,
} from './own-records.ts'
import { linkOf } from './passed-over.ts'
import { withPins } from './pins.ts'
import { recallHolders, recallValues } from './rehearsed-states.ts'
import { judge } from './three-way.ts'

export type Values = Readonly<Record<string, string | null>>

/** What becomes of one record. */
export interface Plan {
  readonly incoming: Incoming
  readonly link: Link | undefined
  readonly own: OwnRecord | undefined
  /** Under which it stands here, or will. */
  readonly ourId: string
  readonly writes: Values
  readonly asks: readonly { readonly field: string; readonly ours: string | null; readonly theirs: string | null }[]
  readonly differs: readonly string[]
  /** Theirs is to become ours. */
  readonly gives?: boolean
  /** A value that is kept under its own name is another. */
  readonly hasNews: boolean
}

/** Whether anything of ours is another after it, but for what could not be written. */
export const isChangedBy = ({ own, writes, hasNews }: Plan, refused: readonly RefusedField[]): boolean =>
  own === undefined ||
  hasNews ||
  Object.keys(writes).some((field) => !refused.some((each) => each.id === own.id && each.field === field))

/** When a record was written of which all that is known is that it would have been: later than any change there. */
const justNow = new Date(8.64e15)

const firstKey = ([first]: readonly Claim[]): string => first?.key.slice(first.field.length) ?? ''
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Rounds in which what lead intake takes meanwhile must settle. */
const mostRounds = 4

/** What becomes of the records of one page: each is found or added here, and its values are judged. Nothing else is written. */
export class PagePlans {
  readonly all: Plan[] = []
  /** Neither found nor added. */
  refused: Incoming[] = []
  readonly #facts: RunFacts
  readonly #entity: CrmEntity
  readonly links: ReadonlyMap<string, Link>
  readonly #rules: ReadonlyMap<string, FieldRule>
  /** As they will be after the plans so far: two records there can stand for one here. */
  readonly #own = new Map<string, OwnRecord>()
  readonly added = new Map<string, Incoming>()
  /** Of those that were added, what another record has. */
  readonly leftOut: RefusedField[] = []
  /** Of a rehearsal: who would have which value that one record alone may have, as far as it was asked for. */
  readonly holders = new Map<string, string | null>()
  /** Of a rehearsal: those of ours that do not stand here, since it would have made them. */
  readonly foreseen = new Set<string>()

  constructor(facts: RunFacts, entity: CrmEntity, links: ReadonlyMap<string, Link>) {
    this.#facts = facts
    this.#entity = entity
    this.links = links
    this.#rules = rulesOf(facts.mappings[entity])
  }

  get #records() {
    return ownRecordsOf[this.#entity]
  }

  /** As it will be after the plans so far, by the id that it was asked for by. */
  get own(): ReadonlyMap<string, OwnRecord> {
    return this.#own
  }

  get isRehearsal(): boolean {
    return this.#facts.job.kind === 'rehearsal'
  }

  async planKnown(db: Db, records: readonly Incoming[]): Promise<void> {
    const known = records.flatMap((incoming) => {
      const link = linkOf(incoming, this.links)
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
    for (const [id, own] of await withPins(
      db,
      orgId,
      await this.#records.lock(db, orgId, missing, this.#facts.ownFields[this.#entity]),
    ))
      this.#own.set(id, own)
    if (this.isRehearsal) await this.#recall(db, missing)
  }

  /** Puts what pages before this one would have made of them in the place of what stands here. */
  async #recall(db: Db, ids: readonly string[]): Promise<void> {
    const asked = new Map(ids.map((id) => [id, this.#own.get(id)?.id ?? id]))
    const states = await recallValues(db, this.#facts.job, this.#entity, [...asked.values()])
    for (const [id, ownId] of asked) {
      const values = states.get(ownId)
      if (values) this.#foresee(id, values)
    }
  }

  #foresee(id: string, values: Values): void {
    const known = this.#own.get(id)
    if (!known) this.foreseen.add(id)
    const times = Object.fromEntries(Object.keys(values).map((field) => [field, justNow]))
    this.#own.set(id, {
      ...(known ?? { id, isBinned: false, proven: new Set<string>() }),
      ...{ values: { ...known?.values, ...values }, at: justNow, times: { ...known?.times, ...times } },
    })
  }

  /** Learns who would have what these claim, and knows those records as they would be. */
  async recallHolders(db: Db, keys: readonly string[]): Promise<void> {
    const unknown = [...new Set(keys)].filter((key) => !this.holders.has(key))
    const found = await recallHolders(db, this.#facts.job, unknown)
    for (const [key, id] of found) this.holders.set(key, id)
    await this.#lock(
      db,
      [...found.values()].filter((id) => id !== null),
    )
  }

  /** Those that are not linked are matched, or added; what could not be added is matched with what was there first. */
  async planUnknown(db: Db, records: readonly Incoming[]): Promise<void> {
    const planned = new Set(this.all.map(({ incoming }) => incoming.theirId))
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
    const known = await this.#find(db, records)
    const unknown = records.filter(({ theirId }) => !known.has(theirId))
    return new Map([...known, ...(await matchIntents(db, this.#facts, this.#entity, unknown))])
  }

  async #find(db: Db, records: readonly Incoming[]): Promise<ReadonlyMap<string, string>> {
    const { match, claimsOf } = this.#records
    if (!this.isRehearsal) return match(db, this.#facts, records, this)
    await this.recallHolders(
      db,
      records.flatMap(({ values }) => claimsOf(this.#facts, values).map(({ key }) => key)),
    )
    // Whom the database finds may be another by now: once that is known, it is asked again.
    await this.#lock(db, [...(await match(db, this.#facts, records, this)).values()])
    return match(db, this.#facts, records, this)
  }

  /** Answers those that could not be added. */
  async #add(db: Db, records: readonly Incoming[]): Promise<Incoming[]> {
    const wanted = new Map(records.map((incoming): [string, Incoming] => [newId(), incoming]))
    const added = this.isRehearsal
      ? await this.#foreseeAdded(db, wanted)
      : await this.#records.add(db, this.#facts, wanted, this)
    for (const [ourId, incoming] of wanted) {
      const leftOut = added.get(ourId)
      if (!leftOut) continue
      this.added.set(ourId, incoming)
      this.leftOut.push(...leftOut)
      // What is kept in step both ways differs from the first: nothing is written there before a person has decided.
      const asks = leftOut
        .filter(({ field }) => this.#rules.get(field)?.direction === 'both')
        .map(({ field }) => ({ field, ours: null, theirs: incoming.values[field] ?? null }))
      const differs = leftOut.map(({ field }) => field)
      this.all.push({ incoming, link: undefined, own: undefined, ourId, writes: {}, asks, differs, hasNews: false })
    }
    return [...wanted].flatMap(([id, incoming]) => (added.has(id) ? [] : [incoming]))
  }

  /** What would be added, by who has what it claims: of it nothing is written that could be refused. */
  async #foreseeAdded(db: Db, wanted: ReadonlyMap<string, Incoming>): Promise<Added> {
    const { claimsOf, holdersOf } = this.#records
    const claims = [...wanted].map(([id, { values }]) => ({ id, values, own: claimsOf(this.#facts, values) }))
    // As the run adds them: of two with one number, the same of the two has it.
    claims.sort((one, other) => compare(firstKey(one.own), firstKey(other.own)))
    const before = await holdersOf(
      db,
      this.#facts,
      claims.flatMap(({ own }) => own.filter(({ key }) => !this.holders.has(key))),
    )
    const added = new Map<string, readonly RefusedField[]>()
    const given = new Set<string>()
    for (const { id, values, own } of claims) {
      // It is matched in the next round, with the one before it.
      if (own.some(({ key }) => given.has(key))) continue
      const taken = own.filter(({ key }) => (this.holders.has(key) ? this.holders.get(key) !== null : before.has(key)))
      if (taken.some(({ isSpare }) => !isSpare) || (taken.length > 0 && taken.length === own.length)) continue
      added.set(
        id,
        taken.map(({ refusal }) => refusal(id)),
      )
      for (const { key } of own.filter((each) => !taken.includes(each))) {
        given.add(key)
        this.holders.set(key, id)
      }
      const kept = Object.entries(values).filter(
        ([field]) => !isCustomName(field) && !taken.some((each) => each.field === field),
      )
      this.#foresee(id, Object.fromEntries(kept))
    }
    return added
  }

  #plan(incoming: Incoming, ourId: string, link: Link | undefined): void {
    const own = this.#own.get(ourId) as OwnRecord
    if (own.isBinned) {
      const differs = link?.differs ?? []
      this.all.push({ incoming, link, own, ourId, writes: {}, asks: [], differs, hasNews: false })
      return
    }
    const writes: Record<string, string | null> = {}
    const asks: { field: string; ours: string | null; theirs: string | null }[] = []
    const differs: string[] = []
    let hasNews = false
    let gives = false
    for (const [field, theirs] of Object.entries(incoming.values)) {
      const seen = link === undefined || !(field in link.seen) ? undefined : (link.seen[field] ?? null)
      if (isCustomName(field)) {
        hasNews ||= link !== undefined && seen !== theirs && !(seen === undefined && theirs === null)
        continue
      }
      const rule = this.#rules.get(field)
      if (!rule) continue
      const ours = own.values[field] ?? null
      const isAgreed = link !== undefined && !link.differs.includes(field)
      const verdict = judge({
        ...{ ours, theirs, seen, isAgreed, ...rule },
        isPinned: own.proven.has(field) || link?.pinned.includes(field) === true,
        isTheirsLater: incoming.modifiedAt === null ? null : incoming.modifiedAt > (own.times?.[field] ?? own.at),
      })
      if (verdict === 'take') writes[field] = theirs
      else if (verdict === 'ask' || (verdict === 'keep' && !(isAgreed && theirs === seen))) differs.push(field)
      if (verdict === 'ask') asks.push({ field, ours, theirs })
      gives ||= verdict === 'give'
    }
    // What could not be read is as it was.
    for (const field of incoming.unread) if (link?.differs.includes(field)) differs.push(field)
    this.#own.set(ourId, { ...own, values: { ...own.values, ...writes } })
    this.all.push({ incoming, link, own, ourId, writes, asks, differs, gives, hasNews })
  }
}
