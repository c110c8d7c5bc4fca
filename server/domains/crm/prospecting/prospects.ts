import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'
import type { EnrichedProspect, FoundProspect } from '#ports/prospects.ts'

/** Who was asked for is not asked for again within so many days; then what is kept of them goes. */
export const askedAgainAfterDays = 90
/** Who was only shown can be chosen for so long. */
const shownForDays = 30

/** As a search shows a person. */
export interface Shown {
  readonly name: string | null
  readonly title: string | null
  readonly company: string | null
  readonly has_email: boolean
}

export type ProspectRow = Omit<Selectable<Tables['prospects']>, 'shown' | 'outcome' | 'mobile_state'> & {
  readonly shown: Shown
  readonly outcome: 'found' | 'nothing' | 'unknown' | null
  readonly mobile_state: 'waiting' | 'came' | 'none' | null
}

/** People who are no contacts: sealed, so that a copy of the database names none of them. */
export const sealOf = (theirId: string, orgId: string): string => `prospect ${orgId} ${theirId}`

export const openPerson = (vault: Vault, row: ProspectRow): EnrichedProspect | null =>
  row.person_sealed === null
    ? null
    : (JSON.parse(vault.open(row.person_sealed, sealOf(row.their_id, row.org_id))) as EnrichedProspect)

export const sealPerson = (vault: Vault, orgId: string, theirId: string, person: EnrichedProspect): string =>
  vault.seal(JSON.stringify(person), sealOf(theirId, orgId))

/** Keeps whom a search showed: only they can be chosen. In the order of their ids, as every lock of several is. */
export const keepShown = async (db: Db, orgId: string, people: readonly FoundProspect[]): Promise<void> => {
  const rows = [...new Map(people.map((person) => [person.id, person])).values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (rows.length === 0) return
  const shown = rows.map(({ id, name, title, company, hasEmail }) => ({
    their_id: id,
    shown: { name, title, company, has_email: hasEmail },
  }))
  await sql`
    insert into prospects (org_id, their_id, shown)
    select ${orgId}, g.their_id, g.shown
    from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) as g (their_id text, shown jsonb)
    on conflict (org_id, their_id) do update set shown = excluded.shown, shown_at = now()`.execute(db)
}

export const findProspects = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProspectRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('prospects')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('their_id', 'in', [...ids])
    .orderBy('their_id')
    .execute()
  return new Map(rows.map((row) => [row.their_id, row as unknown as ProspectRow]))
}

/** What is kept of people, and until when it is not asked for again. */
export const prospectRetention = retention({
  name: 'prospects',
  days: askedAgainAfterDays,
  about: `People that a search of prospects showed (${shownForDays} days), and what was paid for to know more of them`,
  async ofOrg(db, { orgId, before, now }) {
    const shownBefore = new Date(now.getTime() - shownForDays * 86_400_000)
    const { numAffectedRows } = await sql`
      delete from prospects where ctid in (
        select ctid from prospects where org_id = ${orgId} and call_id is null
          and (asked_at < ${before} or asked_at is null and shown_at < ${shownBefore}) limit ${batchRows})`.execute(db)
    return Number(numAffectedRows ?? 0)
  },
})

/** What enrichment did cost, for the books of a year. */
export const prospectCallRetention = retention({
  name: 'enrichments of prospects',
  days: 400,
  about: 'What enrichments of prospects cost',
  async ofOrg(db, { orgId, before }) {
    const { numAffectedRows } = await sql`
      delete from prospect_calls where ctid in (
        select ctid from prospect_calls where org_id = ${orgId} and ended_at < ${before} limit ${batchRows})`.execute(db)
    return Number(numAffectedRows ?? 0)
  },
})
