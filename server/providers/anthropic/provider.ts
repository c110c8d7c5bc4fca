import { provider } from '#ports/provider.ts'
import { randomHex } from '#shapes/random-hex.ts'
import { addressSetting, ModelName } from '#shapes/settings.ts'

export const anthropic = provider({
  name: 'anthropic',
  title: 'Anthropic',
  about: 'Answers and writes drafts when Gemini and OpenAI are unavailable, or when a Claude model is chosen.',
  kind: 'key',
  fields: [
    {
      name: 'apiKey',
      label: 'API key',
      secret: true,
      help: 'Claude Console → API keys. Starts with sk-ant-.',
      optional: false,
      form: /^\S{3,255}$/,
    },
  ],
  settings: {
    ANTHROPIC_API_BASE: addressSetting('https://api.anthropic.com', 'Anthropic’s API'),
    ANTHROPIC_MODEL: {
      shape: ModelName.default('claude-sonnet-5-5'),
      about:
        'Claude model for chat and drafts when the others are unavailable. When it is retired, the owners get a notice in the app.',
    },
  },
  address: 'ANTHROPIC_API_BASE',
  model: 'ANTHROPIC_MODEL',
  sandbox: { path: '/anthropic', credentials: () => ({ apiKey: `sk-ant-sandbox-${randomHex(16)}` }) },
  webhook: null,
  serves: { ai: async () => (await import('./port.ts')).anthropicPort },
})
