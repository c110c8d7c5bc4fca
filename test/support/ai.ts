import assert from 'node:assert/strict'
import type { AiProvider } from '#ports/ai.ts'
import type { Someone, TestApp } from './app.ts'

/** A vendor; a server of one's own has an address beside its key. */
type Vendor = Exclude<AiProvider, 'compatible'>

/** Keys that the simulators take. */
const keys: Readonly<Record<Vendor, string>> = {
  gemini: 'AIzaSomebodysOwnKey',
  openai: 'sk-somebodys-own',
  anthropic: 'sk-ant-somebodys-own',
}

/** Connects a provider of AI, wherever the app takes its API to be. */
export const connectAi = async (app: Pick<TestApp, 'call'>, provider: Vendor, as: Someone): Promise<void> => {
  const { status, body } = await app.call('connect-provider', { provider, credentials: { apiKey: keys[provider] } }, as)
  assert.equal(status, 200, JSON.stringify(body))
}

/** The owner of a workspace that has connected Gemini. */
export const ownerWithGemini = async (app: Pick<TestApp, 'call' | 'given'>, name?: string): Promise<Someone> => {
  const owner = await app.given.organization(name)
  await connectAi(app, 'gemini', owner)
  return owner
}
