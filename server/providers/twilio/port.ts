import type { VoiceVendor } from '../vendors.ts'
import { isSignedByTwilio } from './signatures.ts'
import { twimlOf } from './twiml.ts'
import { twilioVoice } from './voice.ts'
import { parseTwilioWebhook, twilioAccountIn } from './webhooks.ts'

export const twilioPort: VoiceVendor = {
  open: twilioVoice,
  isSigned: isSignedByTwilio,
  accountIn: twilioAccountIn,
  parseWebhook: parseTwilioWebhook,
  answer: (instruction) => ({ type: 'text/xml', body: twimlOf(instruction) }),
}
