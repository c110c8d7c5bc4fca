import { Failure } from '#core/errors.ts'
import type { Ports } from '#ports/ports.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { accessToken } from '../connections/access-tokens.ts'
import type { ConnectionRow } from '../connections/connections.ts'
import { clientIn, openCredentials } from '../connections/credentials.ts'
import type { TokenContext } from '../connections/tokens.ts'
import type { OpenChannel } from './moments.ts'

/** As many as a provider is waited for; the others end by themselves within a week, and what they say opens nothing. */
const mostChannels = 10

/** Has the provider tell nothing more of the mail of a mailbox, while it still knows us. */
export const stopWatch = async (
  context: TokenContext & { readonly ports: Pick<Ports, 'oauth' | 'mailboxes'> },
  row: ConnectionRow,
): Promise<void> => {
  const { id, org_id: orgId, provider, mode } = row
  const account = context.ports.mailboxes.open({
    ...{ orgId, mailboxId: id, provider, mode: mode as 'live' | 'test' | 'sandbox', login: null },
    accessToken: () => accessToken(context, id),
    ownClientId: clientIn(openCredentials(context.vault, row))?.id ?? null,
  })
  try {
    await account.unwatch()
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof Failure)) throw error
    context.log.warn({ connection_id: id }, 'a provider could not be asked to stop announcing mail')
  } finally {
    await account.close()
  }
}

/** Has the provider end its channels while it still knows us. That it does not is no reason to keep a mailbox. */
export const stopChannels = async (
  context: TokenContext & { readonly ports: Pick<Ports, 'oauth' | 'calendars'> },
  { id, org_id: orgId, provider, mode }: ConnectionRow,
  channels: readonly OpenChannel[],
): Promise<void> => {
  if (channels.length === 0) return
  const account = context.ports.calendars.open({
    ...{ orgId, mailboxId: id, provider, mode: mode as 'live' | 'test' | 'sandbox', login: null },
    accessToken: () => accessToken(context, id),
    owner: { emails: [], zone: 'UTC' },
  })
  for (const channel of channels.slice(0, mostChannels))
    try {
      await account.stopWatching(channel)
    } catch (error) {
      if (!(error instanceof ProviderError || error instanceof Failure)) throw error
      context.log.warn({ connection_id: id }, 'a channel of a mailbox could not be stopped')
      return
    }
}
