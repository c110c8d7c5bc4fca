import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Faults, type OwnFaults, openFaults, type TextsOfErrors } from './faults.ts'
import { openTable, type Table } from './folder.ts'
import {
  type Delivery,
  type Endpoint,
  type Message,
  openWebhooks,
  type Post,
  type Sign,
  usualRetriesMs,
  type Webhooks,
} from './webhooks.ts'

/** What a request at the root of a standalone sandbox tells of whom it is meant for. */
export interface RootRequest {
  readonly method: string
  readonly path: string
  /** `Bearer sk_test_…`; the user name and password of Basic are decoded: `Basic rzp_test_…:…`. */
  readonly authorization: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * One provider, played. A folder under sandbox/ exports one, and `sandbox/simulator-list.ts` lists it: nothing else has to know.
 * Routes for people have the options `forPeople`.
 */
export interface Simulator {
  /** Where it is mounted: `/sandbox/<slug>`. */
  readonly slug: string
  readonly title: string
  /** What it plays: `Stripe’s API and checkout page`. */
  readonly instead: string
  /** For people, on the home page: how to use it. */
  readonly about: string
  /** It needs no code of its own: the home page shows it shortly, with the others. */
  readonly isOfCatalogue?: true
  /** Pages for people, below the double's own address. */
  readonly pages?: readonly { readonly path: string; readonly title: string }[]
  /** What it holds: `{ payments: 3 }`. */
  counts?(context: SimulatorContext): Readonly<Record<string, number>>
  register(app: FastifyInstance, context: SimulatorContext): void
  /** Whether a request that came to the root of a standalone sandbox is meant for it. The first double that says so gets it. */
  isMeant?(request: RootRequest): boolean
  /** Faults of the dial that only it has, with what a caller sees of each. */
  readonly ownFaults?: OwnFaults
  /** Errors of the fault dial in the provider's words. */
  readonly textsOfErrors?: TextsOfErrors
  /** Headers by which the provider proves its webhooks. */
  readonly sign?: Sign
  /** How long it waits after each try of a webhook that was not taken. */
  readonly retriesMs?: readonly number[]
}

/** By which an operator has what is published to a topic of Google's Pub/Sub pushed to an address. */
export interface PushSubscription {
  readonly topic: string
  readonly endpoint: string
  /** Its tokens are this account's, for this audience. */
  readonly serviceAccount: string
  readonly audience: string
}

/** What a double is given to live in. */
export interface SimulatorContext {
  /** Its own folder. */
  readonly folder: string
  /** Rows of one kind, kept in the folder; the same table for the same name. */
  table<Row extends { readonly id: string }>(name: string): Table<Row>
  now(): Date
  /** Where people and programs reach this double: `http://127.0.0.1:3000/sandbox/stripe`. */
  address(): string
  /** Where the pages of the sandbox lie, as a path: `/sandbox`. */
  readonly base: string
  readonly faults: Faults
  readonly webhooks: Webhooks
  readonly subscriptions: () => readonly PushSubscription[]
  /** Sends a webhook through the fault dial. */
  deliver(endpoint: Endpoint, message: Message): void
  /** Asks an address for something at once, past the dial: what is answered matters. */
  readonly post: Post
  /** Does something again and again as long as the sandbox runs. What fails is done again: Foyer itself must not fall with it. */
  every(ms: number, work: () => void): void
  /** `newId('cs_test_')`: the prefix and 24 letters and digits, as the vendors make them. */
  newId(prefix: string): string
}

/** A double with the world it lives in. */
export interface RunningSimulator {
  readonly simulator: Simulator
  readonly context: SimulatorContext
}

/** Options of a route for people: no fault strikes it. */
export const forPeople = { config: { isPage: true } } as const

export const findSimulator = (running: readonly RunningSimulator[], slug: string): RunningSimulator | undefined =>
  running.find(({ simulator }) => simulator.slug === slug)

export const makeSimulatorContext = (
  simulator: Simulator,
  parts: Pick<SimulatorContext, 'folder' | 'base' | 'now' | 'post' | 'subscriptions'> & { readonly origin: () => string },
): SimulatorContext & { stop(): void } => {
  const folder = path.join(parts.folder, simulator.slug)
  const tables = new Map<string, unknown>()
  const timers: NodeJS.Timeout[] = []
  const table = <Row extends { readonly id: string }>(name: string): Table<Row> => {
    const found = tables.get(name) ?? openTable<Row>(path.join(folder, name))
    tables.set(name, found)
    return found as Table<Row>
  }
  const faults = openFaults(table('faults'), simulator.ownFaults)
  const webhooks = openWebhooks({
    deliveries: table<Delivery>('deliveries'),
    faults,
    sign: simulator.sign ?? (() => ({})),
    retriesMs: simulator.retriesMs ?? usualRetriesMs,
    post: parts.post,
    now: parts.now,
  })
  return {
    folder,
    table,
    now: parts.now,
    address: () => `${parts.origin()}${parts.base}/${simulator.slug}`,
    base: parts.base,
    faults,
    webhooks,
    deliver: webhooks.deliver,
    post: parts.post,
    subscriptions: parts.subscriptions,
    newId: (prefix) => `${prefix}${letters(24)}`,
    every(ms, work) {
      const timer = setInterval(() => {
        try {
          work()
        } catch (error) {
          process.stderr.write(`sandbox, ${simulator.slug}: ${(error as Error).message}\n`)
        }
      }, ms).unref()
      timers.push(timer)
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
      webhooks.stop()
    },
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const letters = (count: number): string => {
  let text = ''
  // What does not divide evenly is thrown away, so that each letter is as likely as another.
  while (text.length < count)
    for (const byte of randomBytes(count)) if (byte < 248 && text.length < count) text += alphabet[byte % 62]
  return text
}
