import { moment } from '#core/within.ts'

/** A budget was set, raised, lowered or taken away. */
export const budgetChanged = moment<Readonly<Record<string, never>>>('ai-budget.changed')
