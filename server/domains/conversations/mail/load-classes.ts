/** Who loads the picture of a mail. Only a person is a reader; the rest are programs on the way, and ourselves. */
export type LoadClass = 'person' | 'proxy' | 'scanner' | 'own'

interface Load {
  readonly agent: string
  /** Null: it has not left, as far as is known. */
  readonly sinceSentMs: number | null
  readonly isMember: boolean
}

interface Rule {
  readonly reason: string
  readonly class: LoadClass
  readonly about: string
  readonly holds: (load: Load) => boolean
}

const agent = (pattern: RegExp) => (load: Load) => pattern.test(load.agent)

/** A person takes longer to open a mail; those who look at every link and picture of it do not. */
const soonMs = 10_000

/** In this order; the first that holds decides. `about` is for people. */
const rules = [
  { reason: 'own', class: 'own', about: 'Loaded by a member who is signed in', holds: ({ isMember }) => isMember },
  {
    reason: 'scanner_agent',
    class: 'scanner',
    about: 'Loaded by a program that checks mails',
    holds: agent(
      /barracuda|proofpoint|mimecast|symantec|messagelabs|trendmicro|fireeye|forcepoint|sophos|cloudmark|bot\b|crawler|spider|curl|wget|python|headless/i,
    ),
  },
  {
    reason: 'soon',
    class: 'scanner',
    about: 'Loaded within ten seconds of being sent: by a program that checks mails',
    holds: ({ sinceSentMs }) => sinceSentMs !== null && sinceSentMs < soonMs,
  },
  { reason: 'gmail_proxy', class: 'proxy', about: 'Loaded by Google’s proxy', holds: agent(/GoogleImageProxy|ggpht\.com/i) },
  { reason: 'yahoo_proxy', class: 'proxy', about: 'Loaded by Yahoo’s proxy', holds: agent(/YahooMailProxy/i) },
  {
    // Mail Privacy Protection loads every picture, read or not, and says no more than this.
    reason: 'apple_proxy',
    class: 'proxy',
    about: 'Loaded by Apple’s proxy, which loads every picture, read or not',
    holds: agent(/^Mozilla\/5\.0$/i),
  },
  {
    reason: 'outlook_proxy',
    class: 'proxy',
    about: 'Loaded by Microsoft’s proxy',
    holds: agent(/OutlookMobileCloudService|Microsoft Office\/.*proxy|SkypeUriPreview/i),
  },
  {
    reason: 'no_agent',
    class: 'proxy',
    about: 'Loaded by a program without a name',
    holds: ({ agent: name }) => name.trim() === '',
  },
  { reason: 'none', class: 'person', about: 'Loaded by a mail program', holds: () => true },
] as const satisfies readonly Rule[]

/** What each reason says to people. */
export const loadReasons: ReadonlyMap<string, string> = new Map(rules.map(({ reason, about }) => [reason, about]))

/** Who loads it, and the rule that says so. */
export const classOf = (load: Load): { readonly class: LoadClass; readonly reason: string } => {
  const rule = (rules as readonly Rule[]).find(({ holds }) => holds(load))
  return { class: rule?.class ?? 'person', reason: rule?.reason ?? 'none' }
}
