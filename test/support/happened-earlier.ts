import canonicalize from 'canonicalize'
import type { Target } from '#db/connect.ts'
import { hashOf } from '#domains/business/documents/chain.ts'
import { asOwner } from './database.ts'

/** Makes all that is said of a document have happened earlier, its evidence included: what waits for a while since it was signed has waited. */
export const happenedEarlier = (target: Target, documentId: string, minutes: number): Promise<void> =>
  asOwner(target, async (client) => {
    const { rows } = await client.query<{ seq: number; said: string }>(
      'select seq, said from foyer.document_events where document_id = $1 order by seq',
      [documentId],
    )
    let previous: string | null = null
    for (const { seq, said } of rows) {
      const event = JSON.parse(said) as { at: string }
      const at = new Date(Date.parse(event.at) - minutes * 60_000).toISOString()
      const told = canonicalize({ ...event, at, previous }) ?? ''
      const hash = hashOf(told)
      await client.query('update foyer.document_events set said = $3, at = $4, hash = $5 where document_id = $1 and seq = $2', [
        documentId,
        seq,
        told,
        at,
        hash,
      ])
      previous = hash.toString('hex')
    }
    const ago = `${minutes} minutes`
    await client.query('update foyer.document_signers set signed_at = signed_at - $2::interval where document_id = $1', [
      documentId,
      ago,
    ])
    await client.query(
      "update foyer.documents set signed_at = signed_at - $2::interval, head_hash = decode($3, 'hex') where id = $1",
      [documentId, ago, previous],
    )
  })
