import { randomUUID } from 'node:crypto'
import { FilesError } from '#ports/files.ts'
import { sha256Of } from '#shapes/sha256.ts'
import { type Call, openCalls, type S3Parts } from './calls.ts'

/** What a store does of what not every store does. */
export interface StoreTraits {
  /** It refuses to write where something is, when asked to. */
  readonly keepsConditions: boolean
  /** It answers the SHA-256 that was sent along. */
  readonly keepsChecksums: boolean
  readonly hasLock: boolean
  readonly wantsLock: boolean
}

export type StoreProbe = () => Promise<StoreTraits>

/** Finds out with an object of its own, which is removed again. */
export const probeStore = (parts: S3Parts): StoreProbe => {
  const call = openCalls(parts)
  const { bucket } = parts
  return async () => {
    const key = `${bucket.prefix}doctor/${randomUUID()}`
    try {
      await put(call, key, 'first')
      const { headers } = await call({ method: 'HEAD', key, headers: { 'x-amz-checksum-mode': 'ENABLED' } })
      const keepsConditions = await put(call, key, 'second').then(
        () => false,
        (error: unknown) => {
          if (error instanceof FilesError && error.trouble === 'taken') return true
          if (error instanceof FilesError && error.code === 'NotImplemented') return false
          throw error
        },
      )
      return {
        keepsConditions,
        keepsChecksums: headers['x-amz-checksum-sha256'] !== undefined,
        hasLock: await hasLock(call),
        wantsLock: bucket.lock !== null,
      }
    } finally {
      await call({ method: 'DELETE', key, taken: [404] }).catch(() => {})
    }
  }
}

const put = (call: Call, key: string, content: string) => {
  const body = Buffer.from(content)
  const checksum = sha256Of(body).toString('base64')
  return call({ method: 'PUT', key, body, headers: { 'if-none-match': '*', 'x-amz-checksum-sha256': checksum } })
}

/** A key that may not ask, and a store that knows no locks, have none to offer. */
const hasLock = async (call: Call): Promise<boolean> => {
  const { status, body } = await call({
    method: 'GET',
    key: '',
    query: { 'object-lock': '' },
    taken: [400, 403, 404, 405, 501],
  })
  return status === 200 && body.includes('Enabled')
}
