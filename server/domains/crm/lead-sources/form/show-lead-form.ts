import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Reference, shape } from '#shapes'
import { triableAt } from '#shapes/origins.ts'
import { showForm } from '#shapes/shown-forms.ts'
import { findConsentTexts } from '../consent-texts.ts'
import { leadSourceErrors } from '../errors.ts'
import { findSources, urlOf } from '../lead-sources.ts'
import { formMarkup } from './form-markup.ts'
import { FormSettings, lookOf } from './form-settings.ts'

const ConsentText = shape('LeadFormConsentText', {
  version: z.int(),
  text: z.string(),
  created_by: Reference.nullable(),
  created_at: z.iso.datetime().describe('Since when the form says so'),
})

export const showLeadForm = action({
  name: 'show-lead-form',
  summary: 'Show the code of a website form',
  description:
    'What to copy into a website for a lead source of the kind `form`: a script tag, or HTML that needs no script. `consent_texts` has what each version of its consent said, newest first, 200 at most.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ leadSourceId: z.uuid() }),
  output: z.object({
    script: z.string().describe('Put it where the form should appear'),
    html: z.string().describe('The form as plain HTML, as it is now: copy it again after a change'),
    page_url: z.string().describe('The form on a page of its own'),
    try_url: z.string().nullable().describe('A sandbox page with both; null without the sandbox'),
    consent_texts: z.array(ConsentText),
  }),
  errors: [leadSourceErrors.lead_source_not_found, leadSourceErrors.lead_source_settings_invalid],
  examples: [{ title: 'The code of a form', input: { leadSourceId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ leadSourceId: sourceId }, { org, db, now, fail, settings: { publicUrl, hasSandbox } }) {
    const [row] = await findSources(db, org.id, now(), sourceId)
    if (!row) throw fail('lead_source_not_found')
    if (row.kind !== 'form')
      throw fail('lead_source_settings_invalid', { field: 'leadSourceId', message: `this source is of the kind ${row.kind}` })
    const settings = FormSettings.parse(row.settings)
    const url = urlOf(row, publicUrl) ?? ''
    const texts = await findConsentTexts(db, org.id, sourceId)
    return {
      script: `<script async src="${publicUrl}/form.js" data-form="${row.address}"></script>`,
      html: formMarkup(showForm(lookOf(settings), settings.locale), url),
      page_url: url,
      try_url: hasSandbox ? `${triableAt(publicUrl)[0]}/sandbox/website?form=${row.address}` : null,
      consent_texts: texts.map(({ created_by, created_by_name, created_at, ...text }) => ({
        ...text,
        created_by: created_by && created_by_name ? { id: created_by, name: created_by_name } : null,
        created_at: created_at.toISOString(),
      })),
    }
  },
})
