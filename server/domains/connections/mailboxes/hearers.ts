import type { InOrg } from '#core/context.ts'
import type { Live } from '#core/events/live.ts'

/** Whether a member may hear of what happens in a mailbox: its owner, and all where it is the team's. */
type MayHear = (personId: string) => boolean

const nobody: MayHear = () => false

/** Mailboxes that are remembered: with the longest ids, some 2 MB. */
const mostKept = 10_000

/**
 * Who may hear of mailboxes. Each is looked up once, however many pages are open, and all are forgotten when one of them is shared, or no
 * longer: that is heard in the order of commits, so that what comes after it is told by what holds then.
 */
export const openHearers = ({ live, inOrg }: { readonly live: Pick<Live, 'onChange'>; readonly inOrg: InOrg }) => {
  const kept = new Map<string, Promise<MayHear>>()
  live.onChange((type) => {
    if (type === '*' || type === 'mailbox.updated') kept.clear()
  })

  return (orgId: string, mailboxId: string): Promise<MayHear> => {
    const known = kept.get(mailboxId)
    if (known) return known
    const found = inOrg(orgId, (db) =>
      db
        .selectFrom('mailboxes')
        .select(['kind', 'person_id'])
        .where('org_id', '=', orgId)
        .where('id', '=', mailboxId)
        .executeTakeFirst(),
    ).then((mailbox): MayHear => {
      if (!mailbox) return nobody
      return (personId) => mailbox.kind === 'team' || mailbox.person_id === personId
    })
    if (kept.size >= mostKept) kept.clear()
    kept.set(mailboxId, found)
    // A hint that is lost costs a refresh.
    return found.catch(() => {
      if (kept.get(mailboxId) === found) kept.delete(mailboxId)
      return nobody
    })
  }
}

export type Hearers = ReturnType<typeof openHearers>
