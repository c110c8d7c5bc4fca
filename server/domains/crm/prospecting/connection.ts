import type { ExternalCallContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { type UsableConnection, usableConnection } from '#domains/connections/connections/usable-connections.ts'
import { prospectingErrors } from './errors.ts'

/** What people are searched with. Throws where nothing is connected that can be used. */
export const openProspecting = ({
  org,
  inOrg,
  vault,
  within,
  settings,
}: Pick<ExternalCallContext, 'org' | 'inOrg' | 'vault' | 'within' | 'settings'>): Promise<UsableConnection> =>
  inOrg(async ({ db, enqueue }) => {
    const found = await usableConnection(db, org.id, 'apollo', { settings, vault, enqueue, within })
    if (!found) throw new Failure(prospectingErrors.prospecting_not_connected)
    return found
  })
