import { type Config, settingText } from '#config'
import { hintPath } from '#ports/mailboxes.ts'
import type { Provider } from '#ports/provider.ts'
import { providers } from '#ports/providers.ts'

/** By which a provider tells of mailboxes, as the operator set it; null where there is no topic. */
export interface HintSettings {
  readonly topic: string
  readonly serviceAccount: string | null
  readonly audience: string
}

/** The simulator needs no account of an operator's. */
export const sandboxServiceAccount = 'push@foyer-sandbox.iam.gserviceaccount.com'

const hintAddress = (publicUrl: string): string => `${publicUrl}${hintPath}`

export const hintSettings = (config: Config, { hints }: Provider, publicUrl: string): HintSettings | null => {
  const topic = hints && settingText(config, hints.topic)
  if (!topic) return null
  return {
    topic,
    serviceAccount: settingText(config, hints.serviceAccount) ?? null,
    audience: settingText(config, hints.audience) ?? hintAddress(publicUrl),
  }
}

/** As an operator sets them up at the provider: with a topic, what is announced there is brought here. The simulator plays these. */
export const pushSubscriptions = (config: Config, publicUrl: string) =>
  providers.flatMap((each: Provider) => {
    const hints = hintSettings(config, each, publicUrl)
    return hints ? { ...hints, serviceAccount: sandboxServiceAccount, endpoint: hintAddress(publicUrl) } : []
  })
