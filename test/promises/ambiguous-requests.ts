import { leadHead } from './raw.ts'

export const lead = '{"email":"smuggled@example.com"}'
export const chunked = (head: string, body: string): string => head + body
/** A whole lead, as a second request would be. */
export const hidden = (key: string): string => `${leadHead(key, [`Content-Length: ${lead.length}`])}${lead}`

/** Each of these could be read as one request here and as two by a proxy. */
export const smuggled = (key: string): [name: string, bytes: string][] => [
  ['both lengths', `${leadHead(key, ['Content-Length: 4', 'Transfer-Encoding: chunked'])}0\r\n\r\n${hidden(key)}`],
  [
    'both lengths, the other way round',
    `${leadHead(key, ['Transfer-Encoding: chunked', `Content-Length: ${lead.length}`])}${lead}`,
  ],
  ['two lengths', `${leadHead(key, ['Content-Length: 2', `Content-Length: ${lead.length}`])}${lead}`],
  ['two equal lengths', `${leadHead(key, [`Content-Length: ${lead.length}`, `Content-Length: ${lead.length}`])}${lead}`],
  ['a list of lengths', `${leadHead(key, [`Content-Length: ${lead.length}, ${lead.length}`])}${lead}`],
  ['a folded header', `${leadHead(key, ['X-A: b', ' Transfer-Encoding: chunked', `Content-Length: ${lead.length}`])}${lead}`],
  ['a folded length', `${leadHead(key, ['Content-Length:', ` ${lead.length}`])}${lead}`],
  ['a space before the colon', `${leadHead(key, [`Content-Length : ${lead.length}`])}${lead}`],
  ['a space before the name', `${leadHead(key, [` Content-Length: ${lead.length}`])}${lead}`],
  ['bare line feeds', `${leadHead(key, [`Content-Length: ${lead.length}`])}`.replaceAll('\r\n', '\n') + lead],
  [
    'a bare carriage return in a header',
    `${leadHead(key, [`X-A: b\rContent-Length: 2`, `Content-Length: ${lead.length}`])}${lead}`,
  ],
  ['NUL in a header', `${leadHead(key, ['X-A: b\0c', `Content-Length: ${lead.length}`])}${lead}`],
  [
    'chunked twice',
    chunked(
      leadHead(key, ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity']),
      `${lead.length.toString(16)}\r\n${lead}\r\n0\r\n\r\n`,
    ),
  ],
  [
    'chunked not last',
    chunked(leadHead(key, ['Transfer-Encoding: chunked, gzip']), `${lead.length.toString(16)}\r\n${lead}\r\n0\r\n\r\n`),
  ],
  [
    'chunked with a strange letter',
    chunked(leadHead(key, ['Transfer-Encoding: xchunked']), `${lead.length.toString(16)}\r\n${lead}\r\n0\r\n\r\n`),
  ],
  ['a chunk without a size', chunked(leadHead(key, ['Transfer-Encoding: chunked']), `\r\n${lead}\r\n0\r\n\r\n`)],
  ['a chunk size that is no number', chunked(leadHead(key, ['Transfer-Encoding: chunked']), `zz\r\n${lead}\r\n0\r\n\r\n`)],
  [
    'a chunk size with 0x',
    chunked(leadHead(key, ['Transfer-Encoding: chunked']), `0x${lead.length.toString(16)}\r\n${lead}\r\n0\r\n\r\n`),
  ],
  ['a negative chunk size', chunked(leadHead(key, ['Transfer-Encoding: chunked']), `-1\r\n${lead}\r\n0\r\n\r\n`)],
  [
    'a chunk size beyond 64 bits',
    chunked(leadHead(key, ['Transfer-Encoding: chunked']), `1${'0'.repeat(16)}\r\n${lead}\r\n0\r\n\r\n`),
  ],
  ['a chunk that is longer than it says', chunked(leadHead(key, ['Transfer-Encoding: chunked']), `5\r\n${lead}\r\n0\r\n\r\n`)],
  [
    'chunks with bare line feeds',
    chunked(leadHead(key, ['Transfer-Encoding: chunked']), `${lead.length.toString(16)}\n${lead}\n0\n\n`),
  ],
  [
    'a chunk extension with a line feed',
    chunked(leadHead(key, ['Transfer-Encoding: chunked']), `${lead.length.toString(16)};a\nb\r\n${lead}\r\n0\r\n\r\n`),
  ],
  [
    'chunk extensions without end',
    chunked(
      leadHead(key, ['Transfer-Encoding: chunked']),
      `${lead.length.toString(16)};${'x'.repeat(20_000)}\r\n${lead}\r\n0\r\n\r\n`,
    ),
  ],
  ['no host', `${leadHead(key, [`Content-Length: ${lead.length}`]).replace('Host: foyer.test\r\n', '')}${lead}`],
  ...[
    'Host: other.test',
    'host: foyer.test',
    'Authorization: Bearer other',
    `authorization: Bearer ${key}`,
    'Content-Type: text/plain',
    'Idempotency-Key: a\r\nIdempotency-Key: b',
    'Origin: https://a.test\r\nOrigin: https://b.test',
  ].map((line): [string, string] => [
    `twice: ${line.split(':')[0]}`,
    `${leadHead(key, [line, `Content-Length: ${lead.length}`])}${lead}`,
  ]),
  ...['a b', 'foyer.test/x', 'foyer.test@other.test', 'a\tb', '<script>'].map((host): [string, string] => [
    `a host that is none: ${host}`,
    leadHead(key, ['Content-Length: 0']).replace('Host: foyer.test', `Host: ${host}`),
  ]),
  ['an unknown version', `${leadHead(key, [`Content-Length: ${lead.length}`]).replace('HTTP/1.1', 'HTTP/1.7')}${lead}`],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 this is TLS'],
  ['headers of 20 KB', `${leadHead(key, [`X-A: ${'x'.repeat(20_000)}`, `Content-Length: ${lead.length}`])}${lead}`],
]
