import { useSession } from '#web/session.ts'
import { sayFailure } from '#web/ui/say.tsx'
import type { AvailableProvider } from '#web/wire.ts'
import { useConnectionChange } from './api.ts'

/** Sends the browser to the provider’s consent page; it comes back to Settings → Connections. */
export const useConsent = ({ provider }: AvailableProvider) => {
  const { organization, person } = useSession()
  const begin = useConnectionChange('integration-init-oauth')
  return {
    isGoing: begin.isPending || begin.isSuccess,
    error: begin.error,
    go: (instance?: string): void =>
      begin.mutate(
        { provider, orgId: organization.id, userId: person.id, ...(instance !== undefined && { instance }) },
        {
          onSuccess: ({ authorizeUrl }) => window.location.assign(authorizeUrl),
          onError: (error) => instance === undefined && sayFailure(error),
        },
      ),
  }
}
