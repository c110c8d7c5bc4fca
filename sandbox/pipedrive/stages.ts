import { type AnyRecord, stages as seededStages } from '../crm/seed.ts'

export const pipelines = [
  { id: 1, name: 'Sales', order_nr: 1 },
  { id: 2, name: 'Renewals', order_nr: 2 },
] as const

const open = seededStages.filter(({ kind }) => kind === 'open')

/** Won and lost are no stages here. The first pipeline has the stages of the seed, the second one has two of its own. */
export const stages: readonly {
  readonly id: number
  readonly name: string
  readonly order_nr: number
  readonly pipeline_id: number
  readonly deal_probability: number
  /** What the seed calls it. */
  readonly key: string
}[] = [
  ...open.map(({ id, name, probability }, at) => ({
    ...{ id: at + 1, name, order_nr: at, pipeline_id: 1, deal_probability: probability, key: id },
  })),
  { id: open.length + 1, name: 'Due', order_nr: 0, pipeline_id: 2, deal_probability: 50, key: 'due' },
  { id: open.length + 2, name: 'Offered', order_nr: 1, pipeline_id: 2, deal_probability: 80, key: 'offered' },
]

/** Where a deal stands. Won and lost ones stay in the stage that they were in; the seed's were in the last and in the first one. */
export const placeOf = ({ values }: Pick<AnyRecord, 'values'>) => {
  const status = values.stageId === 'won' ? 'won' : values.stageId === 'lost' ? 'lost' : 'open'
  const key = status === 'open' ? values.stageId : (values.stageBefore ?? (status === 'won' ? 'contract' : 'appointment'))
  const stage = stages.find((each) => each.key === key)
  return { status, stageId: stage?.id ?? null, pipelineId: stage?.pipeline_id ?? null, key: stage?.key ?? null } as const
}
