import { sql } from 'kysely'
import { z } from 'zod'
import { inboundWebhook, Unreadable } from '#core/inbound/inbound-webhook.ts'
import { digestOf, takeNumber } from './calls.ts'
import { numbersPath } from './enrichments.ts'

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const address = new RegExp(`^(${uuid})\\.(${uuid})\\.([\\w-]{22})$`)

/** Answered like any other: who has no such address learns nothing. */
const taken = { answer: { status: 200, type: 'application/json', body: '{"success":true}' } } as const

/**
 * Apollo tells the mobile numbers that an enrichment asked for, later and unsigned: the secret of that call is in the address. Numbers are
 * taken for people of calls that were told of alone, each once.
 */
export const apolloNumbers = inboundWebhook({
  name: 'apollo-numbers',
  summary: 'Receive mobile numbers that an enrichment asked for',
  path: numbersPath,
  methods: ['POST'],
  bodyLimitBytes: 256 * 1024,
  matches: () => true,

  async verify({ url }, { db, enterOrg }) {
    const [, orgId, callId, secret] = address.exec(new URLSearchParams(url.split('?')[1]).get('call') ?? '') ?? []
    if (!orgId || !callId || !secret) return taken
    await enterOrg(orgId)
    const call = await db
      .updateTable('prospect_calls')
      .set({ told_at: sql`now()` })
      .where('org_id', '=', orgId)
      .where('id', '=', callId)
      .where('hook_hash', '=', digestOf(secret))
      .returning('connection_id')
      .executeTakeFirst()
    return call ? { orgId, connectionId: call.connection_id } : taken
  },

  data: z.unknown(),
  async read(data, { db, org, ports, vault }) {
    const numbers = ports.prospects.readLateNumbers(data)
    if (!numbers) throw new Unreadable('no list of people')
    // In one order, as every lock of several is.
    const ordered = numbers.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const number of ordered) await takeNumber(db, org.id, number, vault)
  },
})
