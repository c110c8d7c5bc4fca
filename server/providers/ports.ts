import { type Config, hasSandbox, settingText } from '#config'
import type { Log } from '#core/log.ts'
import { makeFindMailServer } from '#core/outbound/addresses.ts'
import type { ProviderHttp, ProviderStreams } from '#core/outbound/provider-http.ts'
import type { AiPort } from '#ports/ai.ts'
import type { CalendarsPort } from '#ports/calendars.ts'
import type { CrmPort } from '#ports/crm.ts'
import type { DesignsPort } from '#ports/designs.ts'
import type { AppOfAccount, LeadAdsPort } from '#ports/lead-ads.ts'
import { type Mail, mailError } from '#ports/mail.ts'
import type { MailboxesPort, ProvenHint, SentHint } from '#ports/mailboxes.ts'
import type { MessagingPort } from '#ports/messaging.ts'
import type { OAuthPort } from '#ports/oauth.ts'
import type { OnlineDocsPort } from '#ports/online-docs.ts'
import type { PaymentsPort } from '#ports/payments.ts'
import type { Ports } from '#ports/ports.ts'
import type { ProspectsPort } from '#ports/prospects.ts'
import type { PortName, Provider } from '#ports/provider.ts'
import { findProvider, providers } from '#ports/providers.ts'
import type { ReviewsPort } from '#ports/reviews.ts'
import { sandboxClient } from '#ports/sandbox-client.ts'
import { type GivenCredentials, revealed } from '#ports/secret.ts'
import type { VoicePort } from '#ports/voice.ts'
import { openFileTexts } from './file-texts/file-texts.ts'
import { loadVendors } from './load-vendors.ts'
import { openLongTerm } from './long-term/long-term.ts'
import { hintSettings, sandboxServiceAccount } from './mail-hints.ts'
import { openOAuthPort } from './oauth-port.ts'
import type { ProvidersHttp } from './outbound-http.ts'
import { pdfPaper } from './pdf/paper.ts'
import { openPictures } from './pictures.ts'
import { anyTime, type Slots } from './process-slots.ts'
import { sandboxServersOf, withSandboxMail } from './sandbox-mail.ts'
import { openFiles } from './stored-files.ts'
import { openTimestamps } from './timestamps/timestamps.ts'
import { typstDocuments } from './typst/documents.ts'
import { fontsFolder } from './typst/fonts.ts'
import type { Access, MailboxesVendor } from './vendors.ts'
import { webPush } from './web-push/push.ts'

/** What every port is made with. */
interface Parts {
  readonly config: Config
  /** Where the server of this machine listens. */
  readonly port: () => number
  readonly now: () => Date
  readonly outbound: ProvidersHttp
  readonly log: Log
}

/** A connection, as every port opens one. */
interface Account {
  readonly orgId: string
  readonly connectionId: string
  readonly mode: Access['mode']
  readonly credentials: GivenCredentials
}

/** The outside, as domains see it: each port with its vendors behind it. Loads the vendors' code. */
export const openPorts = async (
  config: Config,
  port: () => number,
  now: () => Date,
  outbound: ProvidersHttp,
  log: Log,
  slots: Slots = anyTime,
): Promise<Ports> => {
  const parts: Parts = { config, port, now, outbound, log }
  const [ai, calendars, crm, designs, leadAds, mail, mailboxes, messaging, onlineDocs, payments, prospects, reviews, voice] =
    await Promise.all([
      openAi(parts),
      openCalendars(parts),
      openCrm(parts),
      openDesigns(parts),
      openLeadAds(parts),
      openMail(parts),
      openMailboxes(parts),
      openMessaging(parts),
      openOnlineDocs(parts),
      openPayments(parts),
      openProspects(parts),
      openReviews(parts),
      openVoice(parts),
    ])
  return {
    ...{ ai, calendars, crm, designs, leadAds, mail, mailboxes, messaging, onlineDocs, payments, prospects, reviews, voice },
    oauth: openOAuth(parts),
    files: openFiles(config, { http: outbound.operators, now }),
    fileTexts: openFileTexts(),
    documents: typstDocuments({ folder: fontsFolder(config.dataDir), slots }),
    paper: pdfPaper({ slots }),
    pictures: openPictures(outbound.strangers),
    push: webPush({
      ...{ http: outbound.pushes, mayReach: outbound.pushes.mayReach, now },
      contact: () => contactOf(config.publicUrl(port()), mail),
    }),
    longTerm: openLongTerm(outbound.authorities),
    timestamps: openTimestamps({
      ...outbound.authorities,
      usual: () => config.TIMESTAMP_URL ?? (hasSandbox(config) ? `${config.localUrl(port())}/sandbox/timestamps` : null),
    }),
    circuitBreakers: outbound.circuitBreakers,
  }
}

