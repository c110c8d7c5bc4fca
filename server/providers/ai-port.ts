import type { Config } from '#config'
import type { Outgoing } from '#core/outbound/outbound-http.ts'
import type { AiPort, AiProvider } from '#ports/ai.ts'
import { geminiAi } from './gemini/ai.ts'
import { openaiAi } from './openai/ai.ts'

/** Every AI provider behind the port. In the sandbox a provider is a folder of this machine, at `sandboxBase`. */
export const openAiPort = (parts: {
  readonly config: Pick<Config, 'GEMINI_API_BASE' | 'GEMINI_MODEL' | 'OPENAI_API_BASE' | 'OPENAI_MODEL'>
  readonly sandboxBase: () => string
  readonly callsOf: Outgoing['for']
  readonly now: () => Date
}): AiPort => {
  const { config, sandboxBase, callsOf, now } = parts
  const played: Record<AiProvider, string> = { gemini: '/gemini', openai: '/openai/v1' }
  const own: Record<AiProvider, string> = { gemini: config.GEMINI_API_BASE, openai: config.OPENAI_API_BASE }
  return {
    open({ orgId, connectionId, provider, mode, credentials: { apiKey = '' } }) {
      const base = mode === 'sandbox' ? `${sandboxBase()}${played[provider]}` : own[provider].replace(/\/$/, '')
      const given = { base, apiKey, mode, http: callsOf({ orgId, connectionId, provider }), now }
      if (provider === 'gemini') return geminiAi({ ...given, model: config.GEMINI_MODEL })
      return openaiAi({ ...given, model: config.OPENAI_MODEL })
    },
  }
}
