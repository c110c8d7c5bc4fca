import { useSession } from '#web/session.ts'
import { sayFailure } from '#web/ui/say.tsx'
import type { AvailableProvider, Input } from '#web/wire.ts'
import { useConnectionChange } from './api.ts'

/** Sends the browser to the provider’s consent page; it comes back to Settings → Connections. */
export const useConsent = ({ provider }: AvailableProvider) => {
  const { organization, person } = useSession()
  const begin = useConnectionChange('integration-init-oauth')
  return {
    isGoing: begin.isPending || begin.isSuccess,
    error: begin.error,
    go: (how: Pick<Input<'integration-init-oauth'>, 'instance' | 'environment'> = {}): void =>
      begin.mutate(
        { provider, orgId: organization.id, userId: person.id, ...how },
        {
          onSuccess: ({ authorizeUrl }) => window.location.assign(authorizeUrl),
          onError: (error) => how.instance === undefined && sayFailure(error),
        },
      ),
  }
}
