import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { transportErrors } from '#core/errors.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { fieldErrors } from '#domains/crm/fields/errors.ts'
import { leadErrors } from '#domains/crm/leads/errors.ts'
import { tagErrors } from '#domains/crm/tags/errors.ts'
import { admitKey } from '#domains/platform/api-keys/keys.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { listErrors } from '../lists/errors.ts'
import { readingOf } from '../lists/readings.ts'
import { testsFor } from '../lists/tests.ts'
import { addBulkChange, advanceBulkChange, BulkChange, type BulkChangeRow } from './bulk-changes.ts'
import { addRecords } from './changed-records.ts'
import { bulkChangeErrors } from './errors.ts'
import { keptDays, mostAtOnce, mostNamed, mostRecords } from './limits.ts'
import { runBulkChanges } from './run-bulk-changes.ts'
import { presentBulkChange } from './shown-bulk-changes.ts'
import { takeStep } from './steps.ts'
import { ChangedKind, ChangedSelection, checkChange, checkSelection, scopeOf, WantedChange } from './wanted-changes.ts'

export const changeRecords = action({
  name: 'change-records',
  summary: 'Change many records at once',
  description: `Records that are named (at most ${mostNamed}), or all that match a filter and a search as \`list-records\` reads them (at most ${mostRecords.toLocaleString('en')}, less \`exceptIds\`); every one of the kind only where \`all\` says so. Up to ${mostAtOnce} named ones are changed before the answer; more are changed in the background: follow \`show-bulk-change\`.

| Kind | Changes |
| --- | --- |
| \`lead\` | \`assign\`, \`tag\`, \`set_fields\`, \`set_state\`, \`open_deals\`, \`delete\` |
| \`contact\` | \`assign\`, \`tag\`, \`set_fields\`, \`open_deals\`, \`delete\` |
| \`company\` | \`assign\`, \`tag\`, \`set_fields\`, \`delete\` |
| \`deal\` | \`assign\`, \`tag\`, \`set_fields\`, \`move\`, \`delete\` |
| \`task\` | \`assign\`, \`delete\` |

Each record is changed once, as by the member or key that calls. A key also needs the scope of the single change: \`bin:write\` for \`delete\`, \`lead-states:write\` for \`set_state\`, \`deals:write\` for \`open_deals\` and \`move\`, and for \`assign\` that of the kind. One that cannot be changed does not stop the others: \`list-bulk-change-records\` says why. \`open_deals\` passes over leads and contacts that have an open deal. For ${keptDays} days \`undo-bulk-change\` gives back what was before.`,
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true },
  scope: 'records:write',
  limit: { times: 60, seconds: 60 },
  input: z.object({ kind: ChangedKind, of: ChangedSelection, change: WantedChange }),
  output: z.object({ bulk_change: BulkChange }),
  errors: [
    bulkChangeErrors.bulk_change_unfit,
    bulkChangeErrors.bulk_change_queue_full,
    listErrors.list_filter_invalid,
    memberErrors.person_not_found,
    tagErrors.tag_not_found,
    fieldErrors.field_not_found,
    fieldErrors.field_value_invalid,
    leadErrors.state_reason_needed,
    dealErrors.pipeline_not_found,
    dealErrors.stage_not_found,
    dealErrors.lost_reason_needed,
    transportErrors.missing_field,
    transportErrors.bad_request,
  ],
  examples: [
    {
      title: 'Give five leads to a colleague',
      input: {
        kind: 'lead',
        of: { recordIds: ['01980000-0000-7000-8000-000000000000'] },
        change: { type: 'assign', ownerId: '01980000-0000-7000-8000-000000000001' },
      },
    },
    {
      title: 'All new leads of a source are not a fit',
      input: {
        kind: 'lead',
        of: { filter: { conditions: [{ field: 'source', op: 'is', value: 'trade-fair' }] } },
        change: { type: 'set_state', state: 'not_fit', reason: 'Outside our area' },
      },
    },
  ],

  async run({ kind, of, change }, { db, org, person, keyId, now, newId, enqueue }) {
    checkSelection(of)
    await admitKey(db, org.id, keyId, scopeOf(kind, change.type))
    await checkChange(db, org.id, kind, change)
    const [at, id] = [now(), newId()]
    const selection = of.recordIds ? null : of
    if (selection?.filter)
      testsFor(selection.filter, await readingOf(db, org.id, kind, { personId: person?.id ?? null, now: at }))
    const added = await addBulkChange(db, {
      ...{ org_id: org.id, id, kind, change, selection, created_at: at },
      ...{ person_id: person?.id ?? null, key_id: keyId },
    })
    const named = of.recordIds ? await nameRecords(db, added, of.recordIds) : null
    if (named && named.selected <= mostAtOnce) await takeStep(db, named, at)
    else await enqueue(runBulkChanges, { orgId: org.id })
    return { bulk_change: await presentBulkChange(db, org.id, id, now()) }
  },
})

const nameRecords = async (db: Db, change: BulkChangeRow, ids: readonly string[]): Promise<BulkChangeRow> =>
  advanceBulkChange(db, change, { selected: await addRecords(db, change, { behind: 0, ids }) })
