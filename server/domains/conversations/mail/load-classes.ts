import { BlockList, isIP } from 'node:net'
import { type LoadClass, type LoadRule, loadRules, otherReasons } from './load-rules.ts'

export interface Loader {
  readonly agent: string
  /** As the server knows it, behind the operator's proxies. It is looked at and forgotten. */
  readonly address: string
}

interface Load {
  /** The rule that knows the program; null where none does. */
  readonly program: string | null
  /** Null: it has not left, as far as is known. */
  readonly sinceSentMs: number | null
  readonly isMember: boolean
}

/** A person takes longer to open a mail; those who look at every link and picture of it do not. */
const soonMs = 10_000

const matchers = (loadRules as readonly LoadRule[]).map((rule) => {
  const networks = new BlockList()
  for (const block of rule.networks ?? []) {
    const [network = '', bits = ''] = block.split('/')
    networks.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4')
  }
  return { rule, agent: rule.agent === undefined ? null : new RegExp(rule.agent, 'i'), networks }
})

const all: readonly { readonly reason: string; readonly class: LoadClass; readonly about: string }[] = [
  ...loadRules,
  ...otherReasons,
]
const classes: ReadonlyMap<string, LoadClass> = new Map(all.map((each) => [each.reason, each.class]))

/** What each reason says to people. */
export const loadReasons: ReadonlyMap<string, string> = new Map(all.map(({ reason, about }) => [reason, about]))

/** The program by its name or its network, as the rule that knows it; null where none does. */
export const programOf = ({ agent, address }: Loader): string | null => {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  const kind = { 0: null, 4: 'ipv4', 6: 'ipv6' } as const
  const family = kind[isIP(plain) as 0 | 4 | 6]
  const found = matchers.find((each) => each.agent?.test(agent) || (family !== null && each.networks.check(plain, family)))
  return found?.rule.reason ?? null
}

/** Who loads it, and the rule that says so. */
export const classOf = ({ program, sinceSentMs, isMember }: Load): { readonly class: LoadClass; readonly reason: string } => {
  const known = program === null ? undefined : classes.get(program)
  const isSoon = sinceSentMs !== null && sinceSentMs < soonMs
  const reason = isMember ? 'own' : program !== null && known === 'scanner' ? program : isSoon ? 'soon' : (program ?? 'none')
  return { class: classes.get(reason) ?? 'person', reason }
}
