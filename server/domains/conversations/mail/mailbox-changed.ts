import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { inboundWebhook, type Sender } from '#core/inbound/inbound-webhook.ts'
import { hintPath } from '#ports/mailboxes.ts'
import { keyOf } from '#shapes/mime/addresses.ts'
import { emailErrors } from './errors.ts'
import { readMailboxJob } from './job-references.ts'
import { findMailboxesOfAddress, takeMailboxHint } from './watches.ts'

const taken = { status: 200, type: 'application/json', body: '{"success":true}' } as const
const Claims = z.object({ provider: z.string(), isSandbox: z.boolean(), email: z.string().nullable() })

/**
 * A mailbox’s provider says that something changed. It is a hint, which has the mailbox read now, in each workspace that has it. What is
 * proven is answered the same, whether there is such a mailbox or not.
 */
export const mailboxChanged = inboundWebhook({
  name: 'mailbox-changed',
  summary: 'Hear that a mailbox changed at its provider',
  path: hintPath,
  methods: ['POST'],
  bodyLimitBytes: 64 * 1024,
  matches: () => true,

  async authenticate({ headers, body }, { ports }) {
    const proven = await ports.mailboxes.proveHint({ authorization: headers.authorization, body })
    if (!proven) throw new Failure(emailErrors.hint_not_proven)
    return { ...proven }
  },

  async verify(_request, { db, enterOrg, claims }) {
    const { provider, isSandbox, email } = Claims.parse(claims)
    const senders: Sender[] = []
    const key = email === null ? null : keyOf({ email })
    const mailboxes = key === null ? [] : await findMailboxesOfAddress(db, { provider, emailKey: key, isSandbox })
    for (const mailbox of mailboxes) {
      await enterOrg(mailbox.orgId)
      if (await takeMailboxHint(db, mailbox)) senders.push({ orgId: mailbox.orgId, connectionId: mailbox.mailboxId })
    }
    const [first, ...others] = senders
    return first ? [first, ...others] : { answer: taken }
  },
  // Each that is stored has a reading to ask for: none is a repeat.
  keyOf: () => newId(),
  // Stored in the transaction that took the hint: a push that cannot be is sent again, and heard then.
  answer: () => taken,

  data: z.object({}),
  parse: () => ({}),
  async read(_, { org, connectionId, enqueue }) {
    if (connectionId !== null) await enqueue(readMailboxJob, { orgId: org.id, mailboxId: connectionId })
  },
})
