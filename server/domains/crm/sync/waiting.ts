import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { CrmEntity } from '#ports/crm.ts'
import type { Incoming, Note } from './incoming.ts'
import { findLinks, findOurIds, keepUntouched, type Link, markBehind } from './links.ts'
import { ownRecordsOf } from './own.ts'
import { nameless, type RunFacts, unnamed } from './own-records.ts'
import { linkOf } from './passed-over.ts'
import { withPins } from './pins.ts'
import { recallMet } from './rehearsed-states.ts'

/** A record that names another which is not here yet: whichever of the two comes first, they are joined when the other comes. */
interface Waiting {
  readonly their_id: string
  readonly wants_entity: CrmEntity
  readonly wants_id: string
  /** 0: the main one. */
  readonly place: number
}

const stageUnknown = (isLinked: boolean): Note => ({
  field: 'stage',
  code: 'stage_unknown',
  message: isLinked
    ? 'The stage is not mapped to one of ours, or no longer exists; the deal stays where it is.'
    : 'The stage is not mapped to one of ours, or no longer exists; the deal went to the first stage.',
})

/**
 * Puts our ids in the place of theirs: of companies, contacts, stages and members. What is not here yet is left out as if it could not be
 * read, and waited for where its kind is synced; what was removed here for good is none. So is a stage that is none of ours of a deal that
 * is linked. A blank in the place of a name is the name that was there before it.
 */
