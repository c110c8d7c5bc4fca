import { z } from 'zod'
import type { Mailboxes } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { listMails, readChanges } from './gmail-changes.ts'
import { fetchMails, messagePath, placesOf } from './gmail-fetch.ts'
import { foldersOf, LabelList, MessageFacts, placeOf, unread } from './gmail-messages.ts'
import { findSentMail, sendMail } from './gmail-send.ts'
import { type CallParts, makeGoogleCalls, needed } from './google-calls.ts'

const Profile = z.object({ emailAddress: z.string(), historyId: z.string() })
const SendAsList = z.object({
  sendAs: z
    .array(
      z.object({
        sendAsEmail: z.string(),
        isPrimary: z.boolean().nullish(),
        verificationStatus: z.string().nullish(),
      }),
    )
    .default([]),
})
const Watch = z.object({ expiration: z.string().nullish() })

/** Pages of 500 ids or records. A whole mail says its own limits. */
const api = { root: '/gmail/v1/users/me', timeoutMs: 20_000, maxBytes: 8 * 1024 * 1024, lacks: 'mail' }
/** Gmail stops telling after a week. */
const watchMs = 7 * 86_400_000

interface ClientsOfProjects {
  readonly ownClientId: string | null
  readonly operatorsClientId: string | null
}

/**
 * Gmail takes no topic but one in the Google Cloud project of the client that asks
 * (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users/watch). The id of a client begins with its project's number.
 */
const isOfAnotherProject = ({ ownClientId, operatorsClientId }: ClientsOfProjects): boolean =>
  ownClientId !== null && (projectIn(ownClientId) ?? ownClientId) !== (projectIn(operatorsClientId ?? '') ?? operatorsClientId)

const projectIn = (clientId: string): string | undefined => /^(\d+)-/.exec(clientId)?.[1]

/** Gmail (https://developers.google.com/workspace/gmail/api/reference/rest), with one member's consent. */
export const gmailMailboxes = (
  parts: CallParts & ClientsOfProjects & { readonly topic: string | null; readonly serviceAccount: string | null },
): Mailboxes => {
  const calls = makeGoogleCalls(parts, api)
  const { call } = calls
  const profile = async () => needed(await call({ operation: 'getProfile', method: 'GET', path: '/profile', shape: Profile }))

  /** Reading them is a right of its own: without it there are none. */
  const aliases = async (): Promise<string[]> => {
    try {
      const path = '/settings/sendAs'
      const { sendAs } = needed(await call({ operation: 'settings.sendAs.list', method: 'GET', path, shape: SendAsList }))
      const verified = sendAs.filter(({ isPrimary, verificationStatus }) => !isPrimary && verificationStatus === 'accepted')
      return verified.map(({ sendAsEmail }) => sendAsEmail)
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'credentials') return []
      throw error
    }
  }

  return {
    keepsBcc: true,
    findsSent: true,
    // It keeps what it sends itself.
    keepSent: async () => null,

    async checkReading() {
      await profile()
    },
    // One consent is for both.
    async checkSending() {
      await profile()
    },

    async profile() {
      const { emailAddress } = await profile()
      return { email: emailAddress, aliases: await aliases() }
    },

    folders: async () =>
      foldersOf(needed(await call({ operation: 'labels.list', method: 'GET', path: '/labels', shape: LabelList }))),
    begin: async () => (await profile()).historyId,
    list: (wanted) => listMails(calls, wanted),
    changes: (cursor) => readChanges(calls, cursor),
    fetch: (refs, wanted) => fetchMails(calls, refs, wanted),
    places: (refs) => placesOf(calls, refs),

    async mark(ref, isRead) {
      const body = isRead ? { removeLabelIds: [unread] } : { addLabelIds: [unread] }
      const path = `${messagePath(ref)}/modify`
      const said = await call({ operation: 'messages.modify', method: 'POST', path, body, shape: MessageFacts })
      return said.status === 404 ? null : placeOf(needed(said))
    },

    send: (mail) => sendMail(parts, calls, mail),
    findSent: (mail) => findSentMail(calls, mail),

    listen: null,
    async watch() {
      if (parts.topic === null) return null
      if (isOfAnotherProject(parts))
        return {
          never:
            'Gmail announces new mail only to the Google Cloud project of the client that the mailbox was connected with: here a client from Settings, and not the operator’s.',
        }
      if (parts.serviceAccount === null)
        throw new ProviderError(
          'refused',
          'Set GMAIL_PUBSUB_SERVICE_ACCOUNT: without it, what Gmail announces cannot be proven.',
        )
      const body = { topicName: parts.topic }
      const watched = needed(await call({ operation: 'watch', method: 'POST', path: '/watch', body, shape: Watch }))
      return { expiresAt: new Date(Number(watched.expiration) || parts.now().getTime() + watchMs) }
    },
    async unwatch() {
      await call({ operation: 'stop', method: 'POST', path: '/stop', shape: z.unknown() })
    },

    // Connections belong to the way out.
    close: async () => {},
  }
}
