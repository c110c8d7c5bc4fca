import { type RawBuilder, sql } from 'kysely'

/**
 * What the copies of a person's calendars say takes their time, but for meetings that were booked here: a select of one JSON array of
 * from and to, in seconds; a long one may be in it twice. 7,000 events as rows of their own take the driver ten times as long.
 */
export const busyTimes = (
  orgId: string,
  personId: RawBuilder<unknown>,
  { from, to }: { readonly from: Date; readonly to: Date },
): RawBuilder<unknown> => sql`
  select json_agg(json_build_array(date_part('epoch', e.starts_at), date_part('epoch', e.ends_at))) from (
    select starts_at, ends_at from calendar_events
    where org_id = ${orgId} and person_id = ${personId} and counts and booking_id is null
      and starts_at > ${from}::timestamptz - interval '2 days' and starts_at < ${to} and ends_at > ${from}
    union all
    select starts_at, ends_at from calendar_events
    where org_id = ${orgId} and person_id = ${personId} and counts and booking_id is null
      and ends_at - starts_at > interval '2 days' and ends_at > ${from} and starts_at < ${to}
  ) e`
