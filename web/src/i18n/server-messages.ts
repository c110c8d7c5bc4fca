import { englishSentences } from './english-sentences.ts'
import { type Translations, translations } from './translations.ts'

/** The catalogue in which a language has the messages of the server's errors, by the English ones. */
export const serverCatalogue = 'server/errors'
/** The sentences about an input, without the field before them, and what may stand in their parts. */
export const refusalCatalogue = 'server/sentences/refusals'
export const partCatalogue = 'server/sentences/parts'
/** What is wrong with the value of a field of the workspace's own, behind its name. */
export const faultCatalogue = 'server/sentences/faults'
/** What is wrong with a workflow and its expressions, and what may stand in the parts of that. */
export const troubleCatalogue = 'server/troubles/sentences'
export const troubleWordCatalogue = 'server/troubles/words'
/** Why a sync with a CRM waits or ended, and what it could not take, write or undo. */
export const syncCatalogue = 'server/syncs/reasons'
/** Why steps after a booking are as they are, what providers of mail and calendars said, why mails are as they are, who loaded their pictures. */
export const reasonCatalogues = [
  'server/reasons/steps',
  'server/reasons/providers',
  'server/reasons/mails',
  'server/reasons/loads',
] as const
/** How tasks ended that Foyer itself marked as done, beside those about meetings. */
export const outcomeCatalogue = 'server/reasons/outcomes'
/** The summaries of what the assistant and workflows may do. */
export const summaryCatalogue = 'server/actions/summaries'
/** What is said below the fields of actions. */
export const hintCatalogue = 'server/fields/hints'
/** What the functions of expressions give. */
export const functionCatalogue = 'server/fields/functions'
/** What each service that can be connected is for. */
export const providerCatalogue = 'server/providers/abouts'

interface Pattern {
  readonly matches: RegExp
  /** In which order the English sentence has its parts. */
  readonly parts: readonly string[]
  readonly own: string
  /** It is several sentences. */
  readonly isSeveral: boolean
}

