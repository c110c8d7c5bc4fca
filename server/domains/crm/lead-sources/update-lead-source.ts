import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { notifyKeyChanged } from '#domains/platform/api-keys/keys.ts'
import { keepConsentText } from './consent-texts.ts'
import { leadSourceErrors } from './errors.ts'
import { leadSourceEvents, sourceFieldsOf } from './events.ts'
import { kindOf, SourceSettings, settleSettings } from './kinds.ts'
import { findSources, LeadSource, lockSource, SourceName, SourceSecret, sealOf, showSource } from './lead-sources.ts'
import { sourceSaved } from './moments.ts'

export const updateLeadSource = action({
  name: 'update-lead-source',
  summary: 'Change a lead source, or turn it on or off',
  description:
    'Omitted fields keep their values. A source that is off refuses requests within a second; their bodies are logged and can be replayed. A webhook whose proof comes to need a secret, and has none, gets one made by chance, which is answered here and never again.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({
    leadSourceId: z.uuid(),
    name: SourceName.optional(),
    settings: SourceSettings.optional().describe('Of the same kind'),
    secret: SourceSecret.optional(),
    isOn: z.boolean().optional(),
  }),
  output: z.object({ source: LeadSource }),
  errors: [transportErrors.bad_request, leadSourceErrors.lead_source_not_found, leadSourceErrors.lead_source_settings_invalid],
  examples: [{ title: 'Turn a source off', input: { leadSourceId: '01980000-0000-7000-8000-000000000000', isOn: false } }],

  async run({ leadSourceId: sourceId, name, settings, secret, isOn }, context) {
    const { org, person, db, vault, within, now, emit, enqueue, fail } = context
    const found = await lockSource(db, org.id, sourceId)
    if (!found) throw fail('lead_source_not_found')
    if (settings && settings.kind !== found.kind)
      throw fail('lead_source_settings_invalid', {
        field: 'settings.kind',
        message: `this source is of the kind ${found.kind}`,
      })
    const kept = settings && settleSettings(settings, SourceSettings.parse(found.settings))
    const made =
      kept && secret === undefined && found.secret_sealed === null ? (kindOf(found.kind).newSecret?.(kept) ?? null) : null
    const newSecret = secret ?? made
    const switched = isOn === undefined || isOn === (found.switched_off_at === null) ? null : isOn
    await db
      .updateTable('lead_sources')
      .set({
        ...(name === undefined ? {} : { name }),
        ...(kept && { settings: JSON.stringify(kept) }),
        ...(newSecret === null ? {} : { secret_sealed: vault.seal(newSecret, sealOf(sourceId)) }),
        ...(switched === null ? {} : { switched_off_at: switched ? null : now() }),
        updated_at: now(),
      })
      .where('org_id', '=', org.id)
      .where('id', '=', sourceId)
      .execute()
    if (kept) await keepConsentText(db, { orgId: org.id, sourceId, settings: kept, by: person?.id ?? null, now: now() })
    await within(db, org.id, sourceSaved, {
      ...{ id: sourceId, settings: kept ?? SourceSettings.parse(found.settings), isNew: settings !== undefined },
      ...{ isOn: isOn ?? found.switched_off_at === null, now: now(), enqueue },
    })
    await notifyKeyChanged(db, sourceId)
    const change = switched === null ? 'changed' : switched ? 'switched_on' : 'switched_off'
    const [row] = await findSources(db, org.id, now(), sourceId)
    if (!row) throw fail('lead_source_not_found')
    const changed = changedFields(sourceFieldsOf(found), sourceFieldsOf(row))
    await emit(leadSourceEvents.changed, sourceId, { name: row.name, kind: found.kind, change, ...changed })
    return { source: showSource(row, { vault, publicUrl: context.settings.publicUrl, made }) }
  },
})
