import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Instant } from '#shapes'
import { familyOf } from './families.ts'

export const timelineKinds = [
  'lead',
  'message',
  'call',
  'payment',
  'invoice',
  'deal',
  'stage',
  'assignment',
  'task',
  'mail',
  'merge',
  'fact',
] as const

/** Something that happened with a person, whatever it was. */
export const TimelineEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(timelineKinds),
  channel: z.string().nullable().describe('Of a message: whatsapp, web_chat or note'),
  direction: z.string().nullable().describe('in, out or note'),
  text: z.string().nullable().describe('The first 2,000 characters of what was said'),
  facts: z.record(z.string(), z.unknown()),
  subject_id: z.uuid().nullable().describe('The lead, message, call, invoice, deal, task, mail, merge … that it is about'),
  cause: z.object({
    kind: z.string().describe('Who or what brought it about: person, whatsapp, web_chat, lead, rule, webhook …'),
    id: z.uuid().nullable(),
    words: z.string().nullable(),
  }),
  person: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable().describe('Who of us did it'),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

/** Whose: a person's, or what concerns one deal and the person of it. */
export interface TimelineOf {
  readonly contactId: string
  /** Only this deal, and those that went into it; null for all of the person's. */
  readonly dealId: string | null
}

interface Place {
  readonly at: string
  readonly id: string
}

/**
 * Newest first, by keyset over (time, id). One statement of many parts; each part gives as many entries as the page holds, so
 * that a person of ten thousand messages costs a page of them. What a part sorts in full is what a person has few of.
 */
