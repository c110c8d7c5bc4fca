import { moment, question } from '#core/within.ts'

/** A budget was set, raised, lowered or taken away. */
export const budgetChanged = moment<Readonly<Record<string, never>>>('ai-budget.changed')

/** Models that are named beside Settings, such as in published workflows. */
export const modelsInUse = question<Readonly<Record<string, never>>, readonly string[]>('ai-models.in-use')

/** The workspace keeps no conversations with the assistant from now on. */
export const transcriptsOff = moment<{ readonly now: Date }>('ai-transcripts.off')
