import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { usableConnection } from '#domains/connections/connections/usable-connections.ts'
import { voiceErrors } from './errors.ts'
import { nameOf } from './names.ts'

/** A page that is open asks for a new one before this is over; one that was taken away is worth nothing soon. */
const lifeSeconds = 3_600

export const getVoiceToken = action({
  name: 'get-voice-token',
  summary: 'Get a token for calls in the browser',
  description:
    'A Twilio access token for its voice clients, valid for an hour. Its identity is always your own: your id with underscores in place of hyphens, the only form that these clients accept. `identity` may name you in either form; any other is rejected.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  input: z.object({ identity: z.string().min(1).max(255).describe('Your own id') }),
  output: z.object({ token: z.string() }),
  errors: [transportErrors.foreign_person, voiceErrors.calls_not_connected],
  examples: [{ title: 'Get ready for calls', input: { identity: '01980000-0000-7000-8000-000000000000' } }],

  async run({ identity }, { org, person, db, enqueue, ports, vault, within, settings, fail }) {
    if (identity !== person.id && identity !== nameOf(person.id)) throw fail('foreign_person', { field: 'identity' })
    const connection = await usableConnection(db, org.id, 'twilio', { vault, within, enqueue, settings })
    if (!connection) throw fail('calls_not_connected')
    return { token: await ports.voice.open(connection).token({ identity: nameOf(person.id), lifeSeconds }) }
  },
})
