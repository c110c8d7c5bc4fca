import { z } from 'zod'
import { deviceDays } from '#core/http/replies.ts'
import { digestId, newToken } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import { emailKey } from './users.ts'

const purpose = 'known device'
/** Users of one shared computer; the one who signed in longest ago is forgotten first. */
const mostPeople = 8

const Device = z.object({
  /** Of the device: of chance. */
  d: z.string(),
  /** Who has signed in from it, and when, newest first: a digest of their address, for the cookie is small. */
  p: z.array(z.tuple([z.string(), z.number()])),
})
type Device = z.output<typeof Device>

/** Who asks to be let in, as far as their device is concerned. */
export interface Visitor {
  readonly email: string
  /** What was signed in before this is forgotten: the person signed out everywhere, or has a new password. */
  readonly tokens_from?: Date | null
}

const read = (vault: Vault, text: string | null): Device | null => {
  try {
    return text === null ? null : Device.parse(JSON.parse(vault.open(text, purpose)))
  } catch {
    return null // not ours, changed, or of a key that is gone: like none
  }
}

const keyOf = (email: string): string => digestId(`device of ${emailKey(email)}`)

/** The name of a device with an earlier sign-in; null for any other. */
export const knownDevice = (vault: Vault, text: string | null, { email, tokens_from }: Visitor, now: Date): string | null => {
  const device = read(vault, text)
  const at = device?.p.find(([key]) => key === keyOf(email))?.[1]
  if (!device || at === undefined || at < now.getTime() - deviceDays * 86_400_000) return null
  return tokens_from && at < tokens_from.getTime() ? null : device.d
}

/** What a device keeps after a sign-in. It grants no access: it only tells a user's own attempts from those of strangers. */
export const rememberOn = (vault: Vault, text: string | null, email: string, now: Date): string => {
  const before = read(vault, text)
  const others = before?.p.filter(([key]) => key !== keyOf(email)) ?? []
  const device: Device = {
    d: before?.d ?? newToken(),
    p: [[keyOf(email), now.getTime()] as [string, number], ...others].slice(0, mostPeople),
  }
  return vault.seal(JSON.stringify(device), purpose)
}
