import path from 'node:path'
import { type Config, hasSandbox } from '#config'
import type { Outgoing } from '#core/outbound/outbound-http.ts'
import type { OAuthPort } from '#ports/oauth.ts'
import type { Ports } from '#ports/ports.ts'
import { openAiPort } from './ai-port.ts'
import { folderFiles } from './folder/files.ts'
import { openMailPort } from './mail-port.ts'
import { openOAuthPort } from './oauth-port.ts'
import { openPaymentsPort } from './payments-port.ts'
import { typstDocuments } from './typst/documents.ts'
import { fontsFolder } from './typst/fonts.ts'
import { openVoicePort } from './voice-port.ts'
import { openWhatsapp } from './whatsapp/port.ts'

/** What the rooms see of the outside: each port with a provider behind it. `port`: where the server of this machine listens. */
export const openPorts = (config: Config, port: () => number, now: () => Date, wayOut: Outgoing): Ports => ({
  ai: openAiPort({ config, sandboxBase: () => `${config.localUrl(port())}/sandbox`, callsOf: wayOut.for, now }),
  files: folderFiles(path.join(config.dataDir, 'files')),
  mail: openMailPort(config, port, now),
  messaging: openWhatsapp({
    base: config.WHATSAPP_API_BASE,
    sandboxBase: () => `${config.localUrl(port())}/sandbox/whatsapp`,
    callsOf: ({ orgId, connectionId }) => wayOut.for({ orgId, connectionId, provider: 'whatsapp' }),
    now,
  }),
  payments: openPaymentsPort(config, port, now, wayOut),
  circuits: wayOut.circuits,
  documents: typstDocuments({ folder: fontsFolder(config.dataDir) }),
  oauth: openOAuth(config, port, now, wayOut),
  voice: openVoicePort({
    config,
    sandboxBase: () => `${config.localUrl(port())}/sandbox`,
    publicUrl: () => config.publicUrl(port()),
    callsOf: wayOut.for,
    now,
  }),
})

/** Consent at other services: with the operator's clients there, else with the sandbox's. */
const openOAuth = (config: Config, port: () => number, now: () => Date, wayOut: Outgoing): OAuthPort =>
  openOAuthPort({
    clients: {
      google: { id: config.GOOGLE_CLIENT_ID, secret: config.GOOGLE_CLIENT_SECRET, base: config.GOOGLE_OAUTH_BASE },
    },
    sandbox: hasSandbox(config)
      ? { base: () => `${config.localUrl(port())}/sandbox`, pageBase: () => `${config.publicUrl(port())}/sandbox` }
      : null,
    callsOf: ({ orgId, connectionId, provider }) => wayOut.for({ orgId, connectionId, provider }),
    now,
  })
