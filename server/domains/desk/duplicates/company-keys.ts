import { legalForms, registerNumberNames, sharedEndings } from './legal-forms.ts'
import { keyOf, wordsOf } from './match-keys.ts'

/** Why two companies may be one, the surest first. None of them proves it. */
export const companyReasons = ['number', 'domain', 'name'] as const
export type CompanyReason = (typeof companyReasons)[number]

export interface ComparedCompany {
  readonly name: string
  readonly domain: string | null
  /** What its own fields keep of registers and tax offices. */
  readonly numbers: readonly string[]
}

export interface CompanyKey {
  readonly key: string
  /** `brand`: of two that have one each, and not the same, the name alone says nothing. */
  readonly reason: CompanyReason | 'brand'
}

/** A shorter name, without its legal form, is that of too many. */
const leastLetters = 3
/** A shorter number is one of a list, not of a register. */
const leastSigns = 6
const leastDigits = 4

/** What a record is compared by, each key as a digest. */
export const companyKeysOf = (orgId: string, { name, domain, numbers }: ComparedCompany): CompanyKey[] => {
  const bare = bareName(name)
  const registered = domain === null ? null : registeredDomain(domain)
  return [
    ...numbers.flatMap((number) => {
      const signs = number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
      const isOne = signs.length >= leastSigns && signs.replaceAll(/\D/g, '').length >= leastDigits
      return isOne ? { key: keyOf(orgId, 'number', signs), reason: 'number' as const } : []
    }),
    ...(registered === null
      ? []
      : [
          { key: keyOf(orgId, 'domain', registered), reason: 'domain' as const },
          { key: keyOf(orgId, 'brand', registered.split('.')[0] ?? registered), reason: 'brand' as const },
        ]),
    ...(bare.replaceAll(' ', '').length < leastLetters
      ? []
      : [{ key: keyOf(orgId, 'company', bare), reason: 'name' as const }]),
  ]
}

/** `The Blue Bakery Pvt. Ltd.` is `blue bakery`: without legal forms, marks and what joins words. Of a name that is only a form, that. */
export const bareName = (name: string): string => {
  const words = wordsOf(name).filter((word) => !joining.has(word))
  let [from, to] = [words[0] === 'the' && words.length > 1 ? 1 : 0, words.length]
  for (;;) {
    const behind = formAt(words.slice(from, to), 'end')
    if (behind > 0) to -= behind
    else break
  }
  const before = formAt(words.slice(from, to), 'start')
  from += before
  return (to > from ? words.slice(from, to) : words).join(' ')
}

/** How many words of a legal form stand there; none where nothing would be left of the name. */
const formAt = (words: readonly string[], side: 'start' | 'end'): number => {
  for (let count = Math.min(longestForm, words.length - 1); count > 0; count--) {
    const part = side === 'end' ? words.slice(-count) : words.slice(0, count)
    if (forms.has(part.join(' '))) return count
  }
  return 0
}

const forms = new Set(legalForms)
const longestForm = Math.max(...legalForms.map((form) => form.split(' ').length))
const joining = new Set(['and', 'und', 'et'])

/** `shop.acme.co.uk` is registered as `acme.co.uk`. */
export const registeredDomain = (domain: string): string => {
  const labels = domain.split('.')
  const [ending = '', above = ''] = labels.toReversed()
  return labels.slice(ending.length === 2 && sharedEndings.has(above) ? -3 : -2).join('.')
}

/** Whether a field of the workspace's own keeps such a number, by how it is called. */
export const isRegisterNumber = (fieldName: string): boolean => {
  const words = ` ${wordsOf(fieldName).join(' ')} `
  return registerNumberNames.some((name) => words.includes(` ${name} `))
}
