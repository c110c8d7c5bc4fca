import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { eventOf, type NewEvent } from '#core/events/events.ts'
import type { Tables } from '#db/tables.ts'
import { choice } from '#shapes'
import { rootId } from '../identities/root-ids.ts'
import { leadEvents } from './events.ts'
import { type LeadFacts, leadFactsIn } from './lead-facts.ts'

export const leadStates = ['new', 'contacted', 'qualified', 'not_fit', 'deal'] as const

/** Where a lead stands. */
export const LeadState = choice('LeadState', leadStates)
export type LeadState = z.output<typeof LeadState>

/** Those that a member chooses. `deal` comes with a deal that is made of the lead. */
export const ChosenLeadState = choice('ChosenLeadState', ['new', 'contacted', 'qualified', 'not_fit'])

/** Null in the database: new. The intake, which has microseconds, writes nothing. */
export const stateOf = ({ state }: { readonly state: string | null }): LeadState => LeadState.parse(state ?? 'new')

/** At most so many leads are moved by one thing that happens: of a sender with more, the newest. */
const mostMoved = 10_000

/** A lead that moved, as the statement answers it. */
export interface MovedLead
  extends Pick<Selectable<Tables['leads']>, 'id' | 'external_id' | 'source' | 'via' | 'full_name' | 'owner_id'> {
  readonly contact_id: string
  readonly state: string
  readonly state_before: string | null
  readonly reason_before: string | null
}

/** Moves the wanted leads to a state, for a statement that does more: answers a row for each (`eventsOfMoved`). */
const moved = (
  orgId: string,
  wanted: RawBuilder<unknown>,
  { to, personId }: { readonly to: 'contacted' | 'deal'; readonly personId: string | null },
): RawBuilder<MovedLead> => sql<MovedLead>`
  update leads l set state = ${to}, state_reason = null, state_at = now(), state_by = ${personId}
  from (
    select w.id, w.state, w.state_reason, ${rootId('c')} as root_id
    from leads w join contacts c on c.org_id = ${orgId} and c.id = w.contact_id
    where w.org_id = ${orgId} and ${wanted} order by w.id desc limit ${mostMoved} for no key update of w) b
  where l.org_id = ${orgId} and l.id = b.id
  returning l.id, l.external_id, l.source, l.via, l.full_name, l.owner_id, l.state, b.root_id as contact_id,
    b.state as state_before, b.state_reason as reason_before`

/** A person answered these contacts, now or then: what was new of theirs is `contacted`. */
export const leadsContacted = (
  orgId: string,
  contactIds: readonly string[],
  { personId, at }: { readonly personId: string | null; readonly at?: Date | undefined },
): RawBuilder<MovedLead> => {
  const hadCome = at ? sql`and w.received_at <= ${at}` : sql``
  return moved(orgId, sql`w.contact_id = any(${[...contactIds]}::uuid[]) and w.state is null ${hadCome}`, {
    to: 'contacted',
    personId,
  })
}

/** Deals were made of these leads. Answers what is to be told. */
export const recordDealsOfLeads = async (
  db: Db,
  orgId: string,
  leadIds: readonly string[],
  personId: string | null,
): Promise<NewEvent[]> => {
  if (leadIds.length === 0) return []
  const wanted = sql`w.id = any(${[...leadIds]}::uuid[]) and w.state is distinct from 'deal'`
  const { rows } = await moved(orgId, wanted, { to: 'deal', personId }).execute(db)
  return eventsOfMoved(rows)
}

export const eventsOfMoved = (rows: readonly MovedLead[]): NewEvent[] =>
  rows.map(({ state_before, reason_before, ...row }) => {
    const after = leadFactsIn({ ...row, state_reason: null })
    const before: LeadFacts = { ...after, state: state_before ?? 'new', state_reason: reason_before }
    return eventOf(leadEvents.changed, row.id, { before, after })
  })

/** Their senders wait for an answer, though they came in a way in which none does. */
export const leadsWait = async (db: Db, orgId: string, leadIds: readonly string[]): Promise<void> => {
  if (leadIds.length === 0) return
  await sql`update leads set waits = true where org_id = ${orgId} and id = any(${[...leadIds]}::uuid[])`.execute(db)
}
