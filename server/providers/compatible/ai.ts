import type { Ai } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type ChatAccess, chatCompletions } from '../chat-completions.ts'

const title = 'Your AI server'
/** As in the names of its models: `compatible/meta-llama/Llama-3.3-70B-Instruct`. */
const prefix = 'compatible/'

export const usualModelOf = ({ model = '' }: Readonly<Record<string, string>>): string =>
  model === '' || model.startsWith(prefix) ? model : `${prefix}${model}`

/**
 * A server of a workspace's own that speaks chat completions: vLLM, Ollama, llama.cpp, LM Studio, and services that are no vendor here. All
 * of its models are taken for such that hold conversations, since no list says which do.
 */
export const compatibleAi = (access: ChatAccess): Ai => {
  const { base } = access
  const model = access.model.slice(prefix.length)
  return chatCompletions(
    {
      ...{ provider: 'compatible', title, prefix, longest: 'max_tokens' },
      isListed: () => true,
      checkList(ids) {
        if (!ids.includes(model)) throw new ProviderError('refused', noSuchModel(model, ids))
      },
      account: { name: URL.canParse(base) ? new URL(base).host : base, id: base },
    },
    access,
  )
}

const noSuchModel = (model: string, ids: readonly string[]): string => {
  const shown = ids.slice(0, 5)
  const listed =
    shown.length === 0 ? 'It lists none.' : `It lists ${shown.join(', ')}${ids.length > shown.length ? ', …' : ''}.`
  return `${title} has no model ${model}. ${listed}`.replace(/\s+/g, ' ').slice(0, 250)
}
