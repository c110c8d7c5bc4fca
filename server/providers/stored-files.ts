import path from 'node:path'
import type { Config } from '#config'
import { type Http, makeHttp } from '#core/outbound/http.ts'
import type { Files } from '#ports/files.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { folderFiles } from './folder/files.ts'
import { addressOf, type Bucket, endpointOf } from './s3/bucket.ts'
import { s3Files } from './s3/files.ts'
import { bothFiles } from './two-places.ts'

type Settings = Pick<
  Config,
  | 'dataDir'
  | 'S3_BUCKET'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_ADDRESSING'
  | 'S3_PREFIX'
  | 'S3_LOCK_DAYS'
  | 'S3_LOCK_MODE'
>

/** The folder that is there without any setting. */
export const filesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'files')

/** Null where files are in the folder. */
export const bucketOf = (config: Settings): Bucket | null => {
  if (config.S3_BUCKET === undefined) return null
  return {
    name: config.S3_BUCKET,
    endpoint: config.S3_ENDPOINT ?? endpointOf(config.S3_REGION),
    region: config.S3_REGION,
    addressing: config.S3_ADDRESSING ?? (config.S3_ENDPOINT === undefined ? 'host' : 'path'),
    prefix: config.S3_PREFIX,
    accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
    lock:
      config.S3_LOCK_DAYS === 0
        ? null
        : { mode: config.S3_LOCK_MODE === 'compliance' ? 'COMPLIANCE' : 'GOVERNANCE', days: config.S3_LOCK_DAYS },
  }
}

/** What outbound HTTP may reach for it, private or not: the operator's own word. */
export const storeAddresses = (config: Settings): string[] => {
  const bucket = bucketOf(config)
  return bucket === null ? [] : [addressOf(bucket)]
}

interface Parts {
  readonly http: Pick<Http, 'send'>
  readonly now: () => Date
}

/** Each place by itself; the bucket only where there is one. */
export const filesPlacesOf = (config: Settings, parts: Parts): { readonly folder: Files; readonly s3: Files | null } => {
  const bucket = bucketOf(config)
  return { folder: folderFiles(filesFolder(config)), s3: bucket && s3Files({ bucket, ...parts }) }
}

/** Files as they are configured. With a bucket, those that are still in the folder are found there. */
export const openFiles = (config: Settings, parts: Parts): Files => {
  const { folder, s3 } = filesPlacesOf(config, parts)
  return s3 === null ? folder : bothFiles(s3, folder)
}

/** For commands, which have no other business outside: a client that reaches the store and nothing else that is private. */
export const withStore = async <T>(config: Settings, work: (parts: Parts) => Promise<T>): Promise<T> => {
  const allowed = storeAddresses(config).flatMap((address) => {
    const { host, protocol } = new URL(address)
    return readAllowedTarget(/:\d+$/.test(host) ? host : `${host}:${protocol === 'https:' ? 443 : 80}`) ?? []
  })
  const http = makeHttp({ allowed })
  try {
    return await work({ http, now: () => new Date() })
  } finally {
    await http.destroy()
  }
}
