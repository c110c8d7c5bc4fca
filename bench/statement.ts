import pg from 'pg'
import { newId } from '#core/ids.ts'
import { connectionOptions } from '#db/connect.ts'
import { readLead } from '#domains/crm/leads/lead-input.ts'
import { Batch, leadRow, maxBatchRows, takeLeadsText } from '#domains/crm/leads/take-leads.ts'
import type { Given } from './candidates/ready.ts'
import { leadBody } from './load.ts'

const batchOf = ({ orgId, keyId }: Given, from: number): ReturnType<Batch['values']> => {
  const batch = new Batch()
  for (let n = from; n < from + maxBatchRows; n++) {
    const body = leadBody(n)
    const lead = readLead(JSON.parse(body), { defaultCountry: null, today: '2026-01-01' })
    if (!lead.ok) throw new Error(lead.message)
    batch.add(leadRow({ orgId, lead: lead.lead, via: 'api', deliveryId: newId(), keyId, body: Buffer.from(body) }))
  }
  return batch.values(new Date())
}

/** As many as are made ahead and sent in one go: 5,000 leads. */
const atOnce = 20

/**
 * The statement of the intake alone, as fast as PostgreSQL takes it: full batches that were made beforehand, two on the wire on
 * one connection; no HTTP, no key, no checks within the time that counts. Leads a second.
 */
export const runStatement = async (
  given: Given,
  from: number,
  seconds: number,
): Promise<{ perSecond: number; next: number }> => {
  const client = new pg.Client({
    ...connectionOptions(given.target, { application: 'bench' }),
    pipeline: true,
  } as pg.ClientConfig)
  await client.connect()
  try {
    let next = from
    let leads = 0
    let spentMs = 0
    for (let go = 0; spentMs < seconds * 1_000; go++) {
      const batches = Array.from({ length: atOnce }, () => {
        next += maxBatchRows
        return batchOf(given, next - maxBatchRows)
      })
      const since = performance.now()
      let before: Promise<unknown> = Promise.resolve()
      for (const values of batches) {
        const sent = client.query({ name: 'take_leads', text: takeLeadsText, values })
        await before
        before = sent
      }
      await before
      // The first go is the warm-up.
      if (go === 0) continue
      spentMs += performance.now() - since
      leads += atOnce * maxBatchRows
    }
    return { perSecond: (leads * 1_000) / spentMs, next }
  } finally {
    await client.end()
  }
}
