import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { recordEvent } from '#core/events/events.ts'
import { fieldsAmong } from './conflicts.ts'
import { syncErrors } from './errors.ts'
import { syncEvents } from './events.ts'
import { CrmEntityName } from './mappings.ts'
import { ownRecordsOf } from './own.ts'
import { addPin, removePin } from './pins.ts'

export const pinCrmValue = action({
  name: 'pin-crm-value',
  summary: 'Pin a value of a record that is linked to a CRM, or unpin it',
  description:
    'A pinned value is never written over by a sync, whatever the rule of its field; a value that the CRM changes is proposed as a conflict. Members can still change it here, and where its field is synced both ways, it is written there. Unpinning lets the next change at the CRM be followed again.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  input: z.object({
    entity: CrmEntityName,
    recordId: z.uuid(),
    field: z.string().min(1).max(64).describe('A field here, as show-crm-record names it'),
    pinned: z.boolean(),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [syncErrors.sync_record_not_linked, syncErrors.sync_field_unknown],
  examples: [
    {
      title: 'The job title stays as it is here',
      input: { entity: 'contacts', recordId: '01980000-0000-7000-8000-000000000000', field: 'job_title', pinned: true },
    },
  ],

  async run({ entity, recordId, field, pinned }, { db, org, person, fail }) {
    const own = (await ownRecordsOf[entity].lock(db, org.id, [recordId], await fieldsAmong(db, org.id, entity, [field]))).get(
      recordId,
    )
    const { rows } = await sql<{ job_id: string; provider: string }>`
      select l.job_id, n.provider from sync_links l
      join connections n on n.org_id = l.org_id and n.id = l.connection_id
      where l.org_id = ${org.id} and l.entity = ${entity} and l.state <> 'removed' and (l.our_id = ${own?.id ?? recordId}
        or l.our_id in (select c.id from contacts c where c.org_id = ${org.id} and c.root_id = ${own?.id ?? recordId}
          union select k.id from companies k where k.org_id = ${org.id} and k.root_id = ${own?.id ?? recordId}))
      order by l.linked_at limit 1`.execute(db)
    const [link] = rows
    if (!own || !link) throw fail('sync_record_not_linked')
    if (!(field in own.values)) throw fail('sync_field_unknown', { field: 'field' })
    if (pinned) await addPin(db, { orgId: org.id, entity, ourId: own.id, field, by: person?.id ?? null })
    else for (const id of new Set([recordId, own.id])) await removePin(db, org.id, id, field)
    await recordEvent(db, org.id, syncEvents.changed, link.job_id, {
      ...{ provider: link.provider, change: pinned ? 'pinned' : 'unpinned', reason: null },
    })
    return { success: true as const }
  },
})
