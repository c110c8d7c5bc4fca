import { z } from 'zod'
import type { Vault } from '#core/vault.ts'

/** In place of a value that is for its recipient alone, as a code is. */
const shown = '••••••'

export const hiddenValues = (values: readonly string[]): string[] => values.map(() => shown)

export const sealOf = (messageId: string): string => `template values ${messageId}`

export const sealValues = (vault: Vault, messageId: string, values: readonly string[]): string =>
  vault.seal(JSON.stringify(values), sealOf(messageId))

export const openValues = (vault: Vault, messageId: string, sealed: string): string[] =>
  z.array(z.string()).parse(JSON.parse(vault.open(sealed, sealOf(messageId))))
