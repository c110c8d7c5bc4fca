import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { S3Refusal } from './refusals.ts'

/** Those that this double computes; S3 also knows CRC32C and CRC64NVME. */
export const algorithms = ['SHA256', 'SHA1', 'CRC32'] as const
export type Algorithm = (typeof algorithms)[number]

export interface Checksum {
  readonly algorithm: Algorithm
  /** Base64; of parts with their number behind it. */
  readonly value: string
  readonly type: 'FULL_OBJECT' | 'COMPOSITE'
}

export const digest = (algorithm: Algorithm, bytes: Buffer): string => {
  if (algorithm !== 'CRC32') return createHash(algorithm.toLowerCase()).update(bytes).digest('base64')
  const four = Buffer.alloc(4)
  four.writeUInt32BE(crc32(bytes))
  return four.toString('base64')
}

export const headerOf = (algorithm: Algorithm): string => `x-amz-checksum-${algorithm.toLowerCase()}`

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** What a request says of its bytes, held against them; CRC32 where it says nothing, as S3 has it since 2025 (then CRC64NVME). */
export const checksumOf = (headers: Headers, bytes: Buffer): Checksum => {
  if (headers['x-amz-checksum-crc32c'] || headers['x-amz-checksum-crc64nvme'])
    throw new S3Refusal(501, 'NotImplemented', 'A header you provided implies functionality that is not implemented')
  const told = algorithms.find((algorithm) => headers[headerOf(algorithm)] !== undefined)
  const algorithm = told ?? 'CRC32'
  const value = digest(algorithm, bytes)
  if (told && headers[headerOf(told)] !== value)
    throw new S3Refusal(400, 'BadDigest', `The ${told} you specified did not match what we received.`)
  const md5 = headers['content-md5']
  if (md5 !== undefined && md5 !== createHash('md5').update(bytes).digest('base64'))
    throw new S3Refusal(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.')
  return { algorithm, value, type: 'FULL_OBJECT' }
}

export const md5Hex = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')

/** Of parts: over their checksums, one behind the other. */
export const compositeOf = (algorithm: Algorithm, values: readonly string[]): Checksum => ({
  algorithm,
  value: `${digest(algorithm, Buffer.concat(values.map((value) => Buffer.from(value, 'base64'))))}-${values.length}`,
  type: 'COMPOSITE',
})
