import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import { openPerson, type ProspectRow } from './prospects.ts'

interface Wanted {
  readonly personId: string | undefined
  readonly cursor: string | undefined
  readonly limit: number
}

/** Calls to the vendor with what they cost, newest first, and the people of each. */
export const findSpent = async (db: Db, orgId: string, { personId, cursor, limit }: Wanted, vault: Vault) => {
  const calls = await db
    .selectFrom('prospect_calls')
    .leftJoin('directory.people as person', 'person.id', 'prospect_calls.person_id')
    .selectAll('prospect_calls')
    .leftJoin('companies as company', (join) =>
      join.onRef('company.org_id', '=', 'prospect_calls.org_id').onRef('company.id', '=', 'prospect_calls.company_id'),
    )
    .select(['person.name as person_name', 'company.name as company_name'])
    .where('prospect_calls.org_id', '=', orgId)
    .$if(personId !== undefined, (query) => query.where('prospect_calls.person_id', '=', personId ?? ''))
    .$if(cursor !== undefined, (query) => query.where('prospect_calls.id', '<', cursor ?? ''))
    .orderBy('prospect_calls.id', 'desc')
    .limit(limit)
    .execute()
  const people = await peopleOf(
    db,
    orgId,
    calls.map(({ id }) => id),
    vault,
  )
  return calls.map((call) => ({
    ...{ id: call.id, at: call.made_at.toISOString(), state: call.state as 'settled', reason: call.reason },
    person: call.person_id === null ? null : { id: call.person_id, name: call.person_name },
    ...{ asked: call.people, with_mobiles: call.with_mobiles, reserved: call.reserved, credits: call.credits },
    company: call.company_id === null ? null : { id: call.company_id, name: call.company_name ?? '' },
    people: people.get(call.id) ?? [],
  }))
}

interface Asked {
  readonly id: string
  readonly name: string | null
  readonly company: string | null
}

const peopleOf = async (
  db: Db,
  orgId: string,
  callIds: readonly string[],
  vault: Vault,
): Promise<ReadonlyMap<string, Asked[]>> => {
  const byCall = new Map<string, Asked[]>()
  if (callIds.length === 0) return byCall
  const rows = (await db
    .selectFrom('prospects')
    .selectAll()
    .where('org_id', '=', orgId)
    .where((row) => row.or([row('last_call_id', 'in', [...callIds]), row('call_id', 'in', [...callIds])]))
    .orderBy('their_id')
    .execute()) as unknown as ProspectRow[]
  for (const row of rows) {
    const callId = row.call_id ?? row.last_call_id ?? ''
    const person = openPerson(vault, row)
    const asked = { id: row.their_id, name: person?.name ?? row.shown.name, company: person?.company ?? row.shown.company }
    byCall.set(callId, [...(byCall.get(callId) ?? []), asked])
  }
  return byCall
}
