import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { announceModelEnds } from './announce-model-ends.ts'
import { chargeLostAiCalls } from './charge-lost-ai-calls.ts'
import { checkAiLedger } from './check-ai-ledger.ts'
import { cleanablesOfAi } from './cleanables.ts'
import { correctAiCall } from './correct-ai-call.ts'
import { aiModelErrors } from './errors.ts'
import { exportAiUsage } from './export-ai-usage.ts'
import { listAiCalls } from './list-ai-calls.ts'
import { listAiModels } from './list-ai-models.ts'
import { budgetChanged, modelsInUse, transcriptsOff } from './moments.ts'
import { aiModelNotices } from './notices.ts'
import { readModelLists } from './read-model-lists.ts'
import { readModels } from './read-models.ts'
import { readModelsAtConnection } from './read-models-at-connection.ts'
import { saveAiModel } from './save-ai-model.ts'
import { setAiBudget } from './set-ai-budget.ts'
import { setAiDefaults } from './set-ai-defaults.ts'
import { showAiUsage } from './show-ai-usage.ts'

/** Models, what they may cost, and the ledger of what each call did cost. */
export const aiModelsModule = module({
  title: 'AI models',
  actions: [listAiModels, setAiDefaults, saveAiModel, setAiBudget, showAiUsage, exportAiUsage, listAiCalls, correctAiCall],
  jobs: [chargeLostAiCalls, checkAiLedger, readModelLists, readModels, announceModelEnds],
  errors: aiModelErrors,
  notices: aiModelNotices,
  moments: [budgetChanged, modelsInUse, transcriptsOff],
  within: [cleanablesOfAi, readModelsAtConnection],
  held: [held({ name: 'model lists of AI providers', kind: 'syncs', jobs: [readModels] })],
  owns: [
    'ai_budget_periods',
    'ai_budgets',
    'ai_ledger',
    'ai_listed_models',
    'ai_models',
    'ai_reservations',
    'ai_settings',
    'ai_usage',
    'ai_usage_days',
  ],
})
