import { errors } from '#core/errors.ts'

export const aiModelErrors = errors({
  ai_failed: {
    status: 500,
    message: 'Failed to generate response',
    fix: 'The message contains the provider’s reason. Try again in a minute, or ask an admin to check the account in Settings → Connections.',
  },
  model_not_supported: {
    status: 400,
    message: 'Unsupported model',
    fix: 'Use a model from `list-ai-models` that is enabled, of a connected provider. Names begin with `gemini-`, `gpt-`, `claude-` or `compatible/`.',
  },
  context_too_long: {
    status: 400,
    message: 'This is more than the model takes in.',
    fix: 'Send less: `tokens` is an estimate of what was sent with the longest answer, `limit` what the model takes. Nothing is cut silently.',
  },
  ai_budget_exhausted: {
    status: 402,
    message: 'The AI budget is used up.',
    fix: '`budget` says which one, `resets_at` when it begins anew. An owner can raise it in Settings → AI.',
  },
  ai_model_unpriced: {
    status: 400,
    message: 'The price of this model is not known.',
    fix: 'Under a budget only models with a price are called: an owner says it in Settings → AI, or you choose another model.',
  },
  ai_price_incomplete: {
    status: 400,
    message: 'A price needs that of input and of output.',
    fix: 'Send `inputNano` and `outputNano` together, or null for both.',
  },
  budget_subject_unknown: {
    status: 400,
    message: 'There is no such person or feature.',
    fix: 'For `person` send the id of a member, for `feature` one of the features that the message lists; for `workspace` leave `id` out.',
  },
  ai_call_not_found: { status: 404, message: 'This AI call does not exist.', fix: 'Take its id from `list-ai-calls`.' },
  ai_call_not_correctable: {
    status: 409,
    message: 'This AI call cannot be corrected.',
    fix: 'Only a call whose cost is not known for sure (`estimated`) can be corrected, and once.',
  },
})
