import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

/**
 * Seals secrets at rest: AES-256-GCM, a fresh 96-bit nonce each time, `purpose` bound as associated data so that a
 * sealed value cannot be moved to another place. The key is FOYER_KEY, stretched once by HKDF.
 */
export const makeVault = (foyerKey: Buffer, olderKeys: readonly Buffer[] = []) => {
  const key = stretch(foyerKey)
  const older = olderKeys.map(stretch)
  const seal = (plain: string, purpose: string): string => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return `v1.${nonce.toString('base64url')}.${Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')}`
  }
  return {
    seal,
    /**
     * Throws when the value was tampered with, sealed for another purpose, or under a key that is not known. What an older
     * key sealed still opens: a key is changed without a moment in which something does not.
     */
    open(sealed: string, purpose: string): string {
      for (const each of [key, ...older]) {
        const plain = openWith(each, sealed, purpose)
        if (plain !== null) return plain
      }
      throw new Error('sealed with another key, for another purpose, or changed since')
    },
    /** The same value under the key of now; null when it is that already. Throws like `open`. */
    reseal(sealed: string, purpose: string): string | null {
      return openWith(key, sealed, purpose) === null ? seal(this.open(sealed, purpose), purpose) : null
    },
  }
}

/** As a key object: bytes are made one at each call, which takes three times as long as to seal a short text (7 µs). */
const stretch = (foyerKey: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', foyerKey, '', 'foyer vault v1', 32)))

const openWith = (key: KeyObject, sealed: string, purpose: string): string | null => {
  const [version, nonce, body] = sealed.split('.')
  if (version !== 'v1' || !nonce || !body) throw new Error('not a sealed value')
  const bytes = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url')).setAAD(Buffer.from(purpose))
  try {
    decipher.setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

export type Vault = ReturnType<typeof makeVault>