/** Where the operator of a push service finds ours. */
const contactOf = (publicUrl: string, mail: Mail): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${mail.from.address}`

const localSandbox = ({ config, port }: Parts): string => `${config.localUrl(port())}/sandbox`
/** As a browser reaches it: it may know this machine by another name than it has for itself. */
const publicSandbox = ({ config, port }: Parts): string => `${config.publicUrl(port())}/sandbox`

const withoutSlash = (address: string): string => address.replace(/\/+$/, '')

/** Where the API of a vendor is: its own address, another that the operator names, or in the sandbox the simulator. */
const baseOf = (parts: Parts, vendor: Provider, isSandbox: boolean, port?: PortName): string => {
  if (isSandbox) return `${localSandbox(parts)}${vendor.sandbox?.path ?? ''}`
  const address = (port && vendor.addresses?.[port]) ?? vendor.address
  return withoutSlash(address === null ? '' : (settingText(parts.config, address) ?? ''))
}

const accessOf = (
  parts: Parts,
  vendor: Provider,
  account: Account,
): Access & { readonly http: ProviderHttp & ProviderStreams } => {
  const { orgId, connectionId, mode, credentials } = account
  const isSandbox = mode === 'sandbox'
  const given = revealed(credentials)
  const chosen = vendor.addressField === undefined || isSandbox ? undefined : (given[vendor.addressField] ?? '')
  const base = chosen === undefined ? baseOf(parts, vendor, isSandbox) : withoutSlash(chosen)
  return {
    base,
    pageBase: isSandbox ? `${publicSandbox(parts)}${vendor.sandbox?.path ?? ''}` : base,
    credentials: given,
    mode,
    http: parts.outbound.for({ orgId, connectionId, provider: vendor.name, isChosen: chosen !== undefined }),
    now: parts.now,
  }
}

const found = <T>(all: ReadonlyMap<string, T>, name: string): T => {
  const one = all.get(name)
  if (!one) throw new Error(`${name} does not serve this port`)
  return one
}

const openAi = async (parts: Parts): Promise<AiPort> => {
  const all = await loadVendors('ai')
  const usualModel: AiPort['usualModel'] = ({ provider, credentials = {} }) => {
    const { vendor, code } = found(all, provider)
    if (code.usualModel) return code.usualModel(revealed(credentials))
    return vendor.model === undefined ? '' : (settingText(parts.config, vendor.model) ?? '')
  }
  return {
    usualModel,
    open(account) {
      const { vendor, code } = found(all, account.provider)
      return code.open({ ...accessOf(parts, vendor, account), model: usualModel(account) })
    },
  }
}

/** Members connect their own accounts there: what serves mail or calendars. */
const isOfMembers = (vendor: Provider | undefined): boolean =>
  vendor?.serves.mailboxes !== undefined || vendor?.serves.calendars !== undefined

interface MemberAccount extends Pick<Account, 'orgId' | 'mode'> {
  readonly mailboxId: string
}

const memberAccess = (
  parts: Parts,
  vendor: Provider,
  { orgId, mailboxId, mode }: MemberAccount,
  port: PortName,
): Omit<Access, 'credentials'> => {
  const isSandbox = mode === 'sandbox'
  const base = baseOf(parts, vendor, isSandbox, port)
  const pageBase = isSandbox ? `${publicSandbox(parts)}${vendor.sandbox?.path ?? ''}` : base
  const isChosen = vendor.kind === 'login' && !isSandbox
  const http = parts.outbound.for({ orgId, connectionId: mailboxId, provider: vendor.name, isOfMember: true, isChosen })
  return { base, pageBase, mode, http, now: parts.now }
}

/** A member's calendars, with tokens of a consent or with what the member typed. */
const openCalendars = async (parts: Parts): Promise<CalendarsPort> => {
  const all = await loadVendors('calendars')
  return {
    open(account) {
      const { vendor, code } = found(all, account.provider)
      const { accessToken, login, owner } = account
      return code.open({ ...memberAccess(parts, vendor, account, 'calendars'), accessToken, login, owner })
    },
  }
}

/** What a setting puts in the place of a vendor's hosts: that of its API, else that of its consent. */
const replacedApi = ({ config }: Parts, { address, oauth }: Provider): string | undefined =>
  [address, oauth?.address].flatMap((name) => (name ? (settingText(config, name) ?? []) : []))[0]

/** Records of a CRM, with tokens of a consent or with a key. Where a setting or the sandbox takes the vendor's place, that is every host of it. */
const openCrm = async (parts: Parts): Promise<CrmPort> => {
  const all = await loadVendors('crm')
  return {
    modeOfKeys(provider) {
      const vendor = findProvider(provider)
      return vendor && replacedApi(parts, vendor) !== undefined ? 'test' : 'live'
    },
    recordPage({ provider, mode, apiBase, accountId }, entity, id) {
      const { vendor, code } = found(all, provider)
      if (mode === 'sandbox')
        return `${publicSandbox(parts)}${vendor.sandbox?.path ?? ''}/records/one?${new URLSearchParams({ account: accountId ?? '', entity, id })}`
      return replacedApi(parts, vendor) === undefined ? code.recordPage({ apiBase, accountId }, entity, id) : null
    },
    open({ orgId, connectionId, provider, mode, auth, apiBase }) {
      const { vendor, code } = found(all, provider)
      const isSandbox = mode === 'sandbox'
      const replaced = isSandbox ? baseOf(parts, vendor, true) : replacedApi(parts, vendor)
      const isChosen = replaced === undefined && apiBase !== null
      const base = withoutSlash(replaced ?? apiBase ?? vendor.usualAddress ?? '')
      const pageBase = isSandbox ? `${publicSandbox(parts)}${vendor.sandbox?.path ?? ''}` : base
      const http = parts.outbound.for({ orgId, connectionId, provider, isChosen })
      return code.open({ base, pageBase, mode, http, now: parts.now, auth: { kind: auth.kind, token: auth.token.reveal() } })
    },
  }
}

/** Designs of an account of the workspace. What its answers name is called as a stranger's address is, where nothing takes the vendor's place. */
const openDesigns = async (parts: Parts): Promise<DesignsPort> => {
  const all = await loadVendors('designs')
  return {
    allowancesOf: (provider) => found(all, provider).code.allowances,
    open({ orgId, connectionId, provider, mode, accessToken }) {
      const { vendor, code } = found(all, provider)
      const isSandbox = mode === 'sandbox'
      const replaced = isSandbox ? baseOf(parts, vendor, true) : replacedApi(parts, vendor)
      const base = withoutSlash(replaced ?? vendor.usualAddress ?? '')
      const pageBase = isSandbox ? `${publicSandbox(parts)}${vendor.sandbox?.path ?? ''}` : base
      const account = { orgId, connectionId, provider }
      const files = parts.outbound.for({ ...account, isChosen: replaced === undefined })
      const isReplaced = replaced !== undefined
      const http = parts.outbound.for(account)
      return code.open({ base, pageBase, mode, http, files, isReplaced, now: parts.now, accessToken })
    },
  }
}

/** Leads of ads. The port speaks of one platform; the app is the one that an account was connected with. */
const openLeadAds = async (parts: Parts): Promise<LeadAdsPort> => {
  const { vendor, code } = found(await loadVendors('leadAds'), 'meta')
  const clientOf = ({ mode, client }: AppOfAccount): { readonly id: string; readonly secret: string } => {
    if (mode === 'sandbox') return sandboxClient
    const setting = (name: string | undefined): string => (name && settingText(parts.config, name)) || ''
    return client ?? { id: setting(vendor.oauth?.clientId), secret: setting(vendor.oauth?.clientSecret) }
  }
  return {
    open({ orgId, connectionId, provider, mode, token, client }) {
      const isSandbox = mode === 'sandbox'
      const replaced = isSandbox ? baseOf(parts, vendor, true) : replacedApi(parts, vendor)
      const base = withoutSlash(replaced ?? vendor.usualAddress ?? '')
      const pageBase = isSandbox ? `${publicSandbox(parts)}${vendor.sandbox?.path ?? ''}` : base
      const http = parts.outbound.for({ orgId, connectionId, provider })
      const app = clientOf({ mode, client })
      return code.open({ base, pageBase, mode, http, now: parts.now, token: token.reveal(), client: app })
    },
    isSigned: (sent, app) => code.isSigned(sent, clientOf(app).secret),
    parseWebhook: code.parseWebhook,
    isTrial: code.isTrial,
  }
}

/** Documents of an account of the workspace, with tokens of its consent. */
const openOnlineDocs = async (parts: Parts): Promise<OnlineDocsPort> => {
  const all = await loadVendors('onlineDocs')
  return {
    open({ connectionId, accessToken, until, ...account }) {
      const { vendor, code } = found(all, account.provider)
      // A circuit breaker of its own: calls of mailboxes to the same vendor go on.
      const access = memberAccess(parts, vendor, { ...account, mailboxId: connectionId }, 'onlineDocs')
      const isSandbox = account.mode === 'sandbox'
      const files = vendor.filesAddress === undefined ? '' : (settingText(parts.config, vendor.filesAddress) ?? '')
      const filesBase = isSandbox ? access.base : files.replace(/\/+$/, '')
      return code.open({ ...access, filesBase, accessToken, until })
    },
  }
}

/** Reviews of the workspace's business, with tokens of its consent. */
const openReviews = async (parts: Parts): Promise<ReviewsPort> => {
  const all = await loadVendors('reviews')
  return {
    open({ connectionId, accessToken, ...account }) {
      const { vendor, code } = found(all, account.provider)
      return code.open({ ...memberAccess(parts, vendor, { ...account, mailboxId: connectionId }, 'reviews'), accessToken })
    },
  }
}

/** A member's mail, with tokens of a consent or with what the member typed. */
const openMailboxes = async (parts: Parts): Promise<MailboxesPort> => {
  const all = await loadVendors('mailboxes')
  const findMailServer = withSandboxMail(parts.config, makeFindMailServer(parts.config.OUTGOING_ALLOWED_PRIVATE))
  const hintsOf = (vendor: Provider) => hintSettings(parts.config, vendor, parts.config.publicUrl(parts.port()))
  const hinting = openHints(parts, all)
  return {
    open(account) {
      const { vendor, code } = found(all, account.provider)
      const { accessToken, login, mode, ownClientId } = account
      const { topic = null, serviceAccount = null } = hintsOf(vendor) ?? {}
      return code.open({
        ...{ ...memberAccess(parts, vendor, account, 'mailboxes'), accessToken, login, findMailServer, topic },
        ...{ ownClientId, operatorsClientId: vendor.oauth ? (settingText(parts.config, vendor.oauth.clientId) ?? null) : null },
        serviceAccount: mode === 'sandbox' ? sandboxServiceAccount : serviceAccount,
      })
    },
    watched: [...all.values()].flatMap(({ vendor }) => (hintsOf(vendor) ? vendor.name : [])),
    async proveHint(sent) {
      for (const { provider, prove } of hinting) {
        const proven = await prove(sent)
        if (proven) return { ...proven, provider }
      }
      return null
    },
    async discover(email) {
      const own = sandboxServersOf(parts.config, email)
      if (own) return own
      const discover = found(all, 'imap').code.discover
      return discover
        ? discover(email, { findMailServer, http: parts.outbound.named })
        : { imap: null, smtp: null, caldav: null }
    },
  }
}

/** The vendors that tell of changes in mailboxes, where the operator lets them. */
const openHints = (parts: Parts, all: ReadonlyMap<string, { readonly vendor: Provider; readonly code: MailboxesVendor }>) => {
  const { config, port, now, outbound, log } = parts
  return [...all.values()].flatMap(({ vendor, code }) => {
    if (!code.openHints || !hintSettings(config, vendor, '')) return []
    const factsOf = () => {
      const { serviceAccount = null, audience = '' } = hintSettings(config, vendor, config.publicUrl(port())) ?? {}
      const path = hasSandbox(config) ? vendor.sandbox?.path : undefined
      return {
        ...{ base: baseOf(parts, vendor, false) || null, audience, serviceAccount },
        sandbox:
          path === undefined
            ? null
            : {
                ...{ base: `${localSandbox(parts)}${path}`, pageBase: `${publicSandbox(parts)}${path}` },
                serviceAccount: sandboxServiceAccount,
              },
      }
    }
    const prove: (sent: SentHint) => Promise<Omit<ProvenHint, 'provider'> | null> = code.openHints({
      ...{ factsOf, keySet: outbound.keySet, log, now },
    })
    return [{ provider: vendor.name, prove }]
  })
}

const openPayments = async (parts: Parts): Promise<PaymentsPort> => {
  const all = await loadVendors('payments')
  return {
    open(account) {
      const { vendor, code } = found(all, account.provider)
      return code.open(accessOf(parts, vendor, account))
    },
    limitsOf: (provider, currency) => found(all, provider).code.limitsOf(currency),
    isSigned: (provider, sent, secret) => found(all, provider).code.isSigned(sent, secret, parts.now()),
    parseWebhook: (provider, sent) => found(all, provider).code.parseWebhook(sent),
  }
}

/** The port speaks of one messaging platform: the connection names none. */
const openMessaging = async (parts: Parts): Promise<MessagingPort> => {
  const { vendor, code } = found(await loadVendors('messaging'), 'whatsapp')
  return {
    open: (account) => code.open(accessOf(parts, vendor, account)),
    isSigned: (sent, credentials) => code.isSigned(sent, revealed(credentials)),
    isWebhook: code.isWebhook,
    parseWebhook: code.parseWebhook,
  }
}

/** Nor does this one name its database of people. */
const openProspects = async (parts: Parts): Promise<ProspectsPort> => {
  const { vendor, code } = found(await loadVendors('prospects'), 'apollo')
  return { open: (account) => code.open(accessOf(parts, vendor, account)), readLateNumbers: code.readLateNumbers }
}

/** The same for telephone calls. */
const openVoice = async (parts: Parts): Promise<VoicePort> => {
  const { vendor, code } = found(await loadVendors('voice'), 'twilio')
  return {
    open: (account) => code.open(accessOf(parts, vendor, account)),
    isSigned: (sent, credentials) => code.isSigned(sent, revealed(credentials), parts.config.publicUrl(parts.port())),
    isWebhook: code.isWebhook,
    accountIn: code.accountIn,
    isAbout: (body, credentials) => code.isAbout(body, revealed(credentials)),
    parseWebhook: code.parseWebhook,
    answer: code.answer,
  }
}

/** The operator's own account, the first that is configured, or the sandbox's mailbox; without any, mails wait and say why. */
const openMail = async (parts: Parts): Promise<Mail> => {
  const { config, now } = parts
  const from = config.mailFrom
  const all = [...(await loadVendors('mail')).values()]
  for (const { vendor, code } of all) {
    const account = vendor.account === undefined ? undefined : settingText(config, vendor.account)
    if (account) return code.open({ base: () => baseOf(parts, vendor, false), account, from, isSandbox: false, now })
  }
  const simulated = all.find(({ vendor }) => vendor.sandbox !== null)
  if (hasSandbox(config) && simulated) {
    const { vendor, code } = simulated
    const { account = '' } = vendor.sandbox?.credentials?.() ?? {}
    return code.open({ base: () => baseOf(parts, vendor, true), account, from, isSandbox: true, now })
  }
  return {
    provider: null,
    from,
    send: async () => {
      throw mailError('credentials', 'no mail account is configured')
    },
  }
}

/** Consent at other services: with the operator's clients there, else with the sandbox's. */
const openOAuth = (parts: Parts): OAuthPort => {
  const { config, now, outbound } = parts
  return openOAuthPort({
    serviceOf(name) {
      const vendor = findProvider(name)
      if (!vendor?.oauth) return undefined
      const { service, clientId, clientSecret, address } = vendor.oauth
      const api = vendor.address === null ? undefined : settingText(config, vendor.address)
      return {
        service,
        does: vendor.does,
        client: {
          id: settingText(config, clientId),
          secret: settingText(config, clientSecret),
          base: (address === undefined ? undefined : settingText(config, address)) ?? api,
          apiSetting: api,
        },
      }
    },
    sandbox: hasSandbox(config) ? { base: () => localSandbox(parts), pageBase: () => publicSandbox(parts) } : null,
    callsOf: ({ orgId, connectionId, provider }) =>
      outbound.for({ orgId, connectionId, provider, isOfMember: isOfMembers(findProvider(provider)) }),
    now,
  })
}

/** Where scripts come from that run in payers' pages, beside the vendors' own: the sandbox, or what an operator names. */
export const widgetOrigins = (config: Config, port: number): string[] => [
  ...(hasSandbox(config) ? [new URL(config.localUrl(port)).origin] : []),
  ...providers.flatMap((each: Provider) => {
    const base = each.hasWidget && each.address !== null ? settingText(config, each.address) : undefined
    return base === undefined ? [] : [new URL(base).origin]
  }),
]
