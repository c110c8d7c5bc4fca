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
  const { base, model } = access
  const ai = chatCompletions(
    {
      ...{ provider: 'compatible', title, prefix, longest: 'max_tokens' },
      isListed: () => true,
      account: { name: URL.canParse(base) ? new URL(base).host : base, id: base },
    },
    access,
  )
  return {
    ...ai,
    async test() {
      const names = (await ai.models()).map(({ name }) => name)
      if (!names.includes(model)) throw new ProviderError('refused', noSuchModel(model, names))
      return ai.test()
    },
  }
}

const noSuchModel = (model: string, names: readonly string[]): string => {
  const shown = names.slice(0, 5).map((name) => name.slice(prefix.length))
  const listed =
    shown.length === 0 ? 'It lists none.' : `It lists ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}.`
  return `${title} has no model ${model.slice(prefix.length)}. ${listed}`.replace(/\s+/g, ' ').slice(0, 250)
}
