import type { Db } from '#core/context.ts'
import type { CrmEntity } from '#ports/crm.ts'
import type { Incoming } from './incoming.ts'
import { type Link, markRemoved, mergeLinks, touchLinks } from './links.ts'
import type { RunFacts } from './own-records.ts'

/** Records of a page, by whether they are taken. */
export interface Sifted {
  readonly taken: readonly Incoming[]
  /** They stand for something that was removed here for good, under their own id or, since they were merged there, under an older one. */
  readonly passedOver: readonly { readonly theirId: string; readonly link: Link }[]
}

/** Parts the records that stand for something removed here for good from those that are taken. */
export const siftRemoved = (records: readonly Incoming[], links: ReadonlyMap<string, Link>): Sifted => {
  const taken: Incoming[] = []
  const passedOver: { theirId: string; link: Link }[] = []
  for (const record of records) {
    const link = linkOf(record, links)
    if (link?.state === 'removed') passedOver.push({ theirId: record.theirId, link })
    else taken.push(record)
  }
  return { taken, passedOver }
}

/** The link of a record: its own, else that of a record that was merged into it, and of those one that still stands for something here. */
export const linkOf = ({ theirId, mergedIds }: Incoming, links: ReadonlyMap<string, Link>): Link | undefined => {
  const own = links.get(theirId)
  if (own) return own
  const merged = mergedIds.flatMap((id) => links.get(id) ?? [])
  return merged.find(({ state }) => state !== 'removed') ?? merged[0]
}

/** Notes that they came, and are still there. */
export const touchPassedOver = async (
  db: Db,
  { job }: RunFacts,
  entity: CrmEntity,
  passedOver: Sifted['passedOver'],
): Promise<void> => {
  const place = { orgId: job.org_id, connectionId: job.connection_id, entity }
  const isKnown = ({ theirId, link }: Sifted['passedOver'][number]): boolean => theirId === link.theirId
  await touchLinks(
    db,
    place,
    job.id,
    passedOver.filter(isKnown).map(({ theirId }) => theirId),
  )
  const others = passedOver.filter((each) => !isKnown(each))
  await markRemoved(
    db,
    place,
    job.id,
    others.map(({ theirId, link }) => ({ their_id: theirId, our_id: link.ourId })),
  )
  await mergeLinks(
    db,
    place,
    others.map(({ theirId, link }) => ({ id: link.theirId, into: theirId })),
  )
}
