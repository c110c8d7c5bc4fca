import type { Ai } from '#ports/ai.ts'
import type { AiAccess } from '../ai-answers.ts'
import { chatCompletions, type Speaker } from '../chat-completions.ts'

const speaker: Speaker = {
  ...{ provider: 'openai', title: 'OpenAI', prefix: '', longest: 'max_completion_tokens' },
  isListed: (id) => id.startsWith('gpt-'),
  account: { name: 'OpenAI API', id: null },
}

/** OpenAI, by its chat completions. */
export const openaiAi = (access: AiAccess): Ai => chatCompletions(speaker, access)
