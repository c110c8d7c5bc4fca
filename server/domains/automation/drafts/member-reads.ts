import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Within } from '#core/within.ts'
import { connectionOf } from '#domains/connections/connections/connections.ts'
import { findThreadOf } from '#domains/conversations/inbox/conversations.ts'
import { findThreads, readHistory, sentThread } from '#domains/conversations/inbox/threads.ts'
import { findTemplates } from '#domains/conversations/whatsapp/templates.ts'
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
    async 'fetch-chat-history'(db, { projectId, limit }) {
      const found = await findThreadOf(db, orgId, String(projectId))
      if (!found) return null
      const { contactId } = found
      const page = { before: null, limit: Number(limit), reader: { id: personId, within } }
      const { history } = await readHistory(db, orgId, contactId, page)
      const [thread] = await findThreads(db, orgId, personId, { contactId, limit: 1 })
      return { history, conversation: thread ? sentThread(thread) : null }
    },
    async 'show-deal'(db, { dealId }) {
      const deal = await showDeal(db, orgId, String(dealId))
      return deal ? { deal } : null
    },
    async 'list-whatsapp-templates'(db) {
      const connection = await connectionOf(db, orgId, 'whatsapp')
      return { templates: connection ? await findTemplates(db, orgId, connection.id, {}) : [] }
    },
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
