import { contribution } from '#core/within.ts'
import { connected, disconnected } from '#domains/connections/connections/moments.ts'
import { serves } from '#domains/connections/connections/providers.ts'
import { enterVoiceAccount, leaveVoiceAccount } from './accounts.ts'

/** A webhook names an account, and not the connection: whose it is must be known. */
export const voiceConnected = contribution({
  name: 'enter-voice-account',
  to: connected,
  async run({ connectionId, provider, credentials }, { db, orgId }) {
    if (serves(provider, 'voice')) await enterVoiceAccount(db, { orgId, connectionId, credentials })
  },
})

export const voiceDisconnected = contribution({
  name: 'leave-voice-account',
  to: disconnected,
  async run({ connectionId, provider }, { db }) {
    if (serves(provider, 'voice')) await leaveVoiceAccount(db, connectionId)
  },
})
