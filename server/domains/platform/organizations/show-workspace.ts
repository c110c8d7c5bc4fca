import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { showWorkspaceOf, Workspace } from './workspaces.ts'

export const showWorkspace = action({
  name: 'show-workspace',
  summary: 'Show the workspace settings',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'read',
  scope: 'workspace:read',
  input: z.object({}),
  output: z.object({ workspace: Workspace }),
  errors: [],
  examples: [{ title: 'The settings', input: {} }],

  async run(_input, { org, db, now }) {
    return { workspace: await showWorkspaceOf(db, org.id, now()) }
  },
})
