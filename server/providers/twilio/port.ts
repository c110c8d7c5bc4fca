import type { VoiceVendor } from '../vendors.ts'
import { isSignedByTwilio } from './signatures.ts'
import { twimlOf } from './twiml.ts'
import { twilioVoice } from './voice.ts'
import { isAboutTwilioNumber, isTwilioWebhook, parseTwilioWebhook, twilioAccountIn } from './webhooks.ts'

export const twilioPort: VoiceVendor = {
  open: twilioVoice,
  isSigned: (sent, { authToken = '' }, publicUrl) => isSignedByTwilio(sent, authToken, publicUrl),
  isWebhook: isTwilioWebhook,
  accountIn: twilioAccountIn,
  isAbout: isAboutTwilioNumber,
  parseWebhook: parseTwilioWebhook,
  answer: (instruction) => ({ type: 'text/xml', body: twimlOf(instruction) }),
}
