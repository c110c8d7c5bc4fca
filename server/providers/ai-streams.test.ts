import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { makeHttp, NoAnswer } from '#core/outbound/http.ts'
import type { ProviderHttp, ProviderStreams } from '#core/outbound/provider-http.ts'
import { type Ai, type AiEnd, type AiPiece, type AiProvider, type AiUsage, aiProviders } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { anyCharacter } from '#test/support/any-character.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { anthropicAi } from './anthropic/ai.ts'
import { compatibleAi } from './compatible/ai.ts'
import { geminiAi } from './gemini/ai.ts'
import { openaiAi } from './openai/ai.ts'

/*
 * However a provider's bytes are cut, the same text comes of them; and wherever they break off, what came before is given once, and the end
 * is named as broken off. What is cut here is what the simulators send, which their contract tests hold against the vendors' contracts, and
 * streams of the same form with texts that are hard to cut.
 */

const models = {
  gemini: 'gemini-3.8-flash',
  openai: 'gpt-6.1-terra',
  anthropic: 'claude-sonnet-5-5',
  compatible: 'compatible/meta-llama/Llama-3.3-70B-Instruct',
} as const satisfies Record<AiProvider, string>

type Way = ProviderHttp & ProviderStreams
const now = () => new Date()
const open = (provider: AiProvider, http: Way, origin = 'https://vendor.example'): Ai => {
  const access = { model: models[provider], mode: 'live', http, now } as const
  if (provider === 'gemini') return geminiAi({ ...access, base: origin, apiKey: 'AIzaTest' })
  if (provider === 'openai') return openaiAi({ ...access, base: `${origin}/v1`, apiKey: 'sk-test' })
  if (provider === 'anthropic') return anthropicAi({ ...access, base: origin, apiKey: 'sk-ant-test' })
  return compatibleAi({ ...access, base: `${origin}/sandbox/compatible/v1`, apiKey: null })
}

interface Heard {
  readonly texts: readonly string[]
  readonly text: string
  readonly usage: AiUsage | null
  readonly end: AiEnd | null
  readonly error: unknown
}

/** All that a reader makes of a stream, and what it throws at last. */
const hear = async (provider: AiProvider, http: Way, origin?: string): Promise<Heard> => {
  const tools = [{ name: 'list-deals', description: 'Deals', input: { type: 'object', properties: {} } }]
  const signal = new AbortController().signal
  const talk = { model: models[provider], system: null, tools, maxOutputTokens: 500, signal }
  const pieces: AiPiece[] = []
  let error: unknown = null
  try {
    for await (const piece of open(provider, http, origin).talk({ ...talk, turns: [{ role: 'user', text: 'Hello' }] }))
      pieces.push(piece)
  } catch (thrown) {
    error = thrown
  }
  const texts = pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
  const usage = pieces.flatMap((piece) => (piece.kind === 'usage' ? [piece.usage] : [])).at(-1) ?? null
  const last = pieces.at(-1)
  return { texts, text: texts.join(''), usage, end: last?.kind === 'end' ? last : null, error }
}

/** A stream that arrives in these pieces, and ends as `end` says. */
const arriving = (pieces: readonly Buffer[], end: () => void = () => {}): Way => ({
  send: () => assert.fail('it is no stream'),
  open: async () => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    pieces: (async function* () {
      yield* pieces
      end()
    })(),
  }),
})
const reset = (): never => {
  throw new NoAnswer('failed', 'No answer came.', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }))
}

const cutAt = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const edges = [0, ...new Set(places.map((place) => place % (bytes.length + 1))), bytes.length].toSorted((a, b) => a - b)
  return edges.slice(1).flatMap((edge, at) => (edge > (edges[at] as number) ? [bytes.subarray(edges[at], edge)] : []))
}

// ── Streams of each form ──

interface Event {
  readonly event?: string | undefined
  readonly data: string
}
const usageOfOpenAi = { prompt_tokens: 9, completion_tokens: 7, total_tokens: 16 }
const chunkOfOpenAi = (delta: object, finish_reason: string | null = null): Event => ({
  data: JSON.stringify({
    ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'gpt-6.1-terra' },
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  }),
})
const completions = (texts: readonly string[]): Event[] => [
  chunkOfOpenAi({ role: 'assistant', content: '', refusal: null }),
  ...texts.map((content) => chunkOfOpenAi({ content })),
  chunkOfOpenAi({}, 'stop'),
  { data: JSON.stringify({ id: 'chatcmpl-1', choices: [], usage: usageOfOpenAi }) },
  { data: '[DONE]' },
]
const ofAnthropic = (type: string, more: object = {}): Event => ({ event: type, data: JSON.stringify({ type, ...more }) })