/** What is to be typed, and is no sentence. */
const isTyped = /^`[^`]*`$/

/** A part of a sentence: `<N>` a number, `<1>` anything. */
const partOf = /<(N|\d)>/g

/**
 * What the server says, in the language of these translations; as it came where they have no words for it. A sentence with parts is found by the
 * English one around them; of several the one that says most. A part may be a sentence again, or words of which
 * one is meant (`text or empty`). Of two sentences both are said, where both are known. A field before it, `clientEmail: …`, stays as
 * it is.
 */
export const serverMessagesIn = (
  all: Translations,
  catalogues: readonly string[] = [serverCatalogue, refusalCatalogue],
): ((english: string) => string) => {
  const texts = new Map<string, string>()
  for (const name of catalogues)
    for (const [english, own] of Object.entries(all[name] ?? {})) if (typeof own === 'string') texts.set(english, own)
  const parts = new Map(Object.entries({ ...all[partCatalogue], ...all[troubleWordCatalogue] }))
  const faults = new Map<string, string>()
  for (const [english, own] of Object.entries(all[faultCatalogue] ?? {})) if (typeof own === 'string') faults.set(english, own)
  let patterns: readonly Pattern[] | undefined
  let faultPatterns: readonly Pattern[] | undefined

  const partSaid = (part: string): string => {
    const known = parts.get(part) ?? sentence(part)
    if (typeof known === 'string') return known
    const some = part.split(/,? or /).map((each) => parts.get(each))
    return some.length > 1 && some.every((each) => typeof each === 'string') ? some.join(` ${parts.get('or')} `) : part
  }

  /** One that is known as it is, or by what stands around its parts. */
  const alone = (english: string, isWanted: (pattern: Pattern) => boolean = () => true): string | undefined => {
    if (isTyped.test(english)) return english
    const whole = texts.get(english)
    if (whole !== undefined) return whole
    // Made once, and only by who meets an error with parts.
    patterns ??= patternsOf(texts)
    return filled(english, patterns.filter(isWanted), partSaid)
  }

  /** `Colour must be one of: Blue, Green`, `Colour: is too large an amount`: a field is called as its owner likes. */
  const faultSaid = (english: string): string | undefined => {
    for (const { index, 0: between } of english.matchAll(/(?:^|:? )(?=(?:must|is|has) )/g)) {
      const fault = english.slice(index + between.length)
      faultPatterns ??= patternsOf(faults)
      const said = faults.get(fault) ?? filled(fault, faultPatterns, (part) => part)
      if (said === undefined) continue
      const name = english.slice(0, index)
      if (between !== ': ') return `${name}${between}${said}`
      return (texts.get('<1>: <2>') ?? '<1>: <2>').replace('<1>', () => name).replace('<2>', () => said)
    }
    return undefined
  }

  const sentence = (english: string): string | undefined => {
    const whole = texts.get(english) ?? faultSaid(english)
    if (whole !== undefined) return whole
    const several = alone(english, ({ isSeveral }) => isSeveral)
    if (several !== undefined) return several
    // What is wrong, and what to write instead: the first might have the second as its last part.
    for (const { index } of english.matchAll(/(?<=[.?!]) (?=\S)/g)) {
      const [first, second] = [alone(english.slice(0, index)), alone(english.slice(index + 1))]
      if (first !== undefined && second !== undefined) return `${first} ${second}`
    }
    return alone(english)
  }

  return (english) => {
    const [, field, rest] = /^([a-z][^\s:]*): (.+)$/s.exec(english) ?? []
    const said = rest === undefined ? undefined : sentence(rest)
    return said === undefined ? (sentence(english) ?? english) : `${field}: ${said}`
  }
}

/** Of itself, or what somewhere is said before it. */
const severalSentences = /[.?!] \S|^<\d> [A-Z]/

/** The first of these that a sentence is, with what it has in its parts. */
const filled = (english: string, patterns: readonly Pattern[], said: (part: string) => string): string | undefined => {
  for (const { matches, parts, own } of patterns) {
    const found = matches.exec(english)
    if (!found) continue
    const saids = parts.map((_, at) => said(found[at + 1] ?? ''))
    return own.replaceAll(partOf, (mark, name: string) => saids[parts.indexOf(name)] ?? mark)
  }
  return undefined
}

const patternsOf = (texts: ReadonlyMap<string, string>): Pattern[] =>
  [...texts]
    .filter(([english]) => english.search(partOf) >= 0)
    .sort(([a], [b]) => b.replaceAll(partOf, '').length - a.replaceAll(partOf, '').length)
    .map(([english, own]) => {
      const names = [...english.matchAll(partOf)].map(([, name = '']) => name)
      const pieces = english.split(/<(?:N|\d)>/).map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      const source = pieces.reduce(
        (before, piece, at) => `${before}(${names[at - 1] === 'N' ? '\\d+(?:,\\d{3})*' : '.+?'})${piece}`,
      )
      return { matches: new RegExp(`^${source}$`, 's'), parts: names, own, isSeveral: severalSentences.test(english) }
    })

export const serverMessage = serverMessagesIn(serverCatalogue in translations ? translations : englishSentences)

/** What is wrong with a workflow: at its fields, and where a step of a run failed. Its sentences are too general to be looked for elsewhere. */
export const troubleMessage = serverMessagesIn(serverCatalogue in translations ? translations : englishSentences, [
  serverCatalogue,
  refusalCatalogue,
  troubleCatalogue,
])

/** Why something outside of Foyer has not happened, or may not have: its sentences are too general to be looked for in messages. */
export const serverReason = serverMessagesIn(translations, [...reasonCatalogues, serverCatalogue, refusalCatalogue])

/** Why a sync waits or ended, or did not take or write a record: what a CRM said in its own words stays as it is. */
export const syncReason = serverMessagesIn(translations, [
  ...[syncCatalogue, reasonCatalogues[1]],
  ...[serverCatalogue, refusalCatalogue],
])

/** The same of a text that a person may have written too: only a whole sentence of ours is said in another language. */
export const ownReason = (text: string): string => {
  const known = translations[reasonCatalogues[0]]?.[text]
  return typeof known === 'string' ? known : text
}

/** How a task ended: a sentence of ours in the reader's language, a member's as it was written. */
export const taskOutcome = (text: string): string => {
  const known = translations[outcomeCatalogue]?.[text]
  return typeof known === 'string' ? known : ownReason(text)
}

/** What an action does, by its English summary; a subject may stand behind it, `Move a deal …: Kitchen`. */
export const actionSummary = (english: string): string => {
  const summaries = translations[summaryCatalogue]
  if (!summaries) return english
  const whole = summaries[english]
  if (typeof whole === 'string') return whole
  // A summary may have a colon too: the longest that fits is the summary.
  for (let at = english.lastIndexOf(': '); at > 0; at = english.lastIndexOf(': ', at - 1)) {
    const own = summaries[english.slice(0, at)]
    if (typeof own === 'string') return `${own}${english.slice(at)}`
  }
  return english
}

/** What a field of an action takes, by its English description. */
export const fieldHint = (english: string): string => {
  const own = translations[hintCatalogue]?.[english]
  return typeof own === 'string' ? own : english
}

/** What a function of expressions gives, by its English summary. */
export const functionSummary = (english: string): string => {
  const own = translations[functionCatalogue]?.[english]
  return typeof own === 'string' ? own : english
}

/** What a service is for, by the English text of the service. */
export const providerAbout = (english: string): string => {
  const own = translations[providerCatalogue]?.[english]
  return typeof own === 'string' ? own : english
}
