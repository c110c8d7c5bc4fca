import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { ConnectionStatus } from '#domains/connections/connections/connections.ts'
import { titleOf } from '#domains/connections/connections/providers.ts'
import type { CrmEntity } from '#ports/crm.ts'
import { shape } from '#shapes'
import { CrmConflict, fieldsAmong, findConflicts } from './conflicts.ts'
import { type LabelOf, readLabels } from './labels.ts'
import { CrmEntityName, isCustomName } from './mappings.ts'
import { ownRecordsOf } from './own.ts'
import { findPins } from './pins.ts'
import { type RecordPageOf, readRecordPages } from './record-pages.ts'

const mostLinks = 20

const CrmValue = shape('CrmValue', {
  field: z.string().describe('A field here, or `custom:` and the name that the CRM’s API has for it'),
  label: z
    .string()
    .nullable()
    .describe('What people call it: the label of a field of the CRM, the name of one of the workspace’s own'),
  value: z.string().nullable().describe('As the CRM has it'),
  is_ours: z.boolean().describe('Ours is the same: it came from there, or both had it'),
  is_pinned: z.boolean().describe('A member pinned ours, or decided to keep it'),
  can_pin: z.boolean().describe('It has a value here that can be pinned'),
})

const CrmLink = shape('CrmLink', {
  connection_id: z.uuid(),
  provider: z.string(),
  title: z.string(),
  connection_status: ConnectionStatus,
  record_id: z.string().describe('The CRM’s id'),
  record_url: z.string().nullable().describe('The record at the CRM, for people; null where its address is not known'),
  state: z.enum(['linked', 'gone', 'merged']).describe('`gone`: deleted there. `merged`: another record stands for it there'),
  modified_at: z.iso.datetime().nullable().describe('When it last changed there, as of the last sync'),
  linked_at: z.iso.datetime(),
  seen_at: z.iso.datetime().describe('When its values were last read'),
  values: z.array(CrmValue).describe('Without empty ones'),
})

export const showCrmRecord = action({
  name: 'show-crm-record',
  summary: 'Show where the values of a contact, a company or a deal come from',
  description:
    'The records at CRMs that it is linked to, with the values that they had when they were last read, and open conflicts.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ entity: CrmEntityName, recordId: z.uuid() }),
  output: z.object({ links: z.array(CrmLink), conflicts: z.array(CrmConflict) }),
  errors: [],
  examples: [{ title: 'A contact', input: { entity: 'contacts', recordId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ entity, recordId }, { db, org, ports, vault }) {
    const rows = await findRows(db, org.id, entity, recordId)
    const fields = await fieldsAmong(
      db,
      org.id,
      entity,
      rows.flatMap(({ seen }) => Object.keys(seen)),
    )
    const own = (await ownRecordsOf[entity].read(db, org.id, [recordId], fields)).get(recordId)
    const labels = new Map<string, LabelOf>()
    const pages = new Map<string, RecordPageOf>()
    for (const id of new Set(rows.map((row) => row.connection_id))) {
      labels.set(id, await readLabels(db, org.id, id))
      pages.set(id, await readRecordPages(db, org.id, id, { vault, ports }))
    }
    const pins = new Set(
      [...(await findPins(db, org.id, [recordId, own?.id ?? recordId])).values()].flatMap((fields) => [...fields]),
    )
    return {
      links: rows.map((row) => ({
        ...{ connection_id: row.connection_id, provider: row.provider, title: titleOf(row.provider) },
        ...{ connection_status: ConnectionStatus.parse(row.status), record_id: row.their_id, state: row.state },
        record_url: row.state === 'gone' ? null : (pages.get(row.connection_id)?.(entity, row.their_id) ?? null),
        modified_at: row.modified_at?.toISOString() ?? null,
        ...{ linked_at: row.linked_at.toISOString(), seen_at: row.seen_at.toISOString() },
        values: Object.entries(row.seen)
          .filter(([field, value]) => value !== null && !hidden.has(field))
          .map(([field, value]) => ({
            ...{ field, label: labels.get(row.connection_id)?.(entity, field) ?? null, value },
            is_ours: isCustomName(field) || (own?.values[field] ?? null) === value,
            is_pinned: pins.has(field) || row.pinned.includes(field),
            can_pin: own !== undefined && field in own.values,
          })),
      })),
      conflicts: await findConflicts(db, org.id, { ourId: recordId, limit: 50 }),
    }
  },
})

/** Which record another belongs to is shown by the record itself. */
const hidden: ReadonlySet<string> = new Set(['company_id', 'contact_id', 'people', 'stage', 'owner'])

const findRows = async (db: Parameters<typeof findConflicts>[0], orgId: string, entity: CrmEntity, recordId: string) => {
  const { rows } = await sql<{
    connection_id: string
    provider: string
    status: string
    their_id: string
    state: 'linked' | 'gone' | 'merged'
    modified_at: Date | null
    linked_at: Date
    seen_at: Date
    seen: Record<string, string | null>
    pinned: string[]
  }>`
    select l.connection_id, n.provider, n.status, l.their_id, l.state, l.modified_at, l.linked_at, l.seen_at, l.seen, l.pinned
    from sync_links l
    join connections n on n.org_id = l.org_id and n.id = l.connection_id
    where l.org_id = ${orgId} and l.entity = ${entity} and l.state <> 'removed' and (l.our_id = ${recordId}
      or l.our_id in (select c.id from contacts c where c.org_id = ${orgId} and c.root_id = ${recordId}
        union select k.id from companies k where k.org_id = ${orgId} and k.root_id = ${recordId}))
    order by l.state, l.linked_at limit ${mostLinks}`.execute(db)
  return rows
}
