import { provider } from '#ports/provider.ts'
import { randomHex } from '#shapes/random-hex.ts'
import { ModelName, WebAddress } from '#shapes/settings.ts'

export const openai = provider({
  name: 'openai',
  title: 'OpenAI',
  about: 'Writes drafts when Gemini is unavailable. The operator can set any compatible server (OPENAI_API_BASE).',
  kind: 'key',
  fields: [
    {
      name: 'apiKey',
      label: 'API key',
      secret: true,
      help: 'OpenAI → API keys. Starts with sk-; your own server may use another form.',
      optional: false,
      form: /^\S{3,255}$/,
    },
  ],
  settings: {
    OPENAI_API_BASE: {
      shape: WebAddress.default('https://api.openai.com/v1'),
      about: 'Base URL of the OpenAI API, or of any server compatible with its chat completions: http://127.0.0.1:11434/v1.',
    },
    OPENAI_MODEL: {
      shape: ModelName.default('gpt-6.1-terra'),
      about:
        'Model for drafts when Gemini is unavailable. When it is retired, the owners get a notice in the app; set a newer one here.',
    },
  },
  address: 'OPENAI_API_BASE',
  model: 'OPENAI_MODEL',
  sandbox: { path: '/openai/v1', credentials: () => ({ apiKey: `sk-sandbox-${randomHex(16)}` }) },
  webhook: null,
  serves: { ai: async () => (await import('./port.ts')).openaiPort },
})
