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

const findFirstLead = async (db: Db, orgId: string, keyId: string) => {
  const first = await db
    .selectFrom((from) =>
      from
        .selectFrom('deliveries')
        .select(['id', 'lead_id', 'received_at', 'outcome'])
        .where('org_id', '=', orgId)
        .where('key_id', '=', keyId)
        .orderBy('id')
        .limit(firstRequests)
        .as('first'),
    )
    .select(['lead_id', 'received_at'])
    .where('outcome', 'in', ['accepted', 'deduplicated'])
    .where('lead_id', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.lead_id ? { lead_id: first.lead_id, received_at: first.received_at.toISOString() } : null
}

const findLastRefusal = async (db: Db, orgId: string, keyId: string) => {
  const last = await db
    .selectFrom('deliveries')
    .select(['id', 'received_at', 'outcome', 'code', 'message'])
    .where('org_id', '=', orgId)
    .where('key_id', '=', keyId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.outcome !== 'rejected') return null
  return { delivery_id: last.id, received_at: last.received_at.toISOString(), code: last.code, message: last.message }
}
