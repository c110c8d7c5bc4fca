import type { Config } from '#config'
import type { Outgoing } from '#core/outbound/outbound-http.ts'
import type { VoicePort } from '#ports/voice.ts'
import { isSignedByTwilio } from './twilio/signatures.ts'
import { twimlOf } from './twilio/twiml.ts'
import { twilioVoice } from './twilio/voice.ts'
import { parseTwilioWebhook, twilioAccountIn } from './twilio/webhooks.ts'

/** Twilio behind the port. In the sandbox it is a folder of this machine, at `sandboxBase`. */
export const openVoicePort = (parts: {
  readonly config: Pick<Config, 'TWILIO_API_BASE'>
  readonly sandboxBase: () => string
  /** Where providers reach us, as it is configured. */
  readonly publicUrl: () => string
  readonly callsOf: Outgoing['for']
  readonly now: () => Date
}): VoicePort => {
  const { config, sandboxBase, publicUrl, callsOf, now } = parts
  return {
    open({ orgId, connectionId, mode, credentials }) {
      const base = mode === 'sandbox' ? `${sandboxBase()}/twilio` : config.TWILIO_API_BASE.replace(/\/+$/, '')
      return twilioVoice({ base, credentials, mode, http: callsOf({ orgId, connectionId, provider: 'twilio' }), now })
    },
    isSigned: (sent, authToken) => isSignedByTwilio(sent, authToken, publicUrl()),
    accountIn: twilioAccountIn,
    parseWebhook: parseTwilioWebhook,
    answer: (instruction) => ({ type: 'text/xml', body: twimlOf(instruction) }),
  }
}
