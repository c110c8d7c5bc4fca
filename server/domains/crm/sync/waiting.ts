import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { CrmEntity } from '#ports/crm.ts'
import type { Incoming, Note } from './incoming.ts'
import { findLinks, findOurIds, keepUntouched, markBehind } from './links.ts'
import { ownRecordsOf } from './own.ts'
import type { RunFacts } from './own-records.ts'

/** A record that names another which is not here yet: whichever of the two comes first, they are joined when the other comes. */
interface Waiting {
  readonly their_id: string
  readonly wants_entity: CrmEntity
  readonly wants_id: string
  /** 0: the main one. */
  readonly place: number
}

const stageUnknown: Note = {
  field: 'stage',
  code: 'stage_unknown',
  message: 'The stage is not mapped to one of ours, or no longer exists; the deal went to the first stage.',
}

/**
 * Puts our ids in the place of theirs: of companies, contacts, stages and members. What is not here yet is left out, and waited for where
 * its kind is synced; what was removed here for good is none.
 */
export const readReferences = async (
  db: Db,
  facts: RunFacts,
  entity: CrmEntity,
  records: readonly Incoming[],
): Promise<{ readonly resolved: readonly Incoming[]; readonly waiting: readonly Waiting[] }> => {
  if (entity === 'companies') return { resolved: records, waiting: [] }
  const { org_id: orgId, connection_id: connectionId } = facts.job
  const idsOf = (of: 'companyIds' | 'contactIds') => [...new Set(records.flatMap((record) => record[of]))]
  const companies = await findOurIds(db, { orgId, connectionId }, 'companies', idsOf('companyIds'))
  const contacts =
    entity === 'deals'
      ? await findOurIds(db, { orgId, connectionId }, 'contacts', idsOf('contactIds'))
      : new Map<string, string | null>()
  const waiting: Waiting[] = []
  const wait = (theirId: string, wantsEntity: CrmEntity, wantsId: string, place: number) => {
    if (facts.synced.has(wantsEntity)) waiting.push({ their_id: theirId, wants_entity: wantsEntity, wants_id: wantsId, place })
  }

  const resolved = records.map((record): Incoming => {
    const values: Record<string, string | null> = { ...record.values }
    const notes = [...record.notes]
    const [company] = record.companyIds
    if (company === undefined) values.company_id = null
    else if (companies.has(company)) values.company_id = companies.get(company) ?? null
    else wait(record.theirId, 'companies', company, 0)
    if (entity === 'deals') {
      const [contact, ...others] = record.contactIds
      if (contact === undefined) values.contact_id = null
      else if (contacts.has(contact)) values.contact_id = contacts.get(contact) ?? null
      else wait(record.theirId, 'contacts', contact, 0)
      const people = new Set(others.flatMap((id) => contacts.get(id) ?? []))
      people.delete(values.contact_id ?? '')
      values.people = people.size === 0 ? null : [...people].sort().join(' ')
      for (const [at, id] of others.entries()) if (!contacts.has(id)) wait(record.theirId, 'contacts', id, at + 1)
      readStageAndOwner(facts, values, notes)
    }
    return { ...record, values, notes }
  })
  return { resolved, waiting }
}

const readStageAndOwner = (facts: RunFacts, values: Record<string, string | null>, notes: Note[]): void => {
  if ('stage' in values) {
    const stage = facts.stages.get(values.stage ?? '')
    if (stage === undefined) notes.push(stageUnknown)
    values.stage = stage ?? facts.usualStage.id
  }
  if ('owner' in values && values.owner !== null) {
    values.owner = facts.owners.get(values.owner ?? '') ?? null
  }
}

export const waitFor = async (db: Db, { job }: RunFacts, entity: CrmEntity, waiting: readonly Waiting[]): Promise<void> => {
  if (waiting.length === 0) return
  await sql`
    insert into sync_waiting (org_id, connection_id, wants_entity, wants_id, entity, their_id, place)
    select ${job.org_id}, ${job.connection_id}, g.wants_entity, g.wants_id, ${entity}, g.their_id, g.place
    from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as g (wants_entity text, wants_id text, their_id text, place int)
    on conflict do nothing`.execute(db)
}

/** Joins those that waited for these records, by their ids; what a person has put in that place meanwhile stays. */
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
      return link?.state === 'linked' ? [{ ...row, our_id: link.ourId }] : []
    })
    // In one order for every run, the main one first.
    linked.sort((a, b) => (a.our_id === b.our_id ? a.place - b.place : a.our_id < b.our_id ? -1 : 1))
    if (linked.length > 0) await join(db, facts, entity, wantsEntity, linked, come)
  }
}

const join = async (
  db: Db,
  facts: RunFacts,
  entity: 'contacts' | 'deals',
  wantsEntity: CrmEntity,
  rows: readonly { readonly their_id: string; readonly wants_id: string; readonly place: number; readonly our_id: string }[],
  come: ReadonlyMap<string, string>,
): Promise<void> => {
  const { org_id: orgId, connection_id: connectionId } = facts.job
  const records = ownRecordsOf[entity]
  const own = await records.lock(
    db,
    orgId,
    rows.map((row) => row.our_id),
  )
  const changes = new Map<string, Record<string, string | null>>()
  for (const { our_id, wants_id, place } of rows) {
    const record = own.get(our_id)
    const found = come.get(wants_id)
    if (!record || record.isBinned || found === undefined) continue
    const values = changes.get(record.id) ?? {}
    const field = wantsEntity === 'companies' ? 'company_id' : place === 0 ? 'contact_id' : 'people'
    const now = field in values ? values[field] : record.values[field]
    if (field === 'people') {
      const people = new Set(now?.split(' ') ?? [])
      if (found !== (values.contact_id ?? record.values.contact_id)) people.add(found)
      values.people = [...people].filter(Boolean).sort().join(' ') || null
    } else if (now === null || now === undefined) values[field] = found
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
  // What was joined is what both have.
  const seen = rows.flatMap(({ their_id, our_id }) => {
    const record = own.get(our_id)
    const values = record && changes.get(record.id)
    return values ? [{ their_id, values }] : []
  })
  await sql`
    update sync_links l set seen = l.seen || g.values
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as g (their_id text, values jsonb)
    where l.org_id = ${orgId} and l.connection_id = ${connectionId} and l.entity = ${entity} and l.their_id = g.their_id`.execute(
    db,
  )
}
