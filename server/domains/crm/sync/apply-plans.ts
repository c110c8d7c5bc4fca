import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { CrmEntity } from '#ports/crm.ts'
import type { Incoming } from './incoming.ts'
import { forgetIntents } from './intents.ts'
import { keepUntouched, type Link, type LinkWrite, mergeLinks, touchLinks, writeLinks } from './links.ts'
import { ownRecordsOf } from './own.ts'
import type { RefusedField, RunFacts } from './own-records.ts'
import type { PagePlans, Plan, Values } from './page-plans.ts'
import { addConflicts, type ConflictNote, settleConflicts } from './run-notes.ts'

/** What plans write, by our ids: two records there can stand for one here. */
export const changesOf = (plans: readonly Plan[]): ReadonlyMap<string, Values> => {
  const changes = new Map<string, Values>()
  for (const { own, ourId, writes } of plans) {
    if (Object.keys(writes).length === 0) continue
    const id = own?.id ?? ourId
    changes.set(id, { ...changes.get(id), ...writes })
  }
  return changes
}

/** Of our ids, those of which something was written. */
const writtenOf = (changes: ReadonlyMap<string, Values>, refused: readonly RefusedField[]): string[] =>
  [...changes].flatMap(([id, values]) => {
    const left = new Set(refused.flatMap((each) => (each.id === id ? each.field : [])))
    return Object.keys(values).some((field) => !left.has(field)) ? id : []
  })

/** Writes what was planned. Answers what could not be written. */
export const applyPlans = async (
  db: Db,
  facts: RunFacts,
  entity: CrmEntity,
  { all: plans, added, links }: PagePlans,
): Promise<readonly RefusedField[]> => {
  const { job } = facts
  const place = { orgId: job.org_id, connectionId: job.connection_id, entity }
  const changed = plans.filter(({ writes }) => Object.keys(writes).length > 0)
  const changes = changesOf(plans)
  const refused = changes.size === 0 ? [] : await ownRecordsOf[entity].write(db, facts, changes)
  const written = new Set(writtenOf(changes, refused))
  await keepUntouched(
    db,
    job.org_id,
    changed.flatMap(({ own }) => (own && written.has(own.id) ? own : [])),
    place,
  )
  const refusalOf = (id: string, field: string) => refused.find((each) => each.id === id && each.field === field)
  await addChanges(
    db,
    job,
    entity,
    changed.flatMap(({ incoming, own, ourId, writes }) =>
      Object.entries(writes)
        .filter(([field]) => !refusalOf(own?.id ?? ourId, field))
        .map(([field, became]) => ({
          ...{ their_id: incoming.theirId, our_id: own?.id ?? ourId, field },
          was: own?.values[field] ?? null,
          became,
          beside: own?.beside?.[field] ?? null,
        })),
    ),
  )
  const isSame = ({ link, own, hasNews, writes, gives, incoming, differs }: Plan): boolean =>
    link !== undefined &&
    !hasNews &&
    Object.keys(writes).length === 0 &&
    gives !== true &&
    link.theirId === incoming.theirId &&
    link.state === 'linked' &&
    (!link.isBehind || own?.isBinned === true) &&
    isSameSeen(link.seen, seenOf(incoming, link)) &&
    differs.length === link.differs.length
  await writeLinks(
    db,
    place,
    job.id,
    plans
      .filter((plan) => !isSame(plan))
      .map((plan) => linkOf(plan, (field) => refusalOf(plan.own?.id ?? plan.ourId, field)?.code)),
  )
  await touchLinks(
    db,
    place,
    job.id,
    plans.filter((plan) => isSame(plan) && plan.link?.jobId !== job.id).map(({ incoming }) => incoming.theirId),
  )
  await mergeLinks(
    db,
    place,
    plans.flatMap(({ incoming }) =>
      incoming.mergedIds.filter((id) => links.has(id)).map((id) => ({ id, into: incoming.theirId })),
    ),
  )
  await forgetIntents(
    db,
    facts,
    entity,
    plans.filter(({ link, own }) => link === undefined && own !== undefined).map(({ ourId }) => ourId),
  )
  await settleConflicts(db, job, entity, plans.flatMap(settledOf))
  await addConflicts(db, job, entity, plans.flatMap(conflictsOf))
  const ids = [...added.keys(), ...written]
  if (ids.length > 0) await ownRecordsOf[entity].announce(db, facts, ids)
  return refused
}