export const listTimeline = async (
  db: Db,
  orgId: string,
  { contactId, dealId }: TimelineOf,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ entries: TimelineEntry[]; nextCursor: string | null }> => {
  const family = await familyOf(db, orgId, contactId)
  const before = placeOf(cursor)
  const most = limit + 1
  const { rows } = await sql<TimelineRow>`
    with family as materialized (select * from unnest(${family}::uuid[]) as id),
    place as materialized (select ${before.at}::timestamptz as at, ${before.id} as id),
    these as materialized (
      select d.* from deals d
      where d.org_id = ${orgId} and case when ${dealId}::uuid is null then d.contact_id in (select id from family)
        else d.id = ${dealId}::uuid or d.linked_to = ${dealId}::uuid end),
    bills as materialized (
      select i.* from invoices i where i.org_id = ${orgId} and i.contact_id in (select id from family)),
    entries as (
      (select 'lead:' || l.id as id, l.received_at as at, 'lead' as kind, null as channel, 'in' as direction, l.note as text,
         jsonb_build_object('source', l.source, 'via', l.via, 'name', l.full_name) as facts, l.id as subject_id,
         l.via as cause, coalesce(l.upload_id, l.delivery_id) as cause_id, null as cause_words, null::uuid as person_id
       from leads l, place p
       where l.org_id = ${orgId} and l.contact_id in (select id from family) and (l.received_at, 'lead:' || l.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most})
      union all
      (select 'message:' || m.id, m.at, 'message', m.channel, m.direction, m.body,
         jsonb_build_object('kind', m.kind, 'state', m.state, 'error', m.error, 'is_unverified', m.is_unverified,
           'referral', m.content -> 'referral', 'via', m.content ->> 'via'), m.id,
         case when m.person_id is null then m.channel else 'person' end, null, null, m.person_id
       from family f, place p, lateral (
         select x.* from messages x
         where x.org_id = ${orgId} and x.contact_id = f.id and x.at <= p.at and (x.at < p.at or 'message:' || x.id < p.id)
         order by x.at desc, x.id desc limit ${most}) m
       order by 2 desc, 1 desc limit ${most})
      union all
      (select 'call:' || c.id, c.started_at, 'call', null, c.direction, null,
         jsonb_build_object('state', c.state, 'is_missed', c.is_missed, 'duration_s', c.duration_s, 'from', c.from_number,
           'to', c.to_number, 'refused_because', c.refused_because), c.id,
         case when c.person_id is null then 'voice' else 'person' end, null, null, c.person_id
       from calls c, place p
       where c.org_id = ${orgId} and c.contact_id in (select id from family) and (c.started_at, 'call:' || c.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most})
      union all
      (select 'payment:' || y.id, y.received_at, 'payment', null, 'in', 'INV-' || lpad(b.number::text, greatest(4, length(b.number::text)), '0'),
         jsonb_build_object('kind', case when y.dispute_state = 'open' then 'disputed' when y.lost_minor > 0 then 'lost' when y.refunded_minor >= y.amount_minor then 'refunded' else 'received' end,
           'amount_minor', y.amount_minor, 'currency', y.currency, 'refunded_minor', y.refunded_minor, 'invoice_id', y.invoice_id,
           'provider', y.provider, 'is_live', y.is_live), y.id,
         'provider', y.invoice_id, null, null
       from payments y join bills b on b.id = y.invoice_id, place p
       where y.org_id = ${orgId} and (y.received_at, 'payment:' || y.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most})
      union all
      (select 'invoice:' || e.id, e.at, 'invoice', null, 'out', 'INV-' || lpad(b.number::text, greatest(4, length(b.number::text)), '0'),
         jsonb_build_object('kind', e.kind, 'amount_minor', b.total_minor, 'currency', b.currency), b.id,
         e.source, null, null, e.person_id
       from invoice_events e join bills b on b.id = e.invoice_id, place p
       where e.org_id = ${orgId} and e.kind in ('created', 'sent', 'reminded', 'paid', 'voided') and (e.at, 'invoice:' || e.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most})
      union all
      (select 'move:' || v.id, v.at, case when v.from_stage_id is null then 'deal' else 'stage' end, null, null, d.name,
         jsonb_build_object('from', f.name, 'to', t.name, 'why', v.why, 'deal', d.name,
           'lost_reason', case when t.kind = 'lost' and d.stage_id = t.id then d.lost_reason end), d.id,
         v.cause, null, null, v.person_id
       from deal_moves v join these d on d.id = v.deal_id
         left join stages f on f.org_id = v.org_id and f.id = v.from_stage_id
         join stages t on t.org_id = v.org_id and t.id = v.to_stage_id, place p
       where v.org_id = ${orgId} and (v.at, 'move:' || v.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most})
      union all
      (select 'assignment:' || a.id, a.at, 'assignment', null, null, a.because ->> 'reason',
         jsonb_build_object('assigned_to', a.person_id, 'assigned_name', o.name, 'because', a.because, 'deal', d.name), d.id,
         case when a.by_person_id is not null then 'person' else coalesce(a.because ->> 'rule', 'turns') end, null, null, a.by_person_id
       from assignments a join these d on d.id = a.deal_id left join directory.people o on o.id = a.person_id, place p
       where a.org_id = ${orgId} and (a.at, 'assignment:' || a.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most})
      union all
      (select 'task:' || k.id, k.done_at, 'task', null, null, k.title,
         jsonb_build_object('kind', k.kind, 'outcome', k.outcome, 'done_at', k.done_at), k.id,
         case when k.done_by is null then 'system' else 'person' end, null, null, k.done_by
       from tasks k, place p
       where k.org_id = ${orgId} and k.done_at is not null
         and k.id in (select t.id from tasks t where t.org_id = ${orgId} and t.deal_id in (select id from these)
                      union select t.id from tasks t where t.org_id = ${orgId} and t.contact_id in (select id from family))
         and (k.done_at, 'task:' || k.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most})
      union all
      (select 'mail:' || e.id, coalesce(e.sent_at, e.created_at), 'mail', null, 'out', e.subject,
         jsonb_build_object('template', e.template, 'state', e.state), e.id,
         case when e.person_id is null then 'system' else 'person' end, null, null, e.person_id
       from mails e, place p
       where e.org_id = ${orgId} and e.template = any(${mailsToClients}::text[])
         and lower(e.to_email) in (select lower(c.email) from contacts c where c.org_id = ${orgId} and c.id in (select id from family) and c.email is not null)
         and (coalesce(e.sent_at, e.created_at), 'mail:' || e.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most})
      union all
      (select g.kind || ':' || m.id, g.at, 'merge', null, null, case when m.person_id is not null and g.kind = 'merge' then m.reason end,
         jsonb_build_object('source_id', m.source_id, 'source_name', coalesce(s.full_name, s.email, s.phone), 'undone', g.kind = 'unmerge'), m.id,
         case when g.kind = 'unmerge' then 'undo' else m.cause end, null, null,
         case when g.kind = 'unmerge' then m.undone_by else m.person_id end
       from contact_merges m left join contacts s on s.org_id = m.org_id and s.id = m.source_id
         cross join lateral (values ('merge', m.at), ('unmerge', m.undone_at)) as g(kind, at), place p
       where m.org_id = ${orgId} and m.target_id in (select id from family) and g.at is not null and (g.at, g.kind || ':' || m.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most})
      union all
      (select 'fact:' || t.id, t.at, 'fact', null, null, t.field || ': ' || t.value,
         jsonb_build_object('field', t.field, 'state', t.state, 'source', t.source, 'model', t.model), t.subject_id,
         case when t.person_id is null then 'model' else 'person' end, null, t.model, t.person_id
       from facts t, place p
       where t.org_id = ${orgId} and t.state in ('current', 'pinned')
         and (t.subject_kind = 'deal' and t.subject_id in (select id from these)
           or t.subject_kind = 'company' and t.subject_id in (
             select d.company_id from these d where d.company_id is not null
             union select c.company_id from contacts c where c.org_id = ${orgId} and c.id in (select id from family) and c.company_id is not null))
         and (t.at, 'fact:' || t.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most})
    )
    select e.*, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exact, left(e.text, ${longestText}) as text, o.name as person_name
    from (select * from entries order by at desc, id desc limit ${most}) e
    left join directory.people o on o.id = e.person_id
    order by e.at desc, e.id desc`.execute(db)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    entries: page.map(entryOf),
    nextCursor: rows.length > limit && last ? cursorOf({ at: last.exact, id: last.id }) : null,
  }
}

