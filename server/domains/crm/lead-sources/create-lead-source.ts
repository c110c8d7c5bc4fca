import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { keepConsentText } from './consent-texts.ts'
import { leadSourceErrors } from './errors.ts'
import { leadSourceEvents, sourceFieldsOf } from './events.ts'
import { kindOf, SourceSettings, settleSettings } from './kinds.ts'
import { addSource, findSources, LeadSource, mostSources, SourceName, SourceSecret, showSource } from './lead-sources.ts'
import { sourceSaved } from './moments.ts'

export const createLeadSource = action({
  name: 'create-lead-source',
  summary: 'Create a lead source',
  description:
    'Its `url` takes leads of its kind at once and nothing else. Leads, rejected requests and replays are as those of the API. Without `secret`, a kind or a proof that needs one gets one made by chance. That of a webhook is answered here and never again.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 30, seconds: 60 },
  input: z.object({
    name: SourceName.describe('Also the `source` of its leads, as a slug'),
    settings: SourceSettings,
    secret: SourceSecret.optional().describe('What its requests are proven with'),
  }),
  output: z.object({ source: LeadSource }),
  errors: [transportErrors.bad_request, leadSourceErrors.lead_source_limit, leadSourceErrors.lead_source_settings_invalid],
  examples: [
    {
      title: 'A form of a website',
      input: {
        name: 'Contact form',
        settings: {
          kind: 'form' as const,
          fields: [
            { kind: 'name' as const, name: 'name' },
            { kind: 'email' as const, name: 'email', required: true },
            { kind: 'choice' as const, name: 'service', label: 'Service', options: ['Kitchen', 'Bathroom'] },
          ],
          consent: { text: 'You may write to me about my inquiry.', required: true },
          origins: ['https://www.example.com'],
        },
      },
    },
    { title: 'A lead form of Google Ads', input: { name: 'Google Ads kitchens', settings: { kind: 'google_ads' as const } } },
  ],

  async run(input, { org, person, db, vault, within, now, newId, emit, enqueue, fail, settings }) {
    const { length } = await findSources(db, org.id, now())
    if (length >= mostSources) throw fail('lead_source_limit')
    const id = newId()
    const { kind } = input.settings
    const given = settleSettings(input.settings, null)
    const made = input.secret === undefined ? (kindOf(kind).newSecret?.(given) ?? null) : null
    await addSource(db, vault, {
      ...{ orgId: org.id, id, name: input.name, settings: given },
      secret: input.secret ?? made,
      ...{ createdBy: person?.id ?? null, now: now() },
    })
    await keepConsentText(db, { orgId: org.id, sourceId: id, settings: given, by: person?.id ?? null, now: now() })
    const saved = { id, settings: given, isNew: true, isOn: true, now: now(), enqueue }
    await within(db, org.id, sourceSaved, saved)
    const [row] = await findSources(db, org.id, now(), id)
    if (!row) throw new Error('a source just created is missing')
    const changed = { before: null, after: sourceFieldsOf(row) }
    await emit(leadSourceEvents.changed, id, { name: input.name, kind, change: 'created', ...changed })
    return { source: showSource(row, { vault, publicUrl: settings.publicUrl, made }) }
  },
})