/** What was read; of a value that could not be read, what was read before it. */
const seenOf = ({ values, unread }: Incoming, link: Link | undefined): Values => {
  const before = unread.filter((field) => link !== undefined && field in link.seen)
  return before.length === 0
    ? values
    : { ...values, ...Object.fromEntries(before.map((field) => [field, link?.seen[field] ?? null])) }
}

/** Of these fields what was seen before: what came since was not taken. */
const withoutNews = (seen: Values, left: readonly string[], link: Link | undefined): Values =>
  Object.fromEntries(
    Object.entries(seen).flatMap(([field, value]): [string, string | null][] =>
      !left.includes(field) ? [[field, value]] : link && field in link.seen ? [[field, link.seen[field] ?? null]] : [],
    ),
  )

const isSameSeen = (one: Values, other: Values): boolean => {
  const names = Object.keys(other)
  return names.length === Object.keys(one).length && names.every((name) => name in one && (one[name] ?? null) === other[name])
}

const linkOf = (
  { incoming, link, own, ourId, writes, differs, gives }: Plan,
  refusalOf: (field: string) => string | undefined,
): LinkWrite => {
  const isTouched = own !== undefined && link !== undefined && own.at > link.ourAt
  const isBehind = own?.isBinned === true
  const left = Object.keys(writes).filter((field) => refusalOf(field) !== undefined)
  // Another record here has it now, and may not for ever: it is read and tried again with the next sync.
  const taken = left.filter((field) => refusalOf(field)?.endsWith('_taken'))
  const seen = seenOf(incoming, link)
  return {
    ...{
      their_id: incoming.theirId,
      our_id: link?.ourId ?? own?.id ?? ourId,
      modified_at: incoming.modifiedAt,
      // What was read while ours lay in the bin is compared when it is out again: until then the last that was taken counts as seen.
      seen: isBehind ? (link?.seen ?? {}) : taken.length === 0 ? seen : withoutNews(seen, taken, link),
    },
    differs: [...differs, ...left.filter((field) => !taken.includes(field) || link?.differs.includes(field))],
    gives: gives === true,
    is_ours_untouched: own === undefined || (link !== undefined && !isTouched),
    is_made: own === undefined,
    is_behind: isBehind || taken.length > 0,
  }
}

/** Fields in which the two sides no longer differ, or that are no longer compared; under an id that was merged into another, all. */
const settledOf = ({ incoming, link, own, differs }: Plan): { their_id: string; field: string }[] =>
  link === undefined || own?.isBinned === true
    ? []
    : link.differs
        .filter((field) => link.theirId !== incoming.theirId || !differs.includes(field))
        .map((field) => ({ their_id: link.theirId, field }))

const conflictsOf = ({ incoming, own, ourId, asks }: Plan): ConflictNote[] =>
  asks.map((ask) => ({ ...ask, id: newId(), their_id: incoming.theirId, our_id: own?.id ?? ourId }))

interface Change {
  readonly their_id: string
  readonly our_id: string
  readonly field: string
  readonly was: string | null
  readonly became: string | null
  readonly beside: object | null
}

/** By these a run is taken back. */
const addChanges = async (db: Db, job: RunFacts['job'], entity: CrmEntity, changes: readonly Change[]): Promise<void> => {
  if (changes.length === 0) return
  await sql`
    insert into sync_changes (org_id, job_id, entity, their_id, our_id, field, was, became, beside)
    select ${job.org_id}, ${job.id}, ${entity}, g.their_id, g.our_id, g.field, g.was, g.became, g.beside
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as g (their_id text, our_id uuid, field text, was text, became text,
      beside jsonb)`.execute(db)
}
