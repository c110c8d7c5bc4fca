/** An error as S3 words it: a status, a code, and XML around it. */
export class S3Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly more: Readonly<Record<string, string>>
  constructor(status: number, code: string, message: string, more: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.more = more
  }
}

export const xmlText = (text: string | number): string =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const element = (name: string, content: string | number): string => `<${name}>${xmlText(content)}</${name}>`

/** An answer; `inner` is XML already. */
export const answer = (root: string, inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${root}>`

export const errorBody = (code: string, message: string, more: Readonly<Record<string, string>> = {}): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${element('Code', code)}${element('Message', message)}${Object.entries(more)
    .map(([name, value]) => element(name, value))
    .join('')}<RequestId>SANDBOX</RequestId><HostId>sandbox</HostId></Error>`

export const noSuchKey = (key: string): S3Refusal =>
  new S3Refusal(404, 'NoSuchKey', 'The specified key does not exist.', { Key: key })

export const preconditionFailed = (condition: string): S3Refusal =>
  new S3Refusal(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition: condition,
  })

export const noSuchUpload = (): S3Refusal =>
  new S3Refusal(
    404,
    'NoSuchUpload',
    'The specified multipart upload does not exist. The upload ID might be invalid, or the multipart upload might have been aborted or completed.',
  )
