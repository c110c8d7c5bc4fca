import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { apiKeyErrors } from './errors.ts'
import { findKeys, Key, showKey } from './keys.ts'

/** A first lead is looked for among this many first requests, so that a sender who only ever failed costs no long search. */
const firstRequests = 500

export const showKeyAction = action({
  name: 'show-key',
  summary: 'Show an API key and its first use',
  description: 'Says whether a first lead arrived with the key, and shows the latest rejection, to help set up a sender.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ keyId: z.uuid() }),
  output: z.object({
    key: Key,
    first_lead: z.object({ lead_id: z.uuid(), received_at: z.iso.datetime() }).nullable(),
    /** The newest request, when it was refused. */
    last_refusal: z
      .object({
        delivery_id: z.uuid(),
        received_at: z.iso.datetime(),
        code: z.string().nullable(),
        message: z.string().nullable(),
      })
      .nullable(),
  }),
  errors: [apiKeyErrors.key_not_found],
  examples: [{ title: 'One key', input: { keyId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ keyId }, { org, db, now, fail }) {
    const [key] = await findKeys(db, org.id, keyId)
    if (!key) throw fail('key_not_found')
    return {
      key: showKey(key, now()),
      first_lead: await findFirstLead(db, org.id, keyId),
      last_refusal: await findLastRefusal(db, org.id, keyId),
    }
  },
})

/** Of its first requests, the first that came with a lead. */
const findFirstLead = async (db: Db, orgId: string, keyId: string) => {
  const { rows } = await sql<{ lead_id: string; received_at: Date }>`
    select lead_id, received_at from (
      (select id, lead_id, received_at, outcome from deliveries
       where org_id = ${orgId} and key_id = ${keyId} order by id limit ${firstRequests})
      union all
      (select id, id, received_at, 'accepted' from leads where org_id = ${orgId} and key_id = ${keyId} order by id limit 1)
    ) first
    where outcome in ('accepted', 'deduplicated') and lead_id is not null order by id limit 1`.execute(db)
  const [first] = rows
  return first ? { lead_id: first.lead_id, received_at: first.received_at.toISOString() } : null
}

/** Why its last request was refused; null where that was accepted. */
const findLastRefusal = async (db: Db, orgId: string, keyId: string) => {
  const { rows } = await sql<{ id: string; received_at: Date; outcome: string; code: string | null; message: string | null }>`
    select id, received_at, outcome, code, message from (
      (select id, received_at, outcome, code, message from deliveries
       where org_id = ${orgId} and key_id = ${keyId} order by id desc limit 1)
      union all
      (select id, received_at, 'accepted', null, null from leads where org_id = ${orgId} and key_id = ${keyId} order by id desc limit 1)
    ) last order by id desc limit 1`.execute(db)
  const [last] = rows
  if (last?.outcome !== 'rejected') return null
  return { delivery_id: last.id, received_at: last.received_at.toISOString(), code: last.code, message: last.message }
}
