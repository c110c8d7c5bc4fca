/** Who loads the picture of a mail. Only a person is a reader; the rest are programs on the way, and ourselves. */
export type LoadClass = 'person' | 'proxy' | 'scanner' | 'own'

/** A program is known by what its name holds, or by the network that it comes from. */
export interface LoadRule {
  readonly reason: string
  readonly class: 'proxy' | 'scanner'
  /** For people. */
  readonly about: string
  /** Part of the User-Agent, as a regular expression, whatever the case. */
  readonly agent?: string
  /** Blocks that are this vendor's alone: what people write from too (clouds, relays, carriers) is in none. */
  readonly networks?: readonly string[]
}

/**
 * Programs that check mails, and proxies by which mail programs load pictures. The first that holds decides; scanners come first, since
 * a mail that was checked is not read by that. Networks are vendors' own words or their SPF records; they change, and a load from one that is not
 * here is a person's, as it was before.
 */
export const loadRules = [
  {
    // https://campus.barracuda.com/product/emailgatewaydefense/doc/96023004/ip-analysis-inbound/
    reason: 'barracuda',
    class: 'scanner',
    about: 'Loaded by Barracuda’s scanner',
    agent: 'barracuda',
    networks: ['64.235.144.0/20', '209.222.80.0/21'],
  },
  {
    // https://proofpoint.my.site.com/support/PPSup_SupportInfo; Cloudmark is Proofpoint's.
    reason: 'proofpoint',
    class: 'scanner',
    about: 'Loaded by Proofpoint’s scanner',
    agent: 'proofpoint|cloudmark',
    networks: [
      ...['67.231.144.0/20', '208.84.64.0/22', '208.86.200.0/22', '62.209.50.0/24', '91.209.104.0/24', '148.163.128.0/19'],
      ...['185.132.180.0/22', '208.83.136.0/21'],
    ],
  },
  {
    // SPF of _netblocks.mimecast.com: https://mimecastsupport.zendesk.com (Mimecast Data Centers and URLs)
    reason: 'mimecast',
    class: 'scanner',
    about: 'Loaded by Mimecast’s scanner',
    agent: 'mimecast',
    networks: [
      ...['195.130.217.0/24', '91.220.42.0/24', '146.101.78.0/24', '207.82.80.0/24', '213.167.81.0/25', '213.167.75.0/25'],
      ...['193.7.206.0/25', '193.7.207.0/25', '185.58.84.0/22', '207.211.30.64/26', '207.211.30.128/25', '207.211.31.0/25'],
      ...['207.211.41.113/32', '205.139.110.0/24', '216.205.24.0/24', '170.10.129.0/24', '170.10.133.0/24', '63.128.21.0/24'],
      ...['41.74.192.0/20', '51.163.158.0/24', '51.163.159.21/32', '62.140.7.0/24', '62.140.10.21/32', '194.104.109.0/24'],
      ...['194.104.111.0/24', '103.13.69.0/24', '124.47.150.0/24', '124.47.189.0/24', '103.96.21.0/24', '103.96.23.0/24'],
      '180.189.28.0/24',
    ],
  },
  {
    // SPF of spf.messagelabs.com: https://knowledge.broadcom.com (Email Security.cloud, «Cloud security services IP ranges»)
    reason: 'messagelabs',
    class: 'scanner',
    about: 'Loaded by Symantec’s scanner',
    agent: 'symantec|messagelabs',
    networks: [
      ...['85.158.136.0/21', '193.109.254.0/23', '194.106.220.0/23', '195.245.230.0/23', '95.131.104.0/21', '46.226.48.0/21'],
      ...['216.82.240.0/20', '67.219.240.0/20', '117.120.16.0/21', '103.9.96.0/22'],
    ],
  },
  {
    // What passes Exchange Online Protection, with Defender's Safe Links and Safe Attachments:
    // https://learn.microsoft.com/en-us/microsoft-365/enterprise/urls-and-ip-address-ranges (Exchange Online, ids 9 and 10).
    // What opens links elsewhere comes from all of Azure with a browser's name: the ten seconds tell some of it.
    reason: 'microsoft_scanner',
    class: 'scanner',
    about: 'Loaded by Microsoft Defender’s scanner',
    agent: 'safelinks|bingpreview',
    networks: ['40.92.0.0/15', '40.107.0.0/16', '52.100.0.0/14', '104.47.0.0/17', '52.238.78.88/32', '2a01:111:f403::/48'],
  },
  {
    // Networks registered to Trend Micro (AS16880).
    reason: 'trend_micro',
    class: 'scanner',
    about: 'Loaded by Trend Micro’s scanner',
    agent: 'trendmicro|trend micro',
    networks: ['150.70.0.0/16'],
  },
  {
    // Networks registered to IronPort, Cisco's.
    reason: 'cisco',
    class: 'scanner',
    about: 'Loaded by Cisco’s scanner',
    agent: 'ironport|cisco[ -]?(secure|email)',
    networks: ['184.94.240.0/20', '68.232.128.0/19', '216.71.128.0/19'],
  },
  {
    // https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers
    reason: 'google_safety',
    class: 'scanner',
    about: 'Loaded by Google’s scanner',
    agent: 'google-safety',
  },
  {
    // Others that name themselves.
    reason: 'security_agent',
    class: 'scanner',
    about: 'Loaded by a mail scanner',
    agent:
      'fireeye|trellix|forcepoint|websense|sophos|fortinet|fortimail|fortiguard|zscaler|avanan|checkpoint|vadesecure|vade secure|spamtitan|hornetsecurity|trustwave|mailcontrol|mcafee|kaspersky|bitdefender|antispam|urlscan|virustotal',
  },
  {
    // Libraries, tools and robots. No mail program calls itself so; okhttp and CFNetwork are mail programs.
    reason: 'scanner_agent',
    class: 'scanner',
    about: 'Loaded by a program that checks mails',
    agent:
      'bot\\b|crawler|spider|facebookexternalhit|^curl/|^wget/|python|headless|phantomjs|libwww-perl|go-http-client|java/|apache-httpclient|node-fetch|axios/|aiohttp|scrapy|ruby',
  },
  {
    // https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers: google-proxy-….google.com
    reason: 'gmail_proxy',
    class: 'proxy',
    about: 'Loaded by Google’s proxy',
    agent: 'googleimageproxy|ggpht\\.com',
    networks: ['66.249.80.0/20', '66.102.0.0/20'],
  },
  {
    // https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html: AOL's too. Yahoo publishes no network of it.
    reason: 'yahoo_proxy',
    class: 'proxy',
    about: 'Loaded by Yahoo’s proxy',
    agent: 'yahoomailproxy',
  },
  {
    // Mail Privacy Protection loads every picture, read or not, and says no more than this. It leaves by relays of Akamai, Cloudflare and
    // Fastly, by which people surf too (https://mask-api.icloud.com/egress-ip-ranges.csv); 17.0.0.0/8 is Apple's own.
    reason: 'apple_proxy',
    class: 'proxy',
    about: 'Loaded by Apple’s proxy, which loads every picture, read or not',
    agent: '^Mozilla/5\\.0$',
    networks: ['17.0.0.0/8', '2620:149::/32'],
  },
  {
    // Outlook on the web and on phones: https://learn.microsoft.com/en-us/microsoft-365/enterprise/urls-and-ip-address-ranges (id 1)
    reason: 'outlook_proxy',
    class: 'proxy',
    about: 'Loaded by Microsoft’s proxy',
    agent: 'OutlookMobileCloudService|Microsoft Office/.*proxy|SkypeUriPreview',
    networks: [
      ...['13.107.6.152/31', '13.107.18.10/31', '13.107.128.0/22', '23.103.160.0/20', '40.96.0.0/13', '40.104.0.0/15'],
      ...['52.96.0.0/14', '131.253.33.215/32', '132.245.0.0/16', '150.171.32.0/22', '204.79.197.215/32'],
      ...['2603:1006::/40', '2603:1016::/36', '2603:1026::/36', '2603:1036::/36', '2603:1046::/36', '2603:1056::/36'],
    ],
  },
  { reason: 'no_agent', class: 'proxy', about: 'Loaded by a program without a name', agent: '^\\s*$' },
] as const satisfies readonly LoadRule[]

/** What is told by who is signed in, by the time, and by nothing else. */
export const otherReasons = [
  { reason: 'own', class: 'own', about: 'Loaded by a member who is signed in' },
  {
    reason: 'soon',
    class: 'scanner',
    about: 'Loaded within ten seconds of being sent: by a program that checks mails',
  },
  { reason: 'none', class: 'person', about: 'Loaded by a mail program' },
] as const satisfies readonly { reason: string; class: LoadClass; about: string }[]
