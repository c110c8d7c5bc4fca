import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { extension } from '#shapes'
import { countUses, findTags, sentTag, Tag } from './tags.ts'

const ListedTag = extension('ListedTag', Tag, {
  uses: z.int().nullable().describe('How many records have it; 10,000 stands for as many or more. Null: not counted'),
})

export const listTags = action({
  name: 'list-tags',
  summary: 'List the tags of the workspace, by name',
  description: 'All of them: a workspace has at most 1,000. `count: true` adds how many records have each.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'records:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ count: z.boolean().default(false) }),
  output: z.object({ tags: z.array(ListedTag), next_cursor: z.null() }),
  errors: [],
  examples: [{ title: 'With how many records have each', input: { count: true } }],

  async run({ count }, { db, org }) {
    const tags = await findTags(db, org.id)
    const uses = count ? await countUses(db, org.id) : null
    return {
      tags: tags.map((tag) => ({ ...sentTag(tag), uses: uses === null ? null : (uses.get(tag.id) ?? 0) })),
      next_cursor: null,
    }
  },
})
