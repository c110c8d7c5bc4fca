import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Pipeline, showPipelines } from './pipeline-edits.ts'
import { defaultPipeline, findDefault } from './pipelines.ts'

export const listPipelines = action({
  name: 'list-pipelines',
  summary: 'List pipelines with their stages, the default one first',
  description:
    'A workspace starts with one: `new_lead`, `qualified`, `proposal`, `negotiation`, `won`, `lost`. `deals` counts all deals in a stage, including closed ones; `open_deals` those that prevent archiving it.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'deals:read',
  input: z.object({}),
  output: z.object({ pipelines: z.array(Pipeline) }),
  errors: [],
  examples: [{ title: 'All pipelines', input: {} }],

  async run(_input, { db, org, inOrg }) {
    if (!(await findDefault(db, org.id))) await inOrg((own) => defaultPipeline(own, org.id))
    return { pipelines: await showPipelines(db, org.id) }
  },
})
