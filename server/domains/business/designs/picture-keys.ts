import { z } from 'zod'
import type { Vault } from '#core/vault.ts'

/** Canva's addresses of pictures are good for 15 minutes. */
const goodMs = 14 * 60_000

const purposeOf = (orgId: string): string => `picture of a design, ${orgId}`

const Kept = z.object({ url: z.string(), connectionId: z.uuid(), until: z.number() })

/**
 * Where a member's browser gets the picture of a design that is not used here. Canva's temporary address is sealed in it: so nothing is
 * stored, no other address can be asked for, and Canva learns of the server and not of the browser.
 */
export const sealedPicturePath = (
  url: string,
  {
    vault,
    orgId,
    connectionId,
    now,
  }: { readonly vault: Vault; readonly orgId: string; readonly connectionId: string; readonly now: Date },
): string => {
  const kept = JSON.stringify({ url, connectionId, until: now.getTime() + goodMs })
  return `/download/download-design-picture?key=${vault.seal(kept, purposeOf(orgId))}`
}

/** Null where it was made for another workspace, was changed, or is past its time. */
export const openPictureKey = (
  key: string,
  { vault, orgId, now }: { readonly vault: Vault; readonly orgId: string; readonly now: Date },
): { readonly url: string; readonly connectionId: string } | null => {
  try {
    const kept = Kept.parse(JSON.parse(vault.open(key, purposeOf(orgId))))
    return kept.until > now.getTime() ? kept : null
  } catch {
    return null
  }
}
