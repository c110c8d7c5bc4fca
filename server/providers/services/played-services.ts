import type { Provider } from '#ports/provider.ts'
import { sandboxClient } from '../oauth-port.ts'
import { services } from './services.ts'

const all: readonly Provider[] = services

/** What the sandbox plays each service by: its row. */
export const playedServices = all.flatMap(({ name, title, about, oauth, does = null }) =>
  oauth ? [{ name, title, about, clientSecret: sandboxClient.secret, service: oauth.service, does }] : [],
)
