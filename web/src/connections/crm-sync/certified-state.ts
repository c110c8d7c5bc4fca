import type { SyncCertificate } from '#web/wire.ts'

/**
 * What is known: that something is not here, or differs; that the counts differ though each id that the CRM lists is here; or nothing, where
 * it does not count and its ids were not listed.
 */
export const certifiedState = (certificate: SyncCertificate): 'lacks' | 'uneven' | 'unlisted' | 'equal' => {
  const { theirs, ours, removed, missing_count, is_listed, differing } = certificate
  if (missing_count > 0 || differing.length > 0) return 'lacks'
  if (theirs === null) return is_listed ? 'equal' : 'unlisted'
  return theirs === ours + removed ? 'equal' : 'uneven'
}
