import { strings } from './strings.ts'

// Browsers name each other in their User-Agent: the most specific is tried first.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const find = (names: readonly (readonly [RegExp, string])[], agent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** A User-Agent as a person would say it: "Firefox on Windows". A claim of the other side, never more. */
export const agentInWords = (agent: string | null): string => {
  if (!agent) return strings.unknownAgent
  const browser = find(browsers, agent)
  const system = find(systems, agent)
  if (system) return strings.onSystem(browser ?? strings.aBrowser, system)
  if (browser) return browser
  return strings.program(/^[\w.-]{1,40}/.exec(agent)?.[0] ?? '…')
}

export const kindOfAgent = (agent: string | null): 'desktop' | 'mobile' | 'program' => {
  const system = find(systems, agent ?? '')
  if (system === 'iPhone' || system === 'iPad' || system === 'Android') return 'mobile'
  return system || find(browsers, agent ?? '') ? 'desktop' : 'program'
}
