import { module } from '#core/module.ts'
import { addLead } from './add-lead.ts'
import { createLead } from './create-lead.ts'
import { leadErrors } from './errors.ts'
import { leadEvents } from './events.ts'
import { exportLeads } from './export-leads.ts'
import { fillLeadFields } from './fill-lead-fields.ts'
import { joinLeads } from './join-leads.ts'
import { leadTimeline } from './lead-timeline.ts'
import { linkedLeads } from './linked-leads.ts'
import { listLeads } from './list-leads.ts'
import { listSources } from './list-sources.ts'
import { leadNotices } from './notices.ts'
import { showLead } from './show-lead.ts'
import { updateLead } from './update-lead.ts'

export const leadsModule = module({
  title: 'Leads',
  actions: [createLead, listLeads, showLead, addLead, updateLead, listSources, exportLeads],
  errors: leadErrors,
  events: [leadEvents],
  reactions: [joinLeads, fillLeadFields],
  scopes: {
    'leads:write': 'Send leads',
    'leads:read': 'Read leads and their sources',
    'lead-states:write': 'Change the state and owner of leads, and add leads by hand',
  },
  notices: leadNotices,
  within: [leadTimeline, linkedLeads],
  owns: ['leads'],
})