/** An answer in these texts, as each provider streams it; they may be cut within a letter. */
const streamed: Record<AiProvider, (texts: readonly string[]) => Event[]> = {
  openai: completions,
  compatible: completions,
  gemini: (texts) =>
    texts.map((text, at) => ({
      data: JSON.stringify({
        candidates: [
          {
            content: { parts: [{ text }], role: 'model' },
            ...(at === texts.length - 1 && { finishReason: 'STOP' }),
            index: 0,
          },
        ],
        usageMetadata: { promptTokenCount: 9, candidatesTokenCount: at + 1, totalTokenCount: at + 10 },
        ...{ modelVersion: 'gemini-3.8-flash', responseId: 'r' },
      }),
    })),
  anthropic: (texts) => [
    ofAnthropic('message_start', {
      message: { id: 'msg_1', model: 'claude-sonnet-5-5', content: [], usage: { input_tokens: 9, output_tokens: 1 } },
    }),
    ofAnthropic('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ofAnthropic('ping'),
    ...texts.map((text) => ofAnthropic('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
    ofAnthropic('content_block_stop', { index: 0 }),
    ofAnthropic('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } }),
    ofAnthropic('message_stop'),
  ],
}

/** What an event says, read without the code that is tried here. */
const textIn = (provider: AiProvider, { data }: Event): string => {
  if (data === '[DONE]') return ''
  const said = JSON.parse(data)
  if (provider === 'gemini')
    return (said.candidates?.[0]?.content?.parts ?? [])
      .map((part: { text?: string; thought?: boolean }) => (part.thought ? '' : (part.text ?? '')))
      .join('')
  if (provider === 'anthropic') return said.delta?.type === 'text_delta' ? said.delta.text : ''
  return said.choices[0]?.delta?.content ?? ''
}
const finishes = ({ data }: Event): boolean => /"(finishReason|finish_reason|stop_reason)":"/.test(data)
const isLast = (event: Event): boolean => event.data === '[DONE]' || event.event === 'message_stop'

/** How events are written: all of it is the same to a reader (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
interface Writing {
  readonly newline: '\n' | '\r\n' | '\r'
  readonly space: '' | ' '
  readonly hasMark: boolean
  readonly hasComments: boolean
  readonly hasOtherFields: boolean
  readonly isOverLines: boolean
  readonly isAscii: boolean
}
const usualWriting: Writing = {
  ...{
    newline: '\n',
    space: ' ',
    hasMark: false,
    hasComments: false,
    hasOtherFields: false,
    isOverLines: false,
    isAscii: false,
  },
}
const anyWriting = fc.record<Writing>({
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  space: fc.constantFrom('', ' '),
  hasMark: fc.boolean(),
  hasComments: fc.boolean(),
  hasOtherFields: fc.boolean(),
  isOverLines: fc.boolean(),
  isAscii: fc.boolean(),
})

const linesOf = ({ event, data }: Event, how: Writing): string[] => {
  const plain = how.isAscii
    ? data.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : data
  const lines = how.isOverLines && data !== '[DONE]' ? JSON.stringify(JSON.parse(data), null, 1).split('\n') : [plain]
  return [
    ...(how.hasComments ? [': keep-alive 👋', ':'] : []),
    ...(how.hasOtherFields ? ['id: 7', 'retry: soon', 'x-took-ms: 5', 'nonsense', 'date: 1'] : []),
    ...(event === undefined ? [] : [`event:${how.space}${event}`]),
    ...lines.map((line) => `data:${how.space}${line}`),
    '',
  ]
}
/** The bytes, and at which of them each event is there: a line is over with its CR, whatever comes behind it. */
const written = (events: readonly Event[], how: Writing = usualWriting) => {
  let bytes = Buffer.from(how.hasMark ? '\ufeff' : '')
  const edges: number[] = []
  for (const event of events) {
    bytes = Buffer.concat([
      bytes,
      Buffer.from(
        linesOf(event, how)
          .map((line) => `${line}${how.newline}`)
          .join(''),
      ),
    ])
    edges.push(bytes.length - how.newline.length + 1)
  }
  return { bytes, edges }
}

// ── Streams of the simulators ──

let sandbox: TestSandbox
let http: ReturnType<typeof makeHttp>
before(async () => {
  sandbox = await startSandbox()
  http = makeHttp({ allowed: [readAllowedTarget(new URL(sandbox.address).host) ?? []].flat() })
})
after(async () => {
  await http?.destroy()
  await sandbox?.stop()
})

const hard = 'Zoë 👩‍👩‍👧 né e\u0301 שלום (عليكم) 日本語 𝒳\u200f\u2028“x”\\ {"a":1}\n\ndata: [DONE]\r\n\r\n: 🏴󠁧󠁢󠁥󠁮󠁧󠁿 '

/** A stream as it comes from a simulator, and what its reader made of it. */
const record = async (provider: AiProvider, answer: object): Promise<{ readonly bytes: Buffer; readonly heard: Heard }> => {
  const laid = await fetch(`${sandbox.address}/sandbox/${provider}/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  })
  assert.equal(laid.status, 201)
  const kept: Buffer[] = []
  const listening: Way = {
    send: http.send,
    open: async (request) => {
      const { pieces, ...head } = await http.open(request)
      const heard = async function* () {
        for await (const piece of pieces) {
          kept.push(Buffer.from(piece))
          yield piece
        }
      }
      return { ...head, pieces: heard() }
    },
  }
  const heard = await hear(provider, listening, sandbox.address)
  return { bytes: Buffer.concat(kept), heard }
}

const places = fc.array(fc.nat(), { maxLength: 40 })

for (const provider of aiProviders) {
  test(`${provider}: any cut of what its simulator sends gives the same texts, calls, signatures and figures`, async () => {
    const calls = [{ name: 'list-deals', input: { stage: hard } }]
    for (const answer of [
      { text: hard.repeat(3), thought: 'Hm 👩‍👩‍👧?' },
      { text: hard, calls },
    ]) {
      const { bytes, heard } = await record(provider, answer)
      assert.deepEqual([heard.error, heard.text, heard.end?.finish], [null, answer.text, 'stop'])
      assert.ok(heard.usage)
      const same = async (pieces: readonly Buffer[]): Promise<void> => {
        const { texts: _, ...again } = await hear(provider, arriving(pieces))
        const { texts: __, ...first } = heard
        assert.deepEqual(again, first)
      }
      await same(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)))
      await fc.assert(
        fc.asyncProperty(places, (cuts) => same(cutAt(bytes, cuts))),
        { numRuns: 40 },
      )
    }
  })

  test(`${provider}: a short stream gives its text whichever byte it is cut at, with CR, LF or both, comments, other fields, lines and escapes`, async () => {
    const events = streamed[provider](['é👩‍', '👧', ' ש\n'])
    const text = events.map((event) => textIn(provider, event)).join('')
    for (const how of [
      { ...usualWriting, newline: '\r\n', space: '' },
      { ...usualWriting, newline: '\r', hasMark: true, hasComments: true, hasOtherFields: true, isAscii: true },
    ] as const) {
      const { bytes } = written(events, how)
      for (let at = 0; at <= bytes.length; at++) {
        const heard = await hear(provider, arriving(cutAt(bytes, [at])))
        if (heard.text !== text || heard.error !== null) assert.fail(`cut at ${at} of ${JSON.stringify(how)}: ${heard.text}`)
      }
    }
  })

  test(`${provider}: any text in any pieces, written in any way and cut anywhere, comes whole, and none of its letters in two`, async () => {
    const anyText = fc.array(fc.oneof(fc.string({ unit: anyCharacter, maxLength: 8 }), fc.constantFrom(...hard.split(' '))))
    await fc.assert(
      fc.asyncProperty(anyText, places, anyWriting, places, async (parts, units, how, cuts) => {
        const text = `x${parts.join(' ')}`
        // Cut by UTF-16 units: half of a letter may be in one event, and the other one in the next.
        const edges = [0, ...units.map((unit) => unit % text.length), text.length].toSorted((a, b) => a - b)
        const texts = edges.slice(1).map((edge, at) => text.slice(edges[at], edge))
        const heard = await hear(provider, arriving(cutAt(written(streamed[provider](texts), how).bytes, cuts)))
        assert.deepEqual([heard.error, heard.text, heard.end?.finish], [null, text, 'stop'])
        assert.ok(heard.texts.every((piece) => piece !== '' && piece.isWellFormed()))
      }),
      { numRuns: 100 },
    )
  })

  test(`${provider}: broken off at any byte, what came before is given once, and what it used so far; the end is named as broken off`, async () => {
    const events = streamed[provider](['Die erste', ' Hälfte 👩‍👩‍👧', ' und die zweite.'])
    const { bytes, edges } = written(events, { ...usualWriting, newline: '\r\n' })
    for (let at = 0; at <= bytes.length; at++) {
      const there = events.slice(0, edges.filter((edge) => edge <= at).length)
      const text = there.map((event) => textIn(provider, event)).join('')
      const isEnded = there.some(isLast)
      for (const [how, end, isWhole] of [
        ['reset', reset, isEnded],
        // A proxy can end a stream as if it were whole: what says so is the provider's own reason.
        ['closed', undefined, there.some(finishes)],
      ] as const) {
        const heard = await hear(provider, arriving(cutAt(bytes.subarray(0, at), [at >> 1]), end))
        const where = `${how} at ${at}`
        assert.equal(heard.text, text, where)
        assert.equal(heard.end?.finish ?? null, isWhole ? 'stop' : null, where)
        if (isWhole) continue
        const error = heard.error
        assert.ok(error instanceof ProviderError && error.isBillable, `${where}: ${String(error)}`)
        assert.match(error.reason, how === 'reset' ? /cannot be reached/ : /’s answer broke off/, where)
        assert.deepEqual(
          heard.usage !== null,
          there.some(({ data }) => /"(usage|usageMetadata)":\{/.test(data)),
          where,
        )
      }
    }
  })
}

/** What each vendor sends where it fails in the middle. */
const errorEvents: Record<AiProvider, Event> = {
  gemini: { data: '{"error":{"code":503,"status":"UNAVAILABLE","message":"The model is overloaded."}}' },
  openai: { data: '{"error":{"message":"The server had an error","type":"server_error","code":null}}' },
  compatible: { data: '{"object":"error","message":"out of memory","type":"InternalServerError","code":500}' },
  anthropic: ofAnthropic('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
}
const silent = (): never => {
  throw new NoAnswer('timed_out', 'No answer came in time.')
}

for (const provider of aiProviders)
  test(`${provider}: an error event, garbage or silence after any event leaves what came before once, and no whole answer before its reason`, async () => {
    const events = streamed[provider](['Die erste', ' Hälfte 👩‍👩‍👧', ' und die zweite.'])
    const end = events.findIndex(finishes)
    for (let at = 0; at <= events.length; at++) {
      const before = events.slice(0, at)
      const text = before.map((event) => textIn(provider, event)).join('')
      const { bytes } = written(before)
      for (const [how, more, last] of [
        ['an error event', written([errorEvents[provider]]).bytes, undefined],
        ['broken JSON', Buffer.from('data: {"candidates":[{"content\n\n'), undefined],
        ['a page', Buffer.from('<!doctype html><h1>502 Bad Gateway</h1>\n\n'), undefined],
        ['data that is a page', Buffer.from('data: <!doctype html><h1>502 Bad Gateway</h1>\n\n'), undefined],
        ['silence', Buffer.alloc(0), silent],
      ] as const) {
        const heard = await hear(
          provider,
          arriving(
            [bytes, more].filter(({ length }) => length > 0),
            last,
          ),
        )
        const where = `${how} after ${at} of ${events.length}`
        assert.equal(heard.text, text, where)
        if (at > end) continue
        assert.equal(heard.end, null, where)
        const { error } = heard
        assert.ok(error instanceof ProviderError, `${where}: ${String(error)}`)
        assert.ok(['broken', 'busy', 'unreachable'].includes(error.kind), `${where}: ${error.kind}`)
      }
    }
  })

test('a stream that a vendor’s own documentation shows is read: pings, unknown events and a refusal in words', async () => {
  const said = (provider: AiProvider, text: string) => hear(provider, arriving([Buffer.from(text)]))
  const pings = written([
    ...streamed.anthropic(['Hello']).slice(0, 3),
    ofAnthropic('something_new', { what: { ever: [1] } }),
    ...streamed.anthropic(['Hello']).slice(3),
  ]).bytes.toString()
  assert.equal((await said('anthropic', pings)).text, 'Hello')
  // It ends with `stop`, and has no text: no other provider may be asked instead.
  const refusal = written([
    chunkOfOpenAi({ role: 'assistant', content: null, refusal: '' }),
    ...['I’m sorry, ', 'I cannot help with that.'].map((words) => chunkOfOpenAi({ refusal: words })),
    chunkOfOpenAi({}, 'stop'),
    { data: '[DONE]' },
  ]).bytes.toString()
  const { error } = await said('openai', refusal)
  assert.ok(error instanceof ProviderError && error.kind === 'refused', String(error))
  // A letter of which the second half never comes.
  const half = await said('openai', written(completions(['Well \ud83d'])).bytes.toString())
  assert.deepEqual([half.text, half.error], ['Well \ufffd', null])
})

test('one event that has no end is refused at a megabyte; what came whole before it, in the same bytes too, is given', async () => {
  const [hello] = streamed.gemini(['Hello', 'there'])
  const bytes = Buffer.concat([written([hello as Event]).bytes, Buffer.from(`data: ${'x'.repeat(2 ** 20)}`)])
  for (const cuts of [[], [9], [written([hello as Event]).bytes.length], [2 ** 19, 2 ** 19 + 1]]) {
    const { text, error } = await hear('gemini', arriving(cutAt(bytes, cuts)))
    assert.equal(text, 'Hello', String(cuts))
    assert.ok(error instanceof ProviderError && error.kind === 'broken', String(error))
  }
})

test('a parser of the standard reads the same text from a simulator', async () => {
  for (const provider of aiProviders) {
    const { bytes, heard } = await record(provider, { text: hard })
    const texts: string[] = []
    createParser({ onEvent: ({ data, event }) => texts.push(textIn(provider, { data, event })) }).feed(bytes.toString())
    assert.equal(texts.join(''), heard.text, provider)
  }
})
