import type { FastifyInstance } from 'fastify'
import type { SimulatorContext } from '../../simulators.ts'
import type { Grants } from '../grants.ts'
import { type Kit, kitOf, type Params, root } from './kit.ts'
import { allOf, listHistory, listMessages, oneOf } from './lists.ts'
import { publish } from './publishing.ts'
import { MailRefusal, type MailRow, systemLabels, userLabels } from './rows.ts'
import { serveSending } from './sending.ts'
import { aliasesOf } from './store.ts'
import { attachmentOf, messageOf } from './wire.ts'

/** Gmail's API (https://developers.google.com/workspace/gmail/api/reference/rest), below its own paths. */
export const serveGmailApi = (app: FastifyInstance, context: SimulatorContext, grants: Grants): void => {
  const kit = kitOf(context, grants)
  serveMailbox(app, kit)
  serveMessages(app, kit)
  serveChanges(app, kit)
  serveSending(app, kit)
}

const serveMailbox = (app: FastifyInstance, { store, answer }: Kit): void => {
  app.get(
    `${root}/profile`,
    answer((_request, { email }) => {
      const rows = store.of(email)
      return {
        emailAddress: email,
        messagesTotal: rows.length,
        threadsTotal: new Set(rows.map(({ threadId }) => threadId)).size,
        historyId: String(store.lastNumber()),
      }
    }, 'read'),
  )
  const labels = [
    ...systemLabels.map((id) => ({ id, name: id, type: 'system' })),
    ...userLabels.map((label) => ({ ...label, type: 'user' })),
  ]
  app.get(
    `${root}/labels`,
    answer(() => ({ labels }), 'read'),
  )
  app.get(
    `${root}/labels/:id`,
    answer((request, { email }) => {
      const label = labels.find(({ id }) => id === (request.params as Params).id)
      if (!label) throw new MailRefusal('notFound')
      const rows = store.of(email).filter(({ labelIds }) => labelIds.includes(label.id))
      const messagesUnread = rows.filter(({ labelIds }) => labelIds.includes('UNREAD')).length
      return { ...label, messagesTotal: rows.length, messagesUnread }
    }, 'read'),
  )
  app.get(
    `${root}/settings/sendAs`,
    answer((_request, account) => {
      const { email, name } = account
      const others = aliasesOf(account).map((alias) => ({
        ...{ sendAsEmail: alias.email, displayName: name, replyToAddress: '', signature: '', treatAsAlias: true },
        verificationStatus: alias.isVerified ? 'accepted' : 'pending',
      }))
      const primary = {
        sendAsEmail: email,
        displayName: name,
        replyToAddress: '',
        signature: '',
        isPrimary: true,
        isDefault: true,
      }
      return { sendAs: [primary, ...others] }
    }, 'settings'),
  )
}

const serveMessages = (app: FastifyInstance, { store, answer, rowOf, queryOf }: Kit): void => {
  const shown = ({ id, threadId, labelIds }: MailRow) => ({ id, threadId, ...(labelIds.length > 0 && { labelIds }) })
  app.get(
    `${root}/messages`,
    answer((request, { email }) => listMessages(store, email, queryOf(request)), 'read'),
  )
  app.get(
    `${root}/messages/:id`,
    answer((request, account) => {
      const row = rowOf(request, account)
      const query = queryOf(request)
      const format = oneOf(query, 'format') ?? 'full'
      return messageOf(row, store.rawOf(row), format.toLowerCase(), allOf(query, 'metadataHeaders'))
    }, 'read'),
  )
  app.get(
    `${root}/messages/:messageId/attachments/:id`,
    answer((request, { email }) => {
      const { messageId, id } = request.params as Params
      const found = attachmentOf(store.rawOf(store.find(email, messageId)), id)
      if (!found) throw new MailRefusal('invalidArgument', 'Invalid attachment token')
      return found
    }, 'read'),
  )
  const changing = (name: string, work: (row: MailRow, given: Labels) => MailRow) =>
    app.post(
      `${root}/messages/:id/${name}`,
      answer((request, account) => shown(work(rowOf(request, account), (request.body ?? {}) as Labels)), 'change'),
    )
  changing('modify', (row, { addLabelIds = [], removeLabelIds = [] }) => store.relabel(row, addLabelIds, removeLabelIds))
  changing('trash', (row) => store.relabel(row, ['TRASH'], ['INBOX']))
  changing('untrash', (row) => store.relabel(row, [], ['TRASH']))
  app.delete(
    `${root}/messages/:id`,
    answer((request, account) => store.remove(rowOf(request, account)), 'delete'),
  )
  app.post(
    `${root}/messages/batchModify`,
    answer((request, { email }) => {
      const { ids = [], addLabelIds = [], removeLabelIds = [] } = (request.body ?? {}) as Labels
      for (const row of store.of(email)) if (ids.includes(row.id)) store.relabel(row, addLabelIds, removeLabelIds)
    }, 'change'),
  )
}

interface Labels {
  readonly ids?: readonly string[]
  readonly addLabelIds?: readonly string[]
  readonly removeLabelIds?: readonly string[]
}

/** Gmail tells of changes for a week at most. */
const watchMs = 7 * 86_400_000

/** Of a client like `1234-abc.apps.googleusercontent.com`: its project is known by its number here. Others are of every project. */
const projectOf = (clientId: string): string | null => /^(\d+)-/.exec(clientId)?.[1] ?? null

const serveChanges = (app: FastifyInstance, { context, store, answer, queryOf }: Kit): void => {
  app.get(
    `${root}/history`,
    answer((request, { email }) => listHistory(store, email, queryOf(request)), 'read'),
  )
  app.post(
    `${root}/watch`,
    answer((request, { email }, _reply, clientId) => {
      const { topicName } = (request.body ?? {}) as { topicName?: unknown }
      if (typeof topicName !== 'string' || !/^projects\/[^/]+\/topics\/[^/]+$/.test(topicName))
        throw new MailRefusal('invalidArgument', 'Invalid topicName does not match projects/*/topics/*')
      const project = projectOf(clientId)
      if (project !== null && !topicName.startsWith(`projects/${project}/`))
        throw new MailRefusal('invalidArgument', `Invalid topicName does not match projects/${project}/topics/*`)
      const expiresAt = context.now().getTime() + watchMs
      // The first announcement comes at once.
      publish(context, store.watches.put({ id: email, topic: topicName, expiresAt }), store.lastNumber())
      return { historyId: String(store.lastNumber()), expiration: String(expiresAt) }
    }, 'read'),
  )
  app.post(
    `${root}/stop`,
    answer((_request, { email }) => store.watches.remove(email), 'read'),
  )
}
