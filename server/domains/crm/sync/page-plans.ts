import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { CrmEntity } from '#ports/crm.ts'
import type { Incoming } from './incoming.ts'
import { matchIntents } from './intents.ts'
import type { Link } from './links.ts'
import { isCustomName } from './mappings.ts'
import { ownRecordsOf } from './own.ts'
import { addedWhole, type FieldRule, type OwnRecord, type RefusedField, type RunFacts, rulesOf } from './own-records.ts'
import { linkOf } from './passed-over.ts'
import { withPins } from './pins.ts'
import { rememberRehearsed } from './run-notes.ts'
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

  constructor(facts: RunFacts, entity: CrmEntity, links: ReadonlyMap<string, Link>) {
    this.#facts = facts
    this.#entity = entity
    this.links = links
    this.#rules = rulesOf(facts.mappings[entity])
  }

  get #records() {
    return ownRecordsOf[this.#entity]
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
    const known = await this.#records.match(db, this.#facts, records)
    const unknown = records.filter(({ theirId }) => !known.has(theirId))
    const found = new Map([...known, ...(await matchIntents(db, this.#facts, this.#entity, unknown))])
    if (this.#facts.job.kind !== 'rehearsal') return found
    const others = records.filter(({ theirId }) => !found.has(theirId))
    const keys = new Map(others.map((each) => [each.theirId, this.#records.keysOf(this.#facts, each)]))
    const before = await rememberRehearsed(db, this.#facts.job, keys)
    // It would stand for what a page before this one would have made: of that nothing is written, so there is nothing to compare with.
    for (const id of before) this.#own.set(id, { id, values: {}, at: new Date(0), isBinned: false, proven: new Set() })
    return new Map([...found, ...[...before].map((id): [string, string] => [id, id])])
  }

  /** Answers those that could not be added. */
  async #add(db: Db, records: readonly Incoming[]): Promise<Incoming[]> {
    const wanted = new Map(records.map((incoming): [string, Incoming] => [newId(), incoming]))
    const isRehearsal = this.#facts.job.kind === 'rehearsal'
    const added = isRehearsal ? addedWhole(wanted.keys()) : await this.#records.add(db, this.#facts, wanted)
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
