import { module } from '#core/module.ts'
import { organizationErrors } from './errors.ts'
import { workspaceEvents } from './events.ts'
import { showWorkspace } from './show-workspace.ts'
import { updateWorkspace } from './update-workspace.ts'

export const organizationsModule = module({
  title: 'Workspace',
  actions: [showWorkspace, updateWorkspace],
  errors: organizationErrors,
  events: [workspaceEvents],
  scopes: {
    'workspace:read': 'Read the settings of the workspace and who its members are',
  },
  owns: ['directory.slugs', 'orgs', 'quota_usage'],
})
