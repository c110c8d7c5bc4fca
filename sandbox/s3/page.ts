import { type Html, html, moment, page } from '../html.ts'
import { sandboxKey } from './signatures.ts'
import type { Kept, Store, Version } from './store.ts'

const mostShown = 200

/** What is kept, with its versions and locks. */
export const storePage = (base: string, address: string, store: Store): string =>
  page(
    base,
    'Stored objects · Sandbox',
    html`<main class="prose"><h1>Stored objects</h1>
<p>Start Foyer with these settings to store its files here:</p>
<pre tabindex="0">S3_ENDPOINT=${address}
S3_BUCKET=foyer
S3_ACCESS_KEY_ID=${sandboxKey.accessKeyId}
S3_SECRET_ACCESS_KEY=${sandboxKey.secretAccessKey}</pre>
${store.buckets
  .list()
  .toReversed()
  .map(({ id, hasLock }) => bucketPart(id, hasLock, store.list(id)))}
${uploadsPart(store)}
</main>`,
  )

const bucketPart = (
  name: string,
  hasLock: boolean,
  objects: readonly Kept[],
): Html => html`<section aria-labelledby="bucket-${name}">
<h2 id="bucket-${name}">${name}</h2>
<p class="quiet">${hasLock ? 'Object Lock: every version stays until its lock ends. ' : ''}${objects.length} ${objects.length === 1 ? 'object' : 'objects'}</p>
${objects.length > 0 && html`<ul class="cards">${objects.slice(0, mostShown).map(objectPart)}</ul>`}
${objects.length > mostShown && html`<p class="quiet">The first ${mostShown} are shown.</p>`}
</section>`

const objectPart = ({ key, versions }: Kept): Html => html`<li class="card"><p><code>${key}</code></p>
<ul>${versions.toReversed().map(versionPart)}</ul></li>`

const versionPart = ({ bytes, at, lock, isMarker, checksum }: Version): Html =>
  isMarker
    ? html`<li>Deleted ${moment(at)}</li>`
    : html`<li>${bytes.toLocaleString('en')} bytes · ${moment(at)} · <span class="quiet">${checksum.algorithm} <code>${checksum.value}</code></span>${lock && html` · locked until ${moment(lock.until)} (${lock.mode})`}</li>`

const uploadsPart = (store: Store): Html | null => {
  const uploads = store.uploads.list()
  if (uploads.length === 0) return null
  return html`<section aria-labelledby="uploads"><h2 id="uploads">Uploads in parts that have not ended</h2>
<ul>${uploads.map(({ bucket, key, at, parts }) => html`<li><code>${bucket}/${key}</code> · begun ${moment(at)} · ${Object.keys(parts).length} parts</li>`)}</ul></section>`
}
