import {
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  pbkdf2Sync,
  timingSafeEqual,
} from 'node:crypto'
import { IdentityRefused, type SealIdentity } from '#ports/paper.ts'
import { type Certificate, chainOf, isKeySupported, isValidAt, maySign, readCertificate } from './certificates.ts'
import { BadDer, childrenOf, type Der, numberOf, oidOf, readDer, tags, wanted } from './der.ts'
import { oids } from './oids.ts'
import { decryptRc2 } from './rc2.ts'

/*
 * A key with its certificates, under a password: PKCS#12 (RFC 7292), as authorities and the stores of systems hand it out. With AES (PBES2, RFC
 * 8018), and with the Triple DES and RC2 that older programs still write.
 */

const bags = {
  key: '1.2.840.113549.1.12.10.1.1',
  shroudedKey: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
  x509: '1.2.840.113549.1.9.22.1',
} as const

/** A file that asks for more rounds is no file of a person. */
const mostRounds = 10_000_000

class WrongPassword extends Error {}

export const readPkcs12 = async (file: Buffer, password: string, at: Date): Promise<SealIdentity> => {
  const { keys, certificates } = opened(file, password)
  if (keys.length === 0) throw new IdentityRefused('no_key')
  const pairs = keys.flatMap((key) => {
    const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
    const leaf = certificates.find(({ publicKey }) => publicKey.export({ format: 'der', type: 'spki' }).equals(spki))
    return leaf ? [{ key, leaf }] : []
  })
  const [pair] = pairs
  // A key without its certificate signs nothing that could be checked.
  if (!pair) throw new IdentityRefused('no_key')
  const { key, leaf } = pair
  if (!isKeySupported(key)) throw new IdentityRefused('key_not_supported')
  if (!maySign(leaf)) throw new IdentityRefused('not_for_signing')
  if (!isValidAt(leaf, at)) throw new IdentityRefused('expired')
  const { chain } = chainOf(leaf, certificates, [])
  return { chain: chain.map(({ raw }) => raw), privateKey: key.export({ format: 'der', type: 'pkcs8' }) }
}

const opened = (file: Buffer, password: string) => {
  try {
    return bagsOf(file, password)
  } catch (error) {
    if (error instanceof WrongPassword) throw new IdentityRefused('wrong_password')
    if (error instanceof BadDer) throw new IdentityRefused('not_pkcs12')
    throw error
  }
}

const bagsOf = (file: Buffer, password: string) => {
  const [version, safe, mac] = childrenOf(readDer(file, tags.sequence))
  if (numberOf(version) !== 3) throw new BadDer('not PKCS#12')
  const content = contentOf(wanted(safe, tags.sequence), oids.data)
  if (mac) compareMac(mac, content, password)
  const keys: KeyObject[] = []
  const certificates: Certificate[] = []
  for (const each of childrenOf(readDer(content, tags.sequence))) {
    for (const bag of childrenOf(readDer(safeOf(each, password), tags.sequence))) {
      const [type, value] = childrenOf(bag, tags.sequence)
      const [inner] = childrenOf(wanted(value, 0xa0))
      if (!inner) throw new BadDer('an empty bag')
      const kind = oidOf(type)
      if (kind === bags.key) keys.push(keyOf(inner.raw))
      if (kind === bags.shroudedKey) {
        const [algorithm, encrypted] = childrenOf(inner, tags.sequence)
        keys.push(keyOf(decrypted(algorithm, wanted(encrypted, tags.octets).content, password)))
      }
      if (kind === bags.certificate) {
        const [form, wrapped] = childrenOf(inner, tags.sequence)
        if (oidOf(form) === bags.x509)
          certificates.push(certificateOf(wanted(childrenOf(wanted(wrapped, 0xa0))[0], tags.octets).content))
      }
    }
  }
  return { keys, certificates }
}

/** What OpenSSL cannot read is no certificate and no key, however it came here. */
const certificateOf = (raw: Buffer): Certificate => {
  try {
    return readCertificate(raw)
  } catch {
    throw new BadDer('a certificate that cannot be read')
  }
}

