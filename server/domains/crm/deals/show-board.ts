import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Reference, SearchText, shape } from '#shapes'
import { countColumns, findColumn, weightedOf } from './boards.ts'
import { idsOfSearch, searchMatches } from './deal-search.ts'
import { Deal, showDeals } from './deals.ts'
import { dealErrors } from './errors.ts'
import { AssignedTo } from './list-deals.ts'
import { Chance, defaultPipeline, findDefault, findPipeline, findPipelines, findStages, StageKind } from './pipelines.ts'

const dealsShown = 50

const BoardSum = shape('BoardSum', {
  currency: z.string(),
  minor: z.int().describe('In the smallest unit'),
  weighted_minor: z
    .int()
    .nullable()
    .describe(
      'Each open deal times its own chance or that of its stage, summed up and then rounded half up. Null: no chance is set',
    ),
})

export const showBoard = action({
  name: 'show-board',
  summary: 'Show the board of a pipeline with its stages and deals',
  description: `Each column contains its first ${dealsShown} deals, their number, and their value by currency, plain and weighted by their chance; \`list-stage-deals\` continues from \`next_cursor\`. Without \`pipelineId\`, the default pipeline. ${searchMatches} With it, numbers and values are of the deals found.`,
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'deals:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ pipelineId: z.uuid().optional(), assignedTo: AssignedTo.optional(), search: SearchText.optional() }),
  output: z.object({
    pipeline: Reference,
    pipelines: z.array(shape('BoardPipeline', { id: z.uuid(), name: z.string(), is_default: z.boolean() })),
    stages: z.array(
      shape('BoardStage', {
        id: z.uuid(),
        slug: z.string(),
        name: z.string(),
        kind: StageKind,
        position: z.int(),
        count: z.int(),
        chance: Chance.nullable().describe('Per cent; of open stages'),
        sums: z.array(BoardSum),
        deals: z.array(Deal),
        next_cursor: z.string().nullable(),
      }),
    ),
  }),
  errors: [dealErrors.pipeline_not_found],
  examples: [{ title: 'Unassigned deals of the default pipeline', input: { assignedTo: 'nobody' } }],

  async run({ pipelineId, assignedTo, search }, { db, org, inOrg, fail }) {
    const pipeline = pipelineId
      ? await findPipeline(db, org.id, pipelineId)
      : ((await findDefault(db, org.id)) ?? (await inOrg((own) => defaultPipeline(own, org.id))))
    if (!pipeline) throw fail('pipeline_not_found')
    const stages = await findStages(db, org.id, pipeline.id)
    const filter = { assignedTo, among: await idsOfSearch(db, org.id, search) }
    const counts = await countColumns(db, org.id, { ...filter, pipelineId: pipeline.id })
    const columns = await Promise.all(
      stages.map((stage) => findColumn(db, org.id, { ...filter, stageId: stage.id }, { limit: dealsShown })),
    )
    const deals = await showDeals(
      db,
      org.id,
      columns.flatMap(({ ids }) => ids),
    )
    const byId = new Map(deals.map((deal) => [deal.id, deal]))
    const pipelines = await findPipelines(db, org.id)
    return {
      pipeline: { id: pipeline.id, name: pipeline.name },
      pipelines: pipelines.map(({ id, name, is_default }) => ({ id, name, is_default })),
      stages: stages.map((stage, at) => {
        const sums = counts.filter(({ stage_id }) => stage_id === stage.id)
        return {
          id: stage.id,
          slug: stage.slug,
          name: stage.name,
          kind: stage.kind as 'open',
          position: stage.position,
          count: sums.reduce((all, { count }) => all + count, 0),
          chance: stage.chance,
          sums: sums.flatMap(({ currency, minor, ...parts }) =>
            currency === null
              ? []
              : [{ currency, minor, weighted_minor: stage.kind === 'open' ? weightedOf(parts, stage.chance) : null }],
          ),
          deals: (columns[at]?.ids ?? []).flatMap((id) => byId.get(id) ?? []),
          next_cursor: columns[at]?.nextCursor ?? null,
        }
      }),
    }
  },
})
