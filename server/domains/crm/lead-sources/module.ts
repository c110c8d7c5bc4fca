import { module } from '#core/module.ts'
import { createLeadSource } from './create-lead-source.ts'
import { leadSourceErrors } from './errors.ts'
import { leadSourceEvents } from './events.ts'
import { formRoutes } from './form/form-routes.ts'
import { showLeadForm } from './form/show-lead-form.ts'
import { listLeadSources } from './list-lead-sources.ts'
import { sourceSaved } from './moments.ts'
import { leadSourceNotices } from './notices.ts'
import { showLeadSource } from './show-lead-source.ts'
import { updateLeadSource } from './update-lead-source.ts'
import { watchLeadSources } from './watch-lead-sources.ts'
import { showLeadSourceSample } from './webhook/show-lead-source-sample.ts'

/** Where leads come from beside the API and files. Their requests arrive at `transports/lead-sources`. */
export const leadSourcesModule = module({
  title: 'Lead sources',
  actions: [listLeadSources, showLeadSource, createLeadSource, updateLeadSource, showLeadForm, showLeadSourceSample],
  jobs: [watchLeadSources],
  errors: leadSourceErrors,
  events: [leadSourceEvents],
  notices: leadSourceNotices,
  moments: [sourceSaved],
  owns: ['lead_sources', 'lead_source_consents'],
  routes: [formRoutes],
})
