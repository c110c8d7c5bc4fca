import type { Vault } from '#core/vault.ts'

const purpose = 'meta verify token'

/** What Meta is to show where it looks whether the address of notifications is right: nothing has to be kept to know it again. */
export const newVerifyToken = (vault: Vault): string => vault.seal('meta-leads', purpose)

export const isVerifyToken = (vault: Vault, token: string): boolean => {
  try {
    return vault.open(token, purpose) === 'meta-leads'
  } catch {
    return false
  }
}
