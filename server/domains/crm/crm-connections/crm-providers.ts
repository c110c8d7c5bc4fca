import { crmProviderNames } from '#ports/providers.ts'
import { choice } from '#shapes'

/** A CRM whose records are kept in step. */
export const CrmProvider = choice('CrmProvider', crmProviderNames)

export const isCrm = ({ provider }: { readonly provider: string }): boolean =>
  (crmProviderNames as readonly string[]).includes(provider)
