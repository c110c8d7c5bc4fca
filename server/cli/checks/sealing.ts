import { type Config, hasSandbox } from '#config'
import { type Http, makeHttp } from '#core/outbound/http.ts'
import type { Vault } from '#core/vault.ts'
import type { Database } from '#db/connect.ts'
import { warnDays } from '#domains/business/documents/identities.ts'
import { saysMissing } from '#domains/business/documents/long-term-strings.ts'
import { keyProblemOf } from '#domains/business/documents/seal-problems.ts'
import { clockOf, findChainOfIdentity, findSealing } from '#domains/business/documents/sealing.ts'
import { longTermLack } from '#domains/business/documents/stamping.ts'
import type { LongTerm } from '#ports/long-term.ts'
import type { SealIdentity } from '#ports/paper.ts'
import { ProviderError } from '#ports/provider-error.ts'
import type { Timestamp, Timestamps } from '#ports/timestamps.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { type Finding, fine, trouble, warning } from './finding.ts'

interface Authorities {
  readonly operators: Pick<Http, 'send'>
  readonly chosen: Pick<Http, 'send'>
}
/** Authorities by HTTP, and what their issuers say of them. */
interface Open {
  readonly timestamps: (parts: Authorities & { readonly usual: () => string | null }) => Timestamps
  readonly longTerm: (parts: Authorities) => LongTerm
}

/** More than this, and readers of PDF may find seals from the future. */
const mostSkewMs = 60_000

interface Workspace {
  readonly name: string
  readonly rule: 'required' | 'preferred' | 'none'
  readonly url: string | null
  readonly endsAt: Date | null
  /** Why its key seals nothing; null where it opens. */
  readonly keyProblem: string | null
  readonly longTerm: boolean
  readonly identity: Pick<SealIdentity, 'chain' | 'crl'> | null
}

/** Whether what is signed can be sealed: certificates, timestamp authorities, and the clock that dates the seals. */
export const checkSealing = async (
  database: Database,
  config: Config,
  { now, vault, open }: { readonly now: Date; readonly vault: Vault | null; readonly open: Open },
): Promise<Finding[]> => {
  const orgs = await database.db.selectFrom('directory.slugs').select(['org_id', 'slug']).orderBy('slug').execute()
  const workspaces: Workspace[] = []
  for (const { org_id, slug } of orgs)
    workspaces.push(
      await database.inOrg(org_id, async (db) => {
        const { timestamp, timestampUrl, longTerm, identity } = await findSealing(db, org_id)
        return {
          ...{ name: slug, rule: timestamp, url: timestampUrl, longTerm, endsAt: identity?.notAfter ?? null },
          identity: await findChainOfIdentity(db, org_id),
          keyProblem: identity && vault && keyProblemOf(identity, vault),
        }
      }),
    )
  return [
    ...checkCertificates(workspaces, now),
    ...checkKeys(workspaces),
    ...(await checkAuthorities(database, config, workspaces, open)),
  ]
}

const checkCertificates = (workspaces: readonly Workspace[], now: Date): Finding[] => {
  const mend = 'An admin can create a new one or upload their own in Settings → Sealing.'
  const ending = workspaces.flatMap(({ name, endsAt }) =>
    endsAt && endsAt.getTime() < now.getTime() + warnDays * 86_400_000 ? [{ name, endsAt }] : [],
  )
  if (ending.length === 0) return [fine('Seals', `no certificate ends within ${warnDays} days`)]
  return ending.map(({ name, endsAt }) =>
    endsAt <= now
      ? trouble('Seals', `the certificate of ${name} ended on ${endsAt.toISOString().slice(0, 10)}`, mend)
      : warning('Seals', `the certificate of ${name} ends on ${endsAt.toISOString().slice(0, 10)}`, mend),
  )
}

/** That the database holds a key does not say that it can be used: each is opened. */
const checkKeys = (workspaces: readonly Workspace[]): Finding[] =>
  workspaces.flatMap(({ name, keyProblem }) =>
    keyProblem === null
      ? []
      : [
          trouble(
            'Seal keys',
            `${name}: ${keyProblem}`,
            'Start Foyer with the key of before (see `rekey`), or an admin creates a new certificate in Settings → Sealing.',
          ),
        ],
  )

