import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { demoData } from '#shapes/demo-people.ts'
import type { Channel } from './messages.ts'

/** How a message to a contact of the demo ends: it stands in its thread, and nothing leaves. */
export const demoAnswer = {
  state: 'failed',
  error: { code: demoData.code, text: demoData.words },
} as const

/**
 * Whether the demo has made a record, and nothing has come from there, or not on a channel. What comes from outside has an address, a
 * connection or a mail, which the messages of the demo do not have.
 */
export const cameFromDemo = (orgId: string, recordId: RawBuilder<unknown>, channel?: Channel) => sql<boolean>`(
  exists (select from demo_records d where d.org_id = ${orgId} and d.kind in ('contact', 'lead') and d.id = ${recordId})
  and not exists (
    select from messages m
    where m.org_id = ${orgId} and m.contact_id = ${recordId} and m.direction = 'in'
      ${channel === undefined ? sql`` : sql`and m.channel = ${channel}`}
      and (m.address is not null or m.connection_id is not null or m.mail_id is not null)))`

/** Whether what is written to a record on a channel goes to no one. */
export const isOfDemo = async (db: Db, orgId: string, recordId: string, channel: Channel): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    select ${cameFromDemo(orgId, sql`${recordId}::uuid`, channel)} as is`.execute(db)
  return rows[0]?.is === true
}

/** The messages that were written to contacts of the demo and went to no one. */
export const findDemoAnswers = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from messages
    where org_id = ${orgId} and contact_id = any(${[...contactIds]}::uuid[])
      and error_code = ${demoAnswer.error.code}`.execute(db)
  return rows.map(({ id }) => id)
}
