import { services } from '../providers/services/services.ts'
import type { Provider } from './provider.ts'
import { sandboxClient } from './sandbox-client.ts'

const all: readonly Provider[] = services

/** What the sandbox plays each service by: its row. */
export const playedServices = all.flatMap(({ name, title, about, oauth, does = null }) =>
  oauth ? [{ name, title, about, clientSecret: sandboxClient.secret, service: oauth.service, does }] : [],
)