/** Each authority is asked once, however many workspaces use it. */
const checkAuthorities = async (
  database: Database,
  config: Config,
  workspaces: readonly Workspace[],
  open: Open,
): Promise<Finding[]> => {
  const users = workspaces.filter(({ rule }) => rule !== 'none')
  const usual = config.TIMESTAMP_URL ?? null
  // The sandbox's is there exactly while its server runs.
  const isSimulated = usual === null && hasSandbox(config)
  const asked = new Set([
    ...(usual === null ? [] : [null]),
    ...users.flatMap(({ url }) => (url === null && usual === null ? [] : [url])),
  ])
  const findings = users.some(({ url }) => url === null) && usual === null && !isSimulated ? [missing(users)] : []
  if (asked.size === 0)
    return findings.length > 0 ? findings : [fine('Timestamps', isSimulated ? 'simulated in the sandbox' : 'none asked for')]
  const target = usual === null ? null : readAllowedTarget(targetOf(usual))
  const operators = makeHttp({ allowed: [...config.OUTGOING_ALLOWED_PRIVATE, ...(target ? [target] : [])] })
  const chosen = makeHttp({ allowed: config.OUTGOING_ALLOWED_PRIVATE })
  try {
    const means = {
      timestamps: open.timestamps({ usual: () => usual, operators, chosen }),
      longTerm: open.longTerm({ operators, chosen }),
    }
    for (const url of asked) findings.push(...(await checkAuthority(database, means, url, users)))
    return findings
  } finally {
    await operators.destroy()
    await chosen.destroy()
  }
}

const targetOf = (url: string): string => {
  const { host, port, protocol } = new URL(url)
  return port ? host : `${host}:${protocol === 'https:' ? 443 : 80}`
}

const missing = (users: readonly Workspace[]): Finding => {
  const names = users.flatMap(({ name, url }) => (url === null ? [name] : [])).join(', ')
  const says = `${names} asks for timestamps, and no authority is set`
  return trouble('Timestamps', says, 'Set TIMESTAMP_URL, or the address of an authority in Settings → Sealing.')
}

const checkAuthority = async (
  database: Database,
  { timestamps, longTerm }: { readonly timestamps: Timestamps; readonly longTerm: LongTerm },
  url: string | null,
  users: readonly Workspace[],
): Promise<Finding[]> => {
  const own = users.filter((each) => each.url === url)
  const whose = url === null ? 'the authority of TIMESTAMP_URL' : `the authority of ${own.map(({ name }) => name).join(', ')}`
  try {
    const stamp = await timestamps.stamp(Buffer.alloc(32, 1), url)
    const lacks = await checkLongTerm(longTerm, stamp, own)
    const { at, authority } = stamp
    const ahead = (await clockOf(database.db)).getTime() - at.getTime()
    if (Math.abs(ahead) <= mostSkewMs)
      return [fine('Timestamps', `${whose} answers (${authority}), its clock is ours`), ...lacks]
    const differs = warning(
      'Timestamps',
      `the database is ${Math.abs(Math.round(ahead / 1_000))} s ${ahead > 0 ? 'ahead of' : 'behind'} ${whose}`,
      'Correct the time of the database server: readers of PDF refuse a seal from the future.',
    )
    return [differs, ...lacks]
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const isNeeded = own.some(({ rule }) => rule === 'required')
    const mend = 'Check its address and whether it is reachable from here. Documents that require a timestamp wait for it.'
    return [(isNeeded ? trouble : warning)('Timestamps', `${whose} does not answer well: ${error.reason}`, mend)]
  }
}

/** For each workspace that wants it, whether seals can carry long-term data now. */
const checkLongTerm = async (longTerm: LongTerm, stamp: Timestamp, users: readonly Workspace[]): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const { name, identity, url } of users.filter((each) => each.longTerm)) {
    const lack = await longTermLack(longTerm, identity, stamp, { timestampUrl: url })
    const mend = 'Documents are sealed without it and say so. An admin can change that in Settings → Sealing.'
    findings.push(
      lack
        ? warning('Long-term data', `seals of ${name} cannot carry it: ${saysMissing(lack)}`, mend)
        : fine('Long-term data', `seals of ${name} can carry it`),
    )
  }
  return findings
}