export const readReferences = async (
  db: Db,
  facts: RunFacts,
  entity: CrmEntity,
  given: readonly Incoming[],
  links: ReadonlyMap<string, Link>,
): Promise<{ readonly resolved: readonly Incoming[]; readonly waiting: readonly Waiting[] }> => {
  const records = entity === 'contacts' ? given : given.map((record) => withName(record, linkOf(record, links)))
  if (entity === 'companies') return { resolved: records, waiting: [] }
  const { org_id: orgId, connection_id: connectionId } = facts.job
  const idsOf = (of: 'companyIds' | 'contactIds') => [...new Set(records.flatMap((record) => record[of]))]
  const find = async (of: CrmEntity, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> => {
    const linked = await findOurIds(db, { orgId, connectionId }, of, ids)
    if (facts.job.kind !== 'rehearsal') return linked
    // It leaves no links: what would stand for a record that it has met is known all the same.
    const met = [...(await recallMet(db, facts.job, of, ids))].filter(([, id]) => id !== null)
    return new Map([...linked, ...met])
  }
  const companies = await find('companies', idsOf('companyIds'))
  const contacts = entity === 'deals' ? await find('contacts', idsOf('contactIds')) : new Map<string, string | null>()
  const waiting: Waiting[] = []
  const wait = (theirId: string, wantsEntity: CrmEntity, wantsId: string, place: number) => {
    if (facts.synced.has(wantsEntity)) waiting.push({ their_id: theirId, wants_entity: wantsEntity, wants_id: wantsId, place })
  }

  const resolved = records.map((record): Incoming => {
    const values: Record<string, string | null> = { ...record.values }
    const notes = [...record.notes]
    const unread = [...record.unread]
    const leaveOut = (field: string, ...wants: [CrmEntity, string]): void => {
      unread.push(field)
      wait(record.theirId, ...wants, 0)
    }
    const [company] = record.companyIds
    if (company === undefined) values.company_id = null
    else if (companies.has(company)) values.company_id = companies.get(company) ?? null
    else leaveOut('company_id', 'companies', company)
    if (entity === 'deals') {
      const [contact, ...others] = record.contactIds
      if (contact === undefined) values.contact_id = null
      else if (contacts.has(contact)) values.contact_id = contacts.get(contact) ?? null
      else leaveOut('contact_id', 'contacts', contact)
      const people = new Set(others.flatMap((id) => contacts.get(id) ?? []))
      people.delete(values.contact_id ?? '')
      values.people = people.size === 0 ? null : [...people].sort().join(' ')
      for (const [at, id] of others.entries()) if (!contacts.has(id)) wait(record.theirId, 'contacts', id, at + 1)
      readStageAndOwner(facts, { values, notes, unread, isLinked: linkOf(record, links) !== undefined })
    }
    return { ...record, values, notes, unread }
  })
  return { resolved, waiting }
}

/** A company or a deal is never without a name here. */
const withName = (record: Incoming, link: Link | undefined): Incoming => {
  if (record.values.name !== null) return record
  const name = link?.seen.name ?? unnamed
  const { field, code, message } = nameless(record.theirId)
  const notes = name === unnamed ? record.notes : [...record.notes, { field, code, message }]
  return { ...record, values: { ...record.values, name }, notes }
}

interface Reading {
  readonly values: Record<string, string | null>
  readonly notes: Note[]
  readonly unread: string[]
  readonly isLinked: boolean
}

const readStageAndOwner = (facts: RunFacts, { values, notes, unread, isLinked }: Reading): void => {
  if ('stage' in values) {
    const stage = facts.stages.get(values.stage ?? '')
    if (stage === undefined) notes.push(stageUnknown(isLinked))
    if (stage !== undefined || !isLinked) values.stage = stage ?? facts.usualStage.id
    else {
      delete values.stage
      unread.push('stage')
    }
  }
  if ('owner' in values && values.owner !== null) {
    values.owner = facts.owners.get(values.owner ?? '') ?? null
  }
}

/** These were read, and wait for this and for nothing else. */
export const waitFor = async (
  db: Db,
  { job }: RunFacts,
  entity: CrmEntity,
  { theirIds, waiting }: { readonly theirIds: readonly string[]; readonly waiting: readonly Waiting[] },
): Promise<void> => {
  if (entity === 'companies') return
  await sql`
    delete from sync_waiting where org_id = ${job.org_id} and connection_id = ${job.connection_id} and entity = ${entity}
      and their_id = any(${[...theirIds]}::text[])`.execute(db)
  if (waiting.length === 0) return
  await sql`
    insert into sync_waiting (org_id, connection_id, wants_entity, wants_id, entity, their_id, place)
    select ${job.org_id}, ${job.connection_id}, g.wants_entity, g.wants_id, ${entity}, g.their_id, g.place
    from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as g (wants_entity text, wants_id text, their_id text, place int)
    on conflict do nothing`.execute(db)
}

/** Joins those that waited for these records, by their ids; what a person has put in that place stays, and differs from then on. */
export const linkWaiting = async (
  db: Db,
  facts: RunFacts,
  wantsEntity: CrmEntity,
  come: ReadonlyMap<string, string>,
): Promise<void> => {
  if (wantsEntity === 'deals' || come.size === 0) return
  const { org_id: orgId, connection_id: connectionId } = facts.job
  const { rows: waited } = await sql<{ entity: CrmEntity; their_id: string; wants_id: string; place: number }>`
    delete from sync_waiting w where w.org_id = ${orgId} and w.connection_id = ${connectionId} and w.wants_entity = ${wantsEntity}
      and w.wants_id = any(${[...come.keys()]}::text[])
    returning w.entity, w.their_id, w.wants_id, w.place`.execute(db)
  for (const entity of ['contacts', 'deals'] as const) {
    const theirs = waited.filter((row) => row.entity === entity)
    const links = await findLinks(db, { orgId, connectionId, entity }, [...new Set(theirs.map((row) => row.their_id))])
    const linked = theirs.flatMap((row) => {
      const link = links.get(row.their_id)
      return link?.state === 'linked' ? [{ ...row, our_id: link.ourId, seen: link.seen }] : []
    })
    // In one order for every run, the main one first.
    linked.sort((a, b) => (a.our_id === b.our_id ? a.place - b.place : a.our_id < b.our_id ? -1 : 1))
    if (linked.length > 0) await join(db, facts, entity, wantsEntity, linked, come)
  }
}

interface Joined {
  readonly their_id: string
  readonly wants_id: string
  readonly place: number
  readonly our_id: string
  /** What it said there before. */
  readonly seen: Link['seen']
}

const join = async (
  db: Db,
  facts: RunFacts,
  entity: 'contacts' | 'deals',
  wantsEntity: CrmEntity,
  rows: readonly Joined[],
  come: ReadonlyMap<string, string>,
): Promise<void> => {
  const { org_id: orgId, connection_id: connectionId } = facts.job
  const records = ownRecordsOf[entity]
  const own = await withPins(
    db,
    orgId,
    await records.lock(
      db,
      orgId,
      rows.map((row) => row.our_id),
    ),
  )
  const changes = new Map<string, Record<string, string | null>>()
  const read = new Map<string, { values: Record<string, string | null>; differs: Set<string> }>()
  for (const { their_id, our_id, wants_id, place, seen } of rows) {
    const record = own.get(our_id)
    const found = come.get(wants_id)
    if (!record || record.isBinned || found === undefined) continue
    const values = changes.get(record.id) ?? {}
    const field = wantsEntity === 'companies' ? 'company_id' : place === 0 ? 'contact_id' : 'people'
    const now = (field in values ? values[field] : record.values[field]) ?? null
    const known = read.get(their_id) ?? { values: {}, differs: new Set() }
    read.set(their_id, known)
    const before = (field in known.values ? known.values[field] : seen[field]) ?? null
    if (record.proven.has(field)) known.values[field] = field === 'people' ? withPerson(before, found, null) : found
    else if (field === 'people') {
      const first = values.contact_id ?? record.values.contact_id
      values.people = withPerson(now, found, first)
      known.values.people = withPerson(before, found, first)
    } else {
      if (now === null || now === before) values[field] = found
      known.values[field] = found
    }
    if ((field in values ? values[field] : now) !== known.values[field]) known.differs.add(field)
    if (Object.keys(values).length > 0) changes.set(record.id, values)
  }
  await markBehind(
    db,
    { orgId, connectionId, entity },
    rows.filter(({ our_id }) => own.get(our_id)?.isBinned).map(({ their_id }) => their_id),
  )
  await records.write(db, facts, changes)
  await keepUntouched(
    db,
    orgId,
    [...own.values()].filter(({ id }) => changes.has(id)),
    { connectionId },
  )
  // What was joined is what both have; what was not differs.
  const links = [...read].map(([their_id, { values, differs }]) => ({ their_id, values, differs: [...differs] }))
  await sql`
    update sync_links l set seen = l.seen || g.values, differs = array(
      select d from unnest(l.differs) as d where not g.values ? d union select jsonb_array_elements_text(g.differs))
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as g (their_id text, values jsonb, differs jsonb)
    where l.org_id = ${orgId} and l.connection_id = ${connectionId} and l.entity = ${entity} and l.their_id = g.their_id`.execute(
    db,
  )
}

/** These people and one more, who is not the main one already. */
const withPerson = (people: string | null, id: string, main: string | null | undefined): string | null => {
  const all = new Set(people?.split(' ') ?? [])
  if (id !== main) all.add(id)
  return [...all].sort().join(' ') || null
}
