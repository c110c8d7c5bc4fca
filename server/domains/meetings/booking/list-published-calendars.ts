import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { shape } from '#shapes'
import { workspaceErrors, workspaceOf } from './workspace.ts'

const BookableEventType = shape('BookableEventType', { id: z.uuid(), slug: z.string(), name: z.string(), minutes: z.int() })
const PublishedCalendar = shape('PublishedCalendar', {
  id: z.uuid().describe('For `get-availability`'),
  name: z.string().describe('Of the member'),
  event_types: z.array(BookableEventType),
})

export const listPublishedCalendars = action({
  name: 'list-published-calendars',
  summary: 'List the calendars that can be booked',
  description:
    'A published calendar is the bookable time of a member, with an id of its own: every member who hosts an event type has one. A token determines the workspace; without one it is named in `orgId`, or is the only one.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  callsProvider: true,
  input: z.object({ orgId: z.string().trim().max(64).optional().describe('The workspace, by id or slug') }),
  output: z.object({ calendars: z.array(PublishedCalendar) }),
  errors: [...workspaceErrors],
  examples: [{ title: 'Of a workspace', input: { orgId: 'acme' } }],

  async run({ orgId: named }, { outside, inOrg, signedIn, fail }) {
    const orgId = await workspaceOf(named, { signedIn, outside }, fail)
    return inOrg(orgId, async ({ db }) => {
      const { rows } = await sql<{ id: string; name: string; event_types: z.output<typeof BookableEventType>[] }>`
        select c.id, p.name,
               jsonb_agg(jsonb_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'minutes', t.minutes) order by t.is_default desc, t.id)
                 as event_types
        from members m
        join directory.people p on p.id = m.id and p.email_key is not null
        join directory.bookable_calendars c on c.org_id = m.org_id and c.person_id = m.id
        join event_types t on t.org_id = m.org_id and t.archived_at is null
          and case t.hosts when 'admins' then m.role in ('admin', 'owner') else exists (
                select from event_type_hosts h where h.org_id = t.org_id and h.event_type_id = t.id and h.person_id = m.id) end
        where m.org_id = ${orgId}
        group by c.id, p.name order by p.name, c.id`.execute(db)
      return { calendars: rows }
    })
  },
})
