import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Channel } from './messages.ts'

/** How a message to a contact of the demo ends: it stands in its thread, and nothing leaves. */
export const demoAnswer = {
  state: 'failed',
  error: { code: 'demo_data', text: 'Demo data: this was sent to no one.' },
} as const

/**
 * Whether what is written to a record on a channel goes to no one: the demo has made it, and nothing has come from there. What
 * comes from outside has an address, a connection or a mail, which the messages of the demo do not have.
 */
export const isOfDemo = async (db: Db, orgId: string, recordId: string, channel: Channel): Promise<boolean> => {
  const { rows } = await sql`
    select from demo_records d
    where d.org_id = ${orgId} and d.kind in ('contact', 'lead') and d.id = ${recordId}
      and not exists (
        select from messages m
        where m.org_id = ${orgId} and m.contact_id = ${recordId} and m.channel = ${channel} and m.direction = 'in'
          and (m.address is not null or m.connection_id is not null or m.mail_id is not null))
    limit 1`.execute(db)
  return rows.length > 0
}

/** The messages that were written to contacts of the demo and went to no one. */
export const findDemoAnswers = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from messages
    where org_id = ${orgId} and contact_id = any(${[...contactIds]}::uuid[])
      and error_code = ${demoAnswer.error.code}`.execute(db)
  return rows.map(({ id }) => id)
}
