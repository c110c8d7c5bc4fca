import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { test } from 'node:test'
import { classOf, loadReasons, programOf } from './load-classes.ts'
import { type LoadClass, type LoadRule, loadRules } from './load-rules.ts'

const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15'
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
const yahoo = 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html'
const home = '84.112.34.5'

/** Agents and addresses as servers saw them, and what each must be. */
const recorded: readonly (readonly [agent: string, address: string, is: LoadClass, reason: string])[] = [
  // Mail programs of people.
  [safari, home, 'person', 'none'],
  [chrome, home, 'person', 'none'],
  [iphone, '2a02:8388:1200:1::7', 'person', 'none'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.12.0', home, 'person', 'none'],
  [
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; Microsoft Outlook 16.0.10730; ms-office)',
    home,
    'person',
    'none',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.6478.50 Mobile Safari/537.36',
    home,
    'person',
    'none',
  ],
  ['okhttp/4.12.0', home, 'person', 'none'],
  ['Mail/3774.600.62 CFNetwork/1494.0.7 Darwin/23.4.0', home, 'person', 'none'],
  // People behind what is nobody's alone: relays, clouds, carriers.
  [safari, '104.28.31.62', 'person', 'none'],
  [chrome, '172.225.96.10', 'person', 'none'],
  [chrome, '20.40.130.9', 'person', 'none'],
  [chrome, '74.125.210.3', 'person', 'none'],
  // Proxies.
  [gmail, '66.249.84.213', 'proxy', 'gmail_proxy'],
  [gmail, home, 'proxy', 'gmail_proxy'],
  [chrome, '66.249.84.231', 'proxy', 'gmail_proxy'],
  [chrome, '66.102.6.71', 'proxy', 'gmail_proxy'],
  [yahoo, '87.248.116.14', 'proxy', 'yahoo_proxy'],
  ['Mozilla/5.0', '172.225.96.10', 'proxy', 'apple_proxy'],
  ['Mozilla/5.0', '2a02:26f7:e2c4:5a40:0:4000:0:2', 'proxy', 'apple_proxy'],
  [safari, '17.58.101.4', 'proxy', 'apple_proxy'],
  ['OutlookMobileCloudService-Autodetect/1.0.0', home, 'proxy', 'outlook_proxy'],
  [chrome, '40.97.12.8', 'proxy', 'outlook_proxy'],
  [chrome, '2603:1026:c0d:2b::5', 'proxy', 'outlook_proxy'],
  ['', home, 'proxy', 'no_agent'],
  // Scanners.
  [chrome, '209.222.82.12', 'scanner', 'barracuda'],
  ['BarracudaCentral/1.0', home, 'scanner', 'barracuda'],
  [chrome, '64.235.150.1', 'scanner', 'barracuda'],
  [chrome, '67.231.149.20', 'scanner', 'proofpoint'],
  [safari, '148.163.155.1', 'scanner', 'proofpoint'],
  [chrome, '205.139.110.141', 'scanner', 'mimecast'],
  [chrome, '::ffff:195.130.217.77', 'scanner', 'mimecast'],
  [chrome, '85.158.142.100', 'scanner', 'messagelabs'],
  [chrome, '104.47.18.110', 'scanner', 'microsoft_scanner'],
  [chrome, '52.102.8.9', 'scanner', 'microsoft_scanner'],
  [
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1) SafeLinks/1.0 (Microsoft Defender)',
    home,
    'scanner',
    'microsoft_scanner',
  ],
  [
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
    home,
    'scanner',
    'microsoft_scanner',
  ],
  [chrome, '150.70.188.165', 'scanner', 'trend_micro'],
  [chrome, '184.94.241.3', 'scanner', 'cisco'],
  ['Mozilla/5.0 (compatible; Google-Safety; +http://www.google.com/bot.html)', '66.249.92.1', 'scanner', 'google_safety'],
  ['Mozilla/5.0 (compatible; FortiGuard; +https://www.fortiguard.com)', home, 'scanner', 'security_agent'],
  ['python-requests/2.31.0', home, 'scanner', 'scanner_agent'],
  ['curl/8.5.0', home, 'scanner', 'scanner_agent'],
  ['Go-http-client/2.0', home, 'scanner', 'scanner_agent'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/120.0.0.0 Safari/537.36',
    home,
    'scanner',
    'scanner_agent',
  ],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', home, 'scanner', 'scanner_agent'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', home, 'scanner', 'scanner_agent'],
  // What is no address says nothing.
  [chrome, '', 'person', 'none'],
  [chrome, 'unknown', 'person', 'none'],
]

test('each recorded agent and address gets its class, and the reason says whose it is', () => {
  for (const [agent, address, is, reason] of recorded) {
    const given = classOf({ program: programOf({ agent, address }), sinceSentMs: 3_600_000, isMember: false })
    assert.deepEqual(given, { class: is, reason }, `${agent} from ${address}`)
    assert.match(loadReasons.get(reason) ?? '', /^Loaded /)
  }
  assert.equal(loadReasons.get('gmail_proxy'), 'Loaded by Google’s proxy')
})

test('within ten seconds of the send every load is a scanner’s; a scanner that is known keeps its name, and a member is a member', () => {
  const at = (sinceSentMs: number | null, agent: string, address = home, isMember = false) =>
    classOf({ program: programOf({ agent, address }), sinceSentMs, isMember }).reason
  assert.deepEqual([at(9_999, chrome), at(10_000, chrome), at(null, chrome), at(0, gmail)], ['soon', 'none', 'none', 'soon'])
  assert.equal(at(500, chrome, '209.222.82.12'), 'barracuda')
  assert.equal(at(0, chrome, '209.222.82.12', true), 'own')
})

test('each rule can hold, is named once, and its networks are networks', () => {
  const rules: readonly LoadRule[] = loadRules
  const reasons = rules.map(({ reason }) => reason)
  assert.deepEqual(reasons, [...new Set(reasons)])
  assert.deepEqual(
    reasons.filter((reason) => !recorded.some(([, , , of]) => of === reason)),
    [],
    'a rule without a recorded load',
  )
  for (const { networks = [], reason } of rules)
    for (const block of networks) {
      const [network = '', bits = ''] = block.split('/')
      const most = { 0: 0, 4: 32, 6: 128 }[isIP(network) as 0 | 4 | 6]
      assert.ok(/^\d+$/.test(bits) && Number(bits) >= 8 && Number(bits) <= most, `${reason}: ${block}`)
      // Of a block that does not begin at its network, half would be somebody else's.
      if (most === 32) {
        const number = network.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
        assert.equal(number % 2 ** (32 - Number(bits)), 0, `${reason}: ${block}`)
      }
    }
})
