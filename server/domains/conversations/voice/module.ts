import { module } from '#core/module.ts'
import { callTimeline } from './call-timeline.ts'
import { deleteCall } from './delete-call.ts'
import { voiceErrors } from './errors.ts'
import { callEvents } from './events.ts'
import { getVoiceToken } from './get-voice-token.ts'
import { heldCalls } from './held-calls.ts'
import { linkedCalls } from './linked-calls.ts'
import { listCalls } from './list-calls.ts'
import { logCall } from './log-call.ts'
import { refreshCall } from './look-at-call.ts'
import { pollCalls } from './poll-calls.ts'
import { restoreCall } from './restore-call.ts'
import { loggedCallRetention } from './retention.ts'
import { showCalling } from './show-calling.ts'
import { updateCall } from './update-call.ts'
import { voiceConnected, voiceDisconnected } from './voice-connections.ts'
import { voiceWebhook } from './voice-webhook.ts'

export const voiceModule = module({
  title: 'Calls',
  actions: [listCalls, getVoiceToken, showCalling, logCall, updateCall, deleteCall, restoreCall],
  jobs: [refreshCall, pollCalls],
  inbound: [voiceWebhook],
  errors: voiceErrors,
  events: [callEvents],
  scopes: { 'calls:write': 'Log calls, and edit and delete logged calls' },
  retention: [loggedCallRetention],
  within: [voiceConnected, voiceDisconnected, callTimeline, linkedCalls],
  held: [heldCalls],
  owns: ['calls', 'directory.voice_accounts'],
})
