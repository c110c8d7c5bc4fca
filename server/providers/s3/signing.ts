import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { Bucket } from './bucket.ts'

export interface Signable {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
}

/** Signatures of a day are made with one key. So many days of several buckets are remembered. */
const keys = new Map<string, ArrayBuffer>()
const mostKeys = 100

/** The headers of a request with its signature (AWS Signature Version 4) over all of them and over the body. */
export const signed = async (
  { accessKeyId, secretAccessKey, region }: Pick<Bucket, 'accessKeyId' | 'secretAccessKey' | 'region'>,
  { method, url, headers, body }: Signable,
  now: Date,
): Promise<Record<string, string>> => {
  if (keys.size > mostKeys) keys.clear()
  const signer = new AwsV4Signer({
    ...{ method, url, accessKeyId, secretAccessKey, region, service: 's3', cache: keys, allHeaders: true },
    headers: { 'x-amz-content-sha256': sha256Hex(body), ...headers },
    datetime: now.toISOString().replace(/[:-]|\.\d{3}/g, ''),
  })
  const { headers: all } = await signer.sign()
  return Object.fromEntries(all.entries())
}

const sha256Hex = (body: Buffer | undefined): string =>
  createHash('sha256')
    .update(body ?? '')
    .digest('hex')