const keyOf = (pkcs8: Buffer): KeyObject => {
  try {
    return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  } catch {
    throw new IdentityRefused('key_not_supported')
  }
}

const contentOf = (info: Der, type: string): Buffer => {
  const [kind, explicit] = childrenOf(info, tags.sequence)
  if (oidOf(kind) !== type) throw new BadDer('another kind of content')
  return wanted(childrenOf(wanted(explicit, 0xa0))[0], tags.octets).content
}

/** One safe: plain, or encrypted under the password. */
const safeOf = (info: Der, password: string): Buffer => {
  const [kind, explicit] = childrenOf(info, tags.sequence)
  if (oidOf(kind) !== oids.encryptedData) return contentOf(info, oids.data)
  const [data] = childrenOf(wanted(explicit, 0xa0))
  const [, encrypted] = childrenOf(wanted(data, tags.sequence))
  const [, algorithm, bytes] = childrenOf(wanted(encrypted, tags.sequence))
  return decrypted(algorithm, wanted(bytes, 0x80).content, password)
}

const compareMac = (mac: Der, content: Buffer, password: string): void => {
  const [info, salt, rounds] = childrenOf(mac, tags.sequence)
  const [algorithm, digest] = childrenOf(wanted(info, tags.sequence))
  const hash = hashes[oidOf(childrenOf(wanted(algorithm, tags.sequence))[0])]
  if (!hash) throw new BadDer('a digest that is not known')
  const wantedDigest = wanted(digest, tags.octets).content
  const count = roundsOf(rounds, 1)
  const isRight = (bytes: Buffer): boolean => {
    const key = derived({
      hash,
      password: bytes,
      salt: wanted(salt, tags.octets).content,
      rounds: count,
      id: 3,
      size: sizes[hash],
    })
    const found = createHmac(hash, key).update(content).digest()
    return found.length === wantedDigest.length && timingSafeEqual(found, wantedDigest)
  }
  // An empty password is written in two ways.
  if (!isRight(bmp(password)) && !(password === '' && isRight(Buffer.alloc(0)))) throw new WrongPassword()
}

type PkcsHash = 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'
const hashes: Readonly<Record<string, PkcsHash>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  [oids.sha256]: 'sha256',
  [oids.sha384]: 'sha384',
  [oids.sha512]: 'sha512',
}
const sizes = { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 } as const

const roundsOf = (der: Der | undefined, usual: number): number => {
  const rounds = der ? numberOf(der) : usual
  if (rounds < 1 || rounds > mostRounds) throw new BadDer('too many rounds')
  return rounds
}

/** UTF-16, the higher byte first, with a nought at the end (RFC 7292, B.1). */
const bmp = (password: string): Buffer => Buffer.from(`${password}\0`, 'utf16le').swap16()

/** Keys, vectors and MAC keys from a password (RFC 7292, B.2). */
const derived = (of: {
  readonly hash: PkcsHash
  readonly password: Buffer
  readonly salt: Buffer
  readonly rounds: number
  readonly id: 1 | 2 | 3
  readonly size: number
}): Buffer => {
  const block = of.hash === 'sha384' || of.hash === 'sha512' ? 128 : 64
  const filled = (bytes: Buffer): Buffer => {
    const length = block * Math.ceil(bytes.length / block)
    return length === 0 ? Buffer.alloc(0) : Buffer.alloc(length, bytes)
  }
  const input = Buffer.concat([filled(of.salt), filled(of.password)])
  const blocks: Buffer[] = []
  for (let made = 0; made < of.size; made += sizes[of.hash]) {
    let digest = createHash(of.hash).update(Buffer.alloc(block, of.id)).update(input).digest()
    for (let round = 1; round < of.rounds; round++) digest = createHash(of.hash).update(digest).digest()
    blocks.push(digest)
    // Each block of the input grows by the digest, and one.
    const added = Buffer.alloc(block, digest)
    for (let at = 0; at < input.length; at += block) {
      let carry = 1
      for (let place = block - 1; place >= 0; place--) {
        const sum = (input[at + place] as number) + (added[place] as number) + carry
        input[at + place] = sum & 0xff
        carry = sum >> 8
      }
    }
  }
  return Buffer.concat(blocks).subarray(0, of.size)
}

