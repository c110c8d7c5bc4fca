import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { type InboundAnswer, inboundWebhook, Unreadable } from '#core/inbound/inbound-webhook.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { type UsableConnection, usableOf } from '#domains/connections/connections/usable-connections.ts'
import { webhookAddress } from '#domains/connections/connections/webhooks.ts'
import type { Instruction, VoiceNews, VoicePort } from '#ports/voice.ts'
import { findVoiceAccounts } from './accounts.ts'
import { processWebhook } from './call-webhooks.ts'
import { beginCall } from './calls.ts'
import { nameInAddress } from './names.ts'
import { nobodyAnswers, routeCall, sorryWords } from './routes.ts'

const ownPath = '/functions/v1/voice-webhook'

/** Twilio asks what to do with a call, and tells what became of it. */
export const voiceWebhook = inboundWebhook({
  name: 'voice-webhook',
  summary: 'Route calls and receive call status from Twilio',
  path: ['/gateway', ownPath],
  methods: ['POST'],
  bodyLimitBytes: 64 * 1024,
  matches: (request, { voice }) => request.url.startsWith(ownPath) || voice.isWebhook(request),

  async verify(request, { db, enterOrg, vault, ports }) {
    const named = {
      connectionId: z.uuid().safeParse(new URL(request.url, 'http://here').searchParams.get('connection')).data ?? null,
      accountSid: ports.voice.accountIn(request.body),
    }
    const proven: UsableConnection[] = []
    for (const { orgId, connectionId } of await findVoiceAccounts(db, named)) {
      await enterOrg(orgId)
      const row = await findConnection(db, orgId, connectionId)
      const connection = row?.provider === 'twilio' ? usableOf(vault, row) : null
      if (connection && ports.voice.isSigned(request, connection.credentials)) proven.push(connection)
    }
    // Several workspaces can have one account between them: each has a number of its own.
    const own = proven.find(({ credentials }) => ports.voice.isAbout(request.body, credentials))
    const connection = own ?? proven[0]
    if (!connection) throw new Failure(connectionErrors.webhook_signature_invalid)
    return { orgId: connection.orgId, connectionId: connection.connectionId }
  },

  async answer({ body }, { db, org, connectionId, vault, settings, ports }) {
    const news = ports.voice.parseWebhook(body)
    const row = connectionId === null ? undefined : await findConnection(db, org.id, connectionId)
    const connection = row && usableOf(vault, row)
    if (!connection) throw new Error('a call for a connection that no longer exists')
    const callerId = connection.credentials.callerId?.reveal() ?? ''
    if (!news.wantsAnswer) return answerOf(ports.voice, afterwards(news, callerId))

    const callback = webhookAddress(settings.publicUrl, 'twilio', connection.connectionId)
    const route = await routeCall(db, org.id, news, { callerId, afterwards: callback })
    await beginCall(db, org.id, {
      connectionId: connection.connectionId,
      providerCallId: news.callId,
      from: news.from,
      to: news.to,
      ...route,
    })
    return answerOf(ports.voice, route.instruction)
  },
  sorry: ({ voice }) => answerOf(voice, { kind: 'say', words: sorryWords }),

  data: z.object({ text: z.string() }),
  parse: (body) => ({ text: body.toString('utf8') }),

  async read({ text }, context) {
    await processWebhook(newsIn(context.ports.voice, text), context)
  },
})

const answerOf = (port: VoicePort, instruction: Instruction): InboundAnswer => ({ status: 200, ...port.answer(instruction) })

/** Once the dialing is over. An unanswered caller hears that, and not only a click. */
const afterwards = ({ from, to, isInbound, dialled }: VoiceNews, callerId: string): Instruction => {
  const isIn = nameInAddress(from) === null && (isInbound === true || to === callerId)
  const isInVain = dialled !== null && dialled.state !== 'completed'
  return isIn && isInVain ? { kind: 'say', words: nobodyAnswers } : { kind: 'end' }
}

const newsIn = (port: VoicePort, text: string): VoiceNews => {
  try {
    return port.parseWebhook(Buffer.from(text))
  } catch (error) {
    throw new Unreadable('The body does not have the form of a Twilio call webhook.', { cause: error })
  }
}
