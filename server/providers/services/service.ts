import { z } from 'zod'
import type { OAuthService, Provider, ServiceGroup, ServiceTask, Setting } from '#ports/provider.ts'
import { WebAddress } from '#shapes/settings.ts'

/** What most services have in common, and a row leaves out. */
const usual = {
  alwaysSaysIssuer: false,
  authorizeParameters: {},
  tokenAuth: 'body',
  takesPkce: false,
  scopeSeparator: ' ',
  scopesAlways: [],
  scopesUsual: [],
  revoke: null,
} as const satisfies Partial<OAuthService>

type Differing = Omit<OAuthService, 'title' | 'issuer' | keyof typeof usual> &
  Partial<Pick<OAuthService, 'issuer' | keyof typeof usual>>

/** A service that needs no code: where it is, and how it differs from the others. */
export interface ServiceRow {
  /** As on the wire; of it come the settings, `SLACK_CLIENT_ID`, and its place in the sandbox. */
  readonly name: string
  readonly title: string
  readonly about: string
  readonly group: ServiceGroup
  readonly alsoKnownAs?: readonly string[]
  /** Where a client is registered, step by step. */
  readonly register: string
  readonly service: Differing
  readonly does?: ServiceTask
}

/** The names of its settings are known when Foyer runs, not when it is compiled: `settingText` reads them. */
export interface ServiceProvider<Name extends string> extends Omit<Provider, 'name' | 'kind' | 'settings' | 'serves'> {
  readonly name: Name
  readonly kind: 'oauth'
  readonly settings: Readonly<Record<never, Setting>>
  readonly serves: Readonly<Record<never, never>>
}

const Text = z.string().min(1).max(500).optional()

/** The manifest of a row. */
export const service = <const Row extends ServiceRow>(row: Row): ServiceProvider<Row['name']> => {
  const { name, title, about, group, alsoKnownAs = [], register, does } = row as ServiceRow
  const word = name.toUpperCase().replaceAll('-', '_')
  const [id, secret, base] = [`${word}_CLIENT_ID`, `${word}_CLIENT_SECRET`, `${word}_API_BASE`]
  const settings: Record<string, Setting> = {
    [id]: {
      shape: Text,
      about: `Foyer’s OAuth client at ${title}, with the redirect URI PUBLIC_URL/functions/v1/integration-callback (${register}). An owner can enter another one in Settings → Connections.`,
    },
    [secret]: { shape: Text, about: 'The secret of that client.', secret: true },
    [base]: { shape: WebAddress.optional(), about: `Base URL in place of all hosts of ${title}. For tests.` },
  }
  return {
    name: row.name,
    title,
    about,
    group,
    alsoKnownAs,
    kind: 'oauth',
    fields: [],
    settings,
    address: base,
    sandbox: { path: `/${name}`, credentials: null },
    webhook: null,
    oauth: {
      clientId: id,
      clientSecret: secret,
      register,
      service: { ...usual, issuer: new URL(row.service.authorizeUrl).origin, ...(row.service as Differing), title },
    },
    ...(does && { does }),
    serves: {},
  }
}
