import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Within } from '#core/within.ts'
import { showThread } from '#domains/conversations/inbox/shown-threads.ts'
import { findTemplatesInUse } from '#domains/conversations/whatsapp/templates.ts'
import { showDeal } from '#domains/crm/deals/deals.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import type { MemberReads } from './thread-sources.ts'

export interface Reader {
  readonly orgId: string
  readonly personId: string
  readonly within: Within
  readonly inOrg: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

/** What drafts are made of, as a member may read it, where no call of theirs is under way. */
export const readsOf = ({ orgId, personId, within, inOrg }: Reader): MemberReads => {
  const missing = { body: null, failure: new Failure(dealErrors.deal_not_found) }
  const readers: Readonly<Record<string, (db: Db, input: Readonly<Record<string, unknown>>) => Promise<unknown>>> = {
    'fetch-chat-history': (db, { projectId, limit }) =>
      showThread(db, orgId, { threadId: String(projectId), before: null, limit: Number(limit) }, { id: personId, within }),
    async 'show-deal'(db, { dealId }) {
      const deal = await showDeal(db, orgId, String(dealId))
      return deal ? { deal } : null
    },
    'list-whatsapp-templates': async (db) => ({ templates: await findTemplatesInUse(db, orgId, {}) }),
  }
  return {
    async read(name, input) {
      const reader = readers[name]
      if (!reader) throw new Error(`no draft is made of ${name}`)
      const body = await inOrg((db) => reader(db, input))
      return body === null ? missing : { body }
    },
  }
}