/** Characters of what was said. */
const longestText = 2_000

/** Templates that go to those outside; the others are for people who work here. */
const mailsToClients = ['invoice', 'invoice-reminder', 'receipt']

interface TimelineRow {
  readonly id: string
  readonly at: Date
  /** To the microsecond, as the database orders by it. */
  readonly exact: string
  readonly kind: TimelineEntry['kind']
  readonly channel: string | null
  readonly direction: string | null
  readonly text: string | null
  readonly facts: Record<string, unknown>
  readonly subject_id: string
  readonly cause: string
  readonly cause_id: string | null
  readonly cause_words: string | null
  readonly person_id: string | null
  readonly person_name: string | null
}

const entryOf = (row: TimelineRow): TimelineEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  channel: row.channel,
  direction: row.direction,
  text: row.text,
  facts: row.facts,
  subject_id: row.subject_id,
  cause: { kind: row.cause, id: row.cause_id, words: row.cause_words },
  person: row.person_id === null ? null : { id: row.person_id, name: row.person_name },
})

/** Where a page ended. What is no place of ours begins at the newest. */
export const TimelineCursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,200}$/)
  .describe('`next_cursor` of the page before')

const cursorOf = ({ at, id }: Place): string => Buffer.from(`${at} ${id}`).toString('base64url')

const placeOf = (cursor: string | undefined): Place => {
  const read = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([a-z]+:[0-9a-f-]{36})$/.exec(
    Buffer.from(cursor ?? '', 'base64url').toString(),
  )
  return read?.[1] && read[2] && Instant.safeParse(read[1]).success ? { at: read[1], id: read[2] } : { at: 'infinity', id: '' }
}
