import { sql } from 'kysely'
import { z } from 'zod'
import { workflowActions } from '#core/actions/workflow-actions.ts'
import type { Db } from '#core/context.ts'
import { isId } from '#core/ids.ts'
import { choice, shape } from '#shapes'

const kinds = ['email', 'message', 'invoice', 'payment', 'booking', 'document'] as const

/** What a step made, and how it stands now: an action that sends ends when that is stored, and what is sent leaves later. */
export const WorkflowMade = shape('WorkflowMade', {
  kind: choice('WorkflowMadeKind', kinds),
  id: z.uuid(),
  state: z.string().describe('As it is now, in the words of its kind'),
  standing: choice('WorkflowMadeStanding', ['waiting', 'done', 'failed', 'uncertain']).describe(
    'waiting: it has not left yet · done: it has left, or is there · failed: it did not leave · uncertain: it is not known whether it left',
  ),
  reason: z.string().nullable(),
  provider_id: z.string().nullable().describe('What the provider calls it; of an email its Message-ID'),
  mailbox: z.string().nullable().describe('Of an email: from which it is sent'),
  opens: z.uuid().nullable().describe('The record to open: of a message its conversation, of a payment its invoice'),
})
export type WorkflowMade = z.output<typeof WorkflowMade>

/** Of one step: more are left out. */
const mostOfStep = 20

/** What the proof of an effect names, where its action makes or changes something. */
export const idsOfProof = ({ what, proof }: { readonly what: string; readonly proof: unknown }): string[] => {
  if (workflowActions().get(what)?.effect !== 'write' || typeof proof !== 'object' || proof === null) return []
  return Object.values(proof)
    .filter((value): value is string => typeof value === 'string' && isId(value))
    .slice(0, mostOfStep)
}

/** By their ids: what is there of emails, messages, invoices, payments, bookings and documents. */
export const findMade = async (db: Db, orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, WorkflowMade>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Omit<WorkflowMade, 'standing'>>`
    with given as (select distinct unnest(${ids}::uuid[]) as id)
    select f.* from given g cross join lateral (
      select 'email' as kind, m.id, m.state, m.error as reason, coalesce(m.given_message_id, m.message_id) as provider_id, b.email as mailbox,
          m.id as opens
        from mailbox_mails m join mailboxes b on b.org_id = m.org_id and b.id = m.mailbox_id
        where m.org_id = ${orgId} and m.id = g.id and m.state is not null
      union all select 'message', m.id, m.state, m.error, m.provider_message_id, null, coalesce(m.deal_id, m.contact_id) from messages m
        where m.org_id = ${orgId} and m.id = g.id and m.state is not null
      union all select 'invoice', i.id, i.state, i.state_reason, null, null, i.id from invoices i where i.org_id = ${orgId} and i.id = g.id
      union all select 'payment', c.id, c.state, c.last_error, c.provider_checkout_id, null, c.invoice_id from checkouts c
        where c.org_id = ${orgId} and c.id = g.id
      union all select 'booking', b.id, b.state, b.reason, null, null, b.id from bookings b where b.org_id = ${orgId} and b.id = g.id
      union all select 'document', d.id, d.status, d.status_reason, null, null, d.id from documents d where d.org_id = ${orgId} and d.id = g.id
    ) f`.execute(db)
  return new Map(rows.map((row) => [row.id, { ...row, standing: standingOf(row) }]))
}

/** Of what is sent alone: the others are there as soon as their step has ended. */
const standingOf = ({ kind, state }: Pick<WorkflowMade, 'kind' | 'state'>): WorkflowMade['standing'] => {
  if (kind !== 'email' && kind !== 'message') return 'done'
  if (state === 'queued' || state === 'sending') return 'waiting'
  if (state === 'uncertain') return 'uncertain'
  return state === 'failed' || state === 'cancelled' ? 'failed' : 'done'
}
