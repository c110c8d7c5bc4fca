import type { AnyAction } from './action.ts'

let declared: ReadonlyMap<string, AnyAction> | undefined

/** Called by the product's catalogue, once: workflows stand above most modules, and below what puts all of them together. */
export const declareWorkflowActions = (actions: readonly AnyAction[]): void => {
  declared = new Map(
    actions.filter(({ transports }) => transports.includes('workflow')).map((action) => [action.name, action] as const),
  )
}

/** Every action that a step of a workflow may call, by its name. Known from when the catalogue is put together. */
export const workflowActions = (): ReadonlyMap<string, AnyAction> => {
  if (!declared) throw new Error('the catalogue is not assembled yet')
  return declared
}
