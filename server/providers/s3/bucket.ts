/** A bucket of a store that speaks S3, as an operator names it. */
export interface Bucket {
  readonly name: string
  /** Where the store is: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly region: string
  /** `path`: endpoint/bucket/name. `host`: bucket.endpoint/name. */
  readonly addressing: 'path' | 'host'
  /** Before each name; empty, or ends with a slash. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** How files that are evidence are locked, where the bucket can; null: as the bucket itself says. */
  readonly lock: { readonly mode: 'GOVERNANCE' | 'COMPLIANCE'; readonly days: number } | null
}

export const endpointOf = (region: string): string =>
  `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

/** The address of the bucket, without a slash at its end. */
export const addressOf = ({ endpoint, name, addressing }: Pick<Bucket, 'endpoint' | 'name' | 'addressing'>): string => {
  const base = endpoint.replace(/\/+$/, '')
  if (addressing === 'path') return `${base}/${name}`
  const url = new URL(base)
  return `${url.protocol}//${name}.${url.host}${url.pathname === '/' ? '' : url.pathname}`
}

export type Query = Readonly<Record<string, string>>

/** Names are ours and need no encoding; what a store made (ids of uploads, tokens) does. */
export const urlOf = (bucket: Bucket, key: string, query: Query = {}): string => {
  const path = key
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/')
  const search = Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  return `${addressOf(bucket)}${key === '' && bucket.addressing === 'path' ? '' : `/${path}`}${search === '' ? '' : `?${search}`}`
}
