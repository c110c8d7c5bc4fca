import { provider } from '#ports/provider.ts'
import { randomHex } from '#shapes/random-hex.ts'
import { ModelName, WebAddress } from '#shapes/settings.ts'

export const openai = provider({
  name: 'openai',
  title: 'OpenAI',
  about: 'Writes when Gemini does not answer. The operator can name any server that speaks like it (OPENAI_API_BASE).',
  kind: 'key',
  fields: [
    {
      name: 'apiKey',
      label: 'API key',
      secret: true,
      help: 'OpenAI → API keys. Begins with sk-; a server of your own may give out others.',
      optional: false,
      form: /^\S{3,255}$/,
    },
  ],
  settings: {
    OPENAI_API_BASE: {
      shape: WebAddress.default('https://api.openai.com/v1'),
      about: 'Address of OpenAI’s API, or of any server that speaks its chat completions: http://127.0.0.1:11434/v1.',
    },
    OPENAI_MODEL: {
      shape: ModelName.default('gpt-6.1-terra'),
      about:
        'Model there that writes when Gemini does not answer. When it ends, the owners are told in the app; name a newer one here.',
    },
  },
  address: 'OPENAI_API_BASE',
  model: 'OPENAI_MODEL',
  sandbox: { path: '/openai/v1', credentials: () => ({ apiKey: `sk-sandbox-${randomHex(16)}` }) },
  webhook: null,
  serves: { ai: async () => (await import('./port.ts')).openaiPort },
})
