import { provider } from '#ports/provider.ts'
import { randomHex } from '#shapes/random-hex.ts'

export const compatible = provider({
  name: 'compatible',
  title: 'Your AI server',
  about: 'Answers with models of your own, on any server that speaks chat completions: vLLM, Ollama, llama.cpp, LM Studio.',
  kind: 'key',
  fields: [
    {
      name: 'address',
      label: 'Address',
      secret: false,
      help: 'Where its chat completions are, most often with /v1 at the end: https://ai.example.com/v1. An address in your own network must be allowed by the operator (OUTGOING_ALLOWED_PRIVATE).',
      optional: false,
      // Neither a password nor what is sent with one question belongs in it.
      form: /^https?:\/\/[^\s@?#]{1,300}$/,
    },
    {
      name: 'model',
      label: 'Model',
      secret: false,
      help: 'The model that answers where none is named, as the server lists it. Here it is called compatible/ and that name.',
      optional: false,
      form: /^[\w.:@+-]+(\/[\w.:@+-]+)*$/,
    },
    {
      name: 'apiKey',
      label: 'API key',
      secret: true,
      help: 'Leave it out where the server wants none.',
      optional: true,
      form: /^\S{3,255}$/,
    },
  ],
  settings: {},
  address: null,
  addressField: 'address',
  sandbox: {
    path: '/compatible/v1',
    credentials: () => ({ apiKey: `sandbox-${randomHex(16)}`, model: 'meta-llama/Llama-3.3-70B-Instruct' }),
  },
  webhook: null,
  serves: { ai: async () => (await import('./port.ts')).compatiblePort },
})
