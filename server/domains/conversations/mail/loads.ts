import { sql } from 'kysely'
import type { Db, InOrg } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import type { Callers } from '#core/http/routes.ts'
import { emailEvents } from './events.ts'
import { classOf } from './load-classes.ts'
import type { LoadClass } from './load-rules.ts'

/** One load of the picture. */
export interface Load {
  readonly trackingId: string
  readonly at: Date
  /** The rule that knows the program; of what it was called and where it came from no more is kept. */
  readonly program: string | null
  /** Of a browser that may be signed in here. */
  readonly cookie: string | undefined
}

interface Parts {
  readonly outside: Db
  readonly inOrg: InOrg
  readonly callers: Pick<Callers, 'ofCookie'>
}

interface Counted {
  readonly class: LoadClass
  readonly reason: string
  readonly first: Date
  last: Date
  times: number
}

/**
 * Writes many loads with one statement a mail: of each class the first is a row, and later ones are counted on it. Ids that are on no mail
 * are looked up like the others, and end here.
 */
export const recordLoads = async (loads: readonly Load[], { outside, inOrg, callers }: Parts): Promise<void> => {
  const ids = [...new Set(loads.map(({ trackingId }) => trackingId))]
  const { rows } = await sql<{ given: string; org_id: string; id: string; sent_at: Date | null }>`
    select g.id as given, m.org_id, m.id, m.sent_at from unnest(${ids}::uuid[]) as g(id), mail_of_tracking(g.id) m`.execute(
    outside,
  )
  for (const { given, org_id: orgId, id: mailId, sent_at: sentAt } of rows) {
    const counted = new Map<LoadClass, Counted>()
    for (const load of loads) if (load.trackingId === given) await count(counted, load, { sentAt, orgId, callers })
    await inOrg(orgId, (db) => write(db, orgId, mailId, [...counted.values()]))
  }
}

const count = async (
  counted: Map<LoadClass, Counted>,
  { at, program, cookie }: Load,
  { sentAt, orgId, callers }: { readonly sentAt: Date | null; readonly orgId: string; readonly callers: Parts['callers'] },
): Promise<void> => {
  const caller = cookie === undefined ? null : await callers.ofCookie({ headers: { cookie } })
  const { class: name, reason } = classOf({
    program,
    sinceSentMs: sentAt === null ? 0 : at.getTime() - sentAt.getTime(),
    isMember: caller?.kind === 'session' && caller.orgId === orgId,
  })
  const same = counted.get(name)
  if (!same) counted.set(name, { class: name, reason, first: at, last: at, times: 1 })
  else Object.assign(same, { times: same.times + 1, last: at })
}

const write = async (db: Db, orgId: string, mailId: string, counted: readonly Counted[]): Promise<void> => {
  const rows = counted.map(({ class: name, reason, first, last, times }) => ({ class: name, reason, first, last, times }))
  const { rows: changed } = await sql<{ mailbox_id: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (class text, reason text, first timestamptz, last timestamptz, times int)),
    kept as (
      insert into mail_loads as l (org_id, mail_id, class, reason, first_at, last_at, times)
      select ${orgId}, ${mailId}, class, reason, first, last, times from given
      on conflict (org_id, mail_id, class) do update set times = l.times + excluded.times, last_at = greatest(l.last_at, excluded.last_at))
    update mailbox_mails m set opened_at = (select min(first) from given where class <> 'own')
    where m.org_id = ${orgId} and m.id = ${mailId} and m.opened_at is null and exists (select from given where class <> 'own')
    returning m.mailbox_id`.execute(db)
  const [first] = changed
  if (first) await recordEvent(db, orgId, emailEvents.updated, mailId, { mailbox_id: first.mailbox_id, change: 'opened' })
}
