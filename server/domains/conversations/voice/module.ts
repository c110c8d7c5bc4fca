import { module } from '#core/module.ts'
import { callTimeline } from './call-timeline.ts'
import { voiceErrors } from './errors.ts'
import { callEvents } from './events.ts'
import { getVoiceToken } from './get-voice-token.ts'
import { heldCalls } from './held-calls.ts'
import { linkedCalls } from './linked-calls.ts'
import { listCalls } from './list-calls.ts'
import { refreshCall } from './look-at-call.ts'
import { pollCalls } from './poll-calls.ts'
import { showCalling } from './show-calling.ts'
import { voiceConnected, voiceDisconnected } from './voice-connections.ts'
import { voiceWebhook } from './voice-webhook.ts'

export const voiceModule = module({
  title: 'Calls',
  actions: [listCalls, getVoiceToken, showCalling],
  jobs: [refreshCall, pollCalls],
  inbound: [voiceWebhook],
  errors: voiceErrors,
  events: [callEvents],
  within: [voiceConnected, voiceDisconnected, callTimeline, linkedCalls],
  held: [heldCalls],
  owns: ['calls', 'directory.voice_accounts'],
})
