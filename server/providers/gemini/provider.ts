import { provider } from '#ports/provider.ts'
import { randomHex } from '#shapes/random-hex.ts'
import { addressSetting, ModelName } from '#shapes/settings.ts'

export const gemini = provider({
  name: 'gemini',
  title: 'Gemini',
  about: 'Writes requirements documents and enriches companies.',
  kind: 'key',
  fields: [
    {
      name: 'apiKey',
      label: 'API key',
      secret: true,
      help: 'Google AI Studio → API keys.',
      optional: false,
      form: /^[\w.-]{16,255}$/,
    },
  ],
  settings: {
    GEMINI_API_BASE: addressSetting('https://generativelanguage.googleapis.com', 'Gemini’s API'),
    GEMINI_MODEL: {
      shape: ModelName.default('gemini-3.8-flash'),
      about:
        'Gemini model for drafts and enrichment. When Google retires it, the owners get a notice in the app; set a newer one here.',
    },
  },
  address: 'GEMINI_API_BASE',
  model: 'GEMINI_MODEL',
  sandbox: { path: '/gemini', credentials: () => ({ apiKey: `sandbox-${randomHex(16)}` }) },
  webhook: null,
  serves: { ai: async () => (await import('./port.ts')).geminiPort },
})
