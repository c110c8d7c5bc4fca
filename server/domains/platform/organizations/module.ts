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
    'workspace:read': 'Read the workspace settings and its members',
  },
  owns: ['directory.slugs', 'orgs', 'quota_usage'],
})