const pbes2 = '1.2.840.113549.1.5.13'
const pbkdf2 = '1.2.840.113549.1.5.12'
const macs: Readonly<Record<string, PkcsHash>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
}
const ciphers: Readonly<Record<string, readonly [name: string, keySize: number]>> = {
  '2.16.840.1.101.3.4.1.2': ['aes-128-cbc', 16],
  '2.16.840.1.101.3.4.1.22': ['aes-192-cbc', 24],
  '2.16.840.1.101.3.4.1.42': ['aes-256-cbc', 32],
  '1.2.840.113549.3.7': ['des-ede3-cbc', 24],
}
/** PBE of PKCS#12 itself (RFC 7292, C), each with SHA-1. */
const older: Readonly<Record<string, readonly [name: 'des-ede3-cbc' | 'des-ede-cbc' | 'rc2', keySize: number]>> = {
  '1.2.840.113549.1.12.1.3': ['des-ede3-cbc', 24],
  '1.2.840.113549.1.12.1.4': ['des-ede-cbc', 16],
  '1.2.840.113549.1.12.1.5': ['rc2', 16],
  '1.2.840.113549.1.12.1.6': ['rc2', 5],
}

const decrypted = (algorithm: Der | undefined, bytes: Buffer, password: string): Buffer => {
  const [id, parameters] = childrenOf(wanted(algorithm, tags.sequence))
  const name = oidOf(id)
  const open = name === pbes2 ? byPbes2 : byOlder(name)
  try {
    return open(wanted(parameters, tags.sequence), bytes, password)
  } catch (error) {
    // The padding is wrong: where there is a MAC, it was compared before.
    if (error instanceof BadDer) throw error
    throw new WrongPassword()
  }
}

const byPbes2 = (parameters: Der, bytes: Buffer, password: string): Buffer => {
  const [derivation, encryption] = childrenOf(parameters)
  const [kdf, given] = childrenOf(wanted(derivation, tags.sequence))
  if (oidOf(kdf) !== pbkdf2) throw new BadDer('a derivation that is not known')
  const [salt, rounds, ...rest] = childrenOf(wanted(given, tags.sequence))
  const prf = rest.find(({ tag }) => tag === tags.sequence)
  const hash = prf ? macs[oidOf(childrenOf(prf)[0])] : 'sha1'
  const [cipher, vector] = childrenOf(wanted(encryption, tags.sequence))
  const known = ciphers[oidOf(cipher)]
  if (!hash || !known) throw new BadDer('an encryption that is not known')
  const [algorithm, size] = known
  const key = pbkdf2Sync(password, wanted(salt, tags.octets).content, roundsOf(rounds, 1), size, hash)
  const decipher = createDecipheriv(algorithm, key, wanted(vector, tags.octets).content)
  return Buffer.concat([decipher.update(bytes), decipher.final()])
}

const byOlder = (name: string) => {
  const known = older[name]
  if (!known) throw new BadDer('an encryption that is not known')
  const [cipher, size] = known
  return (parameters: Der, bytes: Buffer, password: string): Buffer => {
    const [salt, rounds] = childrenOf(parameters)
    const given = {
      hash: 'sha1',
      password: bmp(password),
      salt: wanted(salt, tags.octets).content,
      rounds: roundsOf(rounds, 1),
    } as const
    const key = derived({ ...given, id: 1, size })
    const vector = derived({ ...given, id: 2, size: 8 })
    if (cipher === 'rc2') return decryptRc2(key, vector, bytes)
    // Two keys of Triple DES are three, the last as the first.
    const whole = cipher === 'des-ede-cbc' ? Buffer.concat([key, key.subarray(0, 8)]) : key
    const decipher = createDecipheriv('des-ede3-cbc', whole, vector)
    return Buffer.concat([decipher.update(bytes), decipher.final()])
  }
}
