import { Agent, createServer, get } from 'node:http'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connectionOptions } from '#db/connect.ts'
import { given, ready } from './ready.ts'

/**
 * A bare loop: fetches the pages of contacts that a sync fetches, one after the other as their cursors want it, parses them, and COPYs them
 * into an unlogged table, a line each; the next page is on its way meanwhile. It matches, links, indexes and notes nothing.
 */
const source = process.env.FOYER_BENCH_CRM ?? ''
const agent = new Agent({ keepAlive: true })

interface Page {
  readonly results: readonly {
    readonly id: string
    readonly updatedAt: string
    readonly properties: Readonly<Record<string, string | null>>
    readonly associations?: object
  }[]
  readonly paging?: { readonly next?: { readonly after: string } }
}

const fetchPage = (token: string, properties: string, after: string | undefined): Promise<Page> =>
  new Promise((done, fail) => {
    const query = { limit: '100', properties, associations: 'companies', ...(after !== undefined && { after }) }
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
    get(`${source}/crm/objects/2026-03/contacts?${new URLSearchParams(query)}`, { agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8')
        if (response.statusCode === 200) done(JSON.parse(body))
        else fail(new Error(body))
      })
      response.on('error', fail)
    }).on('error', fail)
  })

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const column = (value: string | null | undefined): string =>
  value == null ? '\\N' : value.replace(/[\\\n\r\t]/g, (character) => escapes[character] as string)

const linesOf = ({ results }: Page, names: readonly string[]): string =>
  results
    .map(({ id, updatedAt, properties, associations }) =>
      [id, updatedAt, ...names.map((name) => properties[name]), JSON.stringify(associations ?? {})].map(column).join('\t'),
    )
    .join('\n')

const copyAll = async (token: string, properties: string): Promise<number> => {
  const names = properties.split(',')
  const client = new pg.Client(connectionOptions(given.target, { application: 'bench bare', role: null }))
  await client.connect()
  try {
    const columns = names.map((_, n) => `p${n} text`).join(', ')
    await client.query('drop table if exists bare_contacts')
    await client.query(`create unlogged table bare_contacts (id text, updated_at text, ${columns}, associations text)`)
    const copy: Writable = client.query(copyFrom('copy bare_contacts from stdin'))
    let count = 0
    let coming: Promise<Page> | null = fetchPage(token, properties, undefined)
    while (coming) {
      const page: Page = await coming
      const after = page.paging?.next?.after
      coming = after === undefined ? null : fetchPage(token, properties, after)
      count += page.results.length
      if (!copy.write(`${linesOf(page, names)}\n`)) await new Promise((drained) => copy.once('drain', drained))
    }
    copy.end()
    await finished(copy)
    return count
  } finally {
    await client.end()
  }
}

/** `/?token=…&properties=…`: copies them all, and answers how many they were and how many seconds it took. */
const server = createServer(async (request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  try {
    const begun = performance.now()
    const count = await copyAll(searchParams.get('token') ?? '', searchParams.get('properties') ?? '')
    response.end(JSON.stringify({ count, seconds: (performance.now() - begun) / 1_000 }))
  } catch (error) {
    response.statusCode = 500
    response.end(String((error as Error).stack))
  }
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const address = server.address()
ready(typeof address === 'object' && address ? address.port : 0, async () => {
  agent.destroy()
  server.close()
})
