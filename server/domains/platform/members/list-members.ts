import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findMembers, Member } from './members.ts'

export const listMembers = action({
  name: 'list-members',
  summary: 'List the members of the workspace',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'read',
  scope: 'workspace:read',
  input: z.object({}),
  output: z.object({ members: z.array(Member) }),
  errors: [],
  examples: [{ title: 'Everybody', input: {} }],

  async run(_input, { org, db }) {
    return { members: await findMembers(db, org.id) }
  },
})
