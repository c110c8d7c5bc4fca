import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressBlock } from '#core/address-blocks.ts'
import { Failure } from '#core/errors.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import { isBusy, lastWordsMs } from './sockets.ts'

export interface ConnectionLimits {
  /** All at once. */
  readonly most: number
  /** Of one client address, unless it is a proxy's or this machine's. */
  readonly mostOfAddress: number
  /** Whether many clients may stand behind an address: a proxy that the operator trusts. */
  readonly isProxy: (address: string) => boolean
  readonly log: Log
  readonly metrics: Metrics
}

/** A twentieth makes room at once, so that a flood does not have every connection looked at for each new one. */
const shareThatGoes = 20
/** An answer that waits to be read moves on by so many bytes a second, or its connection ends. */
const leastBytesPerSecond = 500
/** How long a new connection may take to send its request, whatever the load. */
const youngMs = 1_000
/** How often it is looked for slow readers, and how long one may take to begin. A test has no time for it. */
const usualPace = { sweepMs: 5_000, graceMs: 30_000 }
/** What waits to be read, in memory: of one address, and of all. */
const mostWaitingOfAddress = 32 * 2 ** 20
const mostWaiting = 256 * 2 ** 20
const silenceMs = 10_000

interface Held {
  /** IPv6: the /64. */
  readonly address: string
  readonly sinceMs: number
  /** An answer that waits to be read: since when, and how much had been taken by then. */
  waiting?: { readonly sinceMs: number; readonly takenBytes: number }
}

/**
 * Limits the connections of a server. At the limit, a new connection replaces an idle one,
 * as in nginx; if none is idle, it is rejected. A client that does not read its response is disconnected. Each limit
 * that is reached is logged, once in ten seconds.
 */
export const boundConnections = (server: Server, limits: ConnectionLimits, pace = usualPace) => {
  const held = new Map<Socket, Held>()
  const countOf = new Map<string, number>()
  const turnedAway = new Set<Socket>()
  const says = makeSayings(limits.log)

  /** Ends idle connections: those that never said a word first, then of the address that has the most, then the oldest. */
  const makeRoom = (wanted: number, among: (one: Held) => boolean): number => {
    const settledMs = performance.now() - youngMs
    const idle = [...held].filter(([socket, one]) => one.sinceMs < settledMs && among(one) && !isBusy(socket))
    const rank = ([socket, { address }]: [Socket, Held]): number =>
      (socket.bytesRead > 0 ? 1e9 : 0) - (countOf.get(address) ?? 0)
    const going = idle.toSorted((a, b) => rank(a) - rank(b)).slice(0, wanted)
    for (const [socket] of going) {
      forget(socket)
      socket.destroy()
    }
    return going.length
  }

  const forget = (socket: Socket): void => {
    const one = held.get(socket)
    if (!one || !held.delete(socket)) return
    const left = (countOf.get(one.address) ?? 1) - 1
    if (left > 0) countOf.set(one.address, left)
    else countOf.delete(one.address)
    limits.metrics.connections.set(held.size)
  }

  const turnAway = (socket: Socket, which: 'all' | 'address'): void => {
    limits.metrics.connectionsEnded.inc({ reason: which === 'all' ? 'full' : 'address_full' })
    says(`rejected ${which}`, which === 'all' ? 'too many connections: new ones are rejected' : tooManyOfAddress, {
      connections: held.size,
    })
    // As many as can be told why are told, when their request is there; the rest would be connections too many as well.
    if (turnedAway.size >= Math.ceil(limits.most / shareThatGoes)) return void socket.destroy()
    turnedAway.add(socket)
    socket.once('close', () => turnedAway.delete(socket))
    setTimeout(() => socket.destroy(), lastWordsMs).unref()
  }

  const take = (socket: Socket): void => {
    const remote = socket.remoteAddress ?? ''
    const address = addressBlock(remote)
    const isShared = isLoopback(remote) || limits.isProxy(remote)
    if (!isShared && (countOf.get(address) ?? 0) >= limits.mostOfAddress) {
      const room = makeRoom(Math.ceil(limits.mostOfAddress / shareThatGoes), (one) => one.address === address)
      if (room === 0) return turnAway(socket, 'address')
      limits.metrics.connectionsEnded.inc({ reason: 'idle' }, room)
      says('idle of one', tooManyOfAddress, { ended: room })
    }
    if (held.size >= limits.most) {
      const room = makeRoom(Math.ceil(limits.most / shareThatGoes), () => true)
      if (room === 0) return turnAway(socket, 'all')
      limits.metrics.connectionsEnded.inc({ reason: 'idle' }, room)
      says('idle', 'too many connections: idle ones were closed', { connections: held.size, ended: room })
    }
    held.set(socket, { address, sinceMs: performance.now() })
    countOf.set(address, (countOf.get(address) ?? 0) + 1)
    limits.metrics.connections.set(held.size)
    socket.once('close', () => forget(socket))
  }

  const endSlow = (sockets: readonly Socket[]): void => {
    for (const socket of sockets) socket.destroy()
    if (sockets.length === 0) return
    limits.metrics.connectionsEnded.inc({ reason: 'slow_reader' }, sockets.length)
    says('slow', 'responses were not read: their connections were closed', { ended: sockets.length })
  }

  const sweep = setInterval(() => {
    const waiting = [...held].filter(([socket, one]) => isWaiting(socket, one))
    const nowMs = performance.now()
    endSlow(waiting.filter(([socket, one]) => isTooSlow(socket, one, nowMs, pace.graceMs)).map(([socket]) => socket))
    endSlow(beyondMemory(waiting.filter(([socket]) => !socket.destroyed)))
  }, pace.sweepMs)
  sweep.unref()

  server.on('connection', take)
  return {
    /** Why a request is not heard: its connection is one too many. */
    refusalOf: (socket: Socket): Failure | null =>
      turnedAway.has(socket) ? new Failure('too_many_connections', { retryAfterSeconds: 5 }) : null,
    close: () => clearInterval(sweep),
  }
}

const tooManyOfAddress = 'too many connections of one address: idle ones were closed, or new ones rejected'

const isWaiting = (socket: Socket, one: Held): boolean => {
  if (socket.writableLength > 0) return true
  delete one.waiting
  return false
}

/** What the system has taken of what was written. One large piece counts as it goes, not when it is gone. */
const takenBytes = (socket: Socket): number => {
  const { _handle: handle } = socket as Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null }
  return socket.bytesWritten - Math.max(handle?.writeQueueSize ?? 0, 0)
}

const isTooSlow = (socket: Socket, one: Held, nowMs: number, graceMs: number): boolean => {
  const taken = takenBytes(socket)
  one.waiting ??= { sinceMs: nowMs, takenBytes: taken }
  const { waiting } = one
  const ms = nowMs - waiting.sinceMs
  if (ms < graceMs) return false
  if (taken - waiting.takenBytes < (ms / 1_000) * leastBytesPerSecond) return true
  // A sender that starts quickly and then stops is noticed as soon.
  one.waiting = { sinceMs: nowMs, takenBytes: taken }
  return false
}

/** Those with the most in memory, where an address or all together have too much of it. */
const beyondMemory = (waiting: readonly [Socket, Held][]): Socket[] => {
  const largestFirst = waiting.toSorted(([a], [b]) => b.writableLength - a.writableLength)
  const ofAddress = Map.groupBy(largestFirst, ([, { address }]) => address)
  const ended = new Set<Socket>()
  for (const [group, most] of [
    ...[...ofAddress].map(([address, group]) => [group, isLoopback(address) ? mostWaiting : mostWaitingOfAddress] as const),
    [largestFirst, mostWaiting] as const,
  ]) {
    let bytes = group.reduce((sum, [socket]) => sum + (ended.has(socket) ? 0 : socket.writableLength), 0)
    for (const [socket] of group) {
      if (bytes <= most) break
      if (ended.has(socket)) continue
      ended.add(socket)
      bytes -= socket.writableLength
    }
  }
  return [...ended]
}

const isLoopback = (address: string): boolean => /^(::ffff:)?127\./.test(address) || address === '::1' || address === '0:0:0:0'

/** A line of each kind once in ten seconds: a flood must not fill the log as well. */
const makeSayings = (log: Log): ((kind: string, words: string, facts: Readonly<Record<string, number>>) => void) => {
  const saidAtMs = new Map<string, number>()
  return (kind, words, facts) => {
    const nowMs = performance.now()
    if (nowMs - (saidAtMs.get(kind) ?? Number.NEGATIVE_INFINITY) < silenceMs) return
    saidAtMs.set(kind, nowMs)
    log.warn(facts, words)
  }
}

/** Of the files that a process may open, so many are not for connections: database, files, pipes. */
const otherFiles = 64

/** How many connections there can be: as many as the operator wants, and the system gives files for. */
export const connectionsPossible = (wanted: number, databaseConnections: number): number => {
  const files = mostOpenFiles()
  return files === null ? wanted : Math.min(wanted, Math.max(16, files - otherFiles - databaseConnections))
}

/** Null where the system does not say. Node raises the soft limit to the hard one as it starts. */
const mostOpenFiles = (): number | null => {
  try {
    const [, files] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return files === undefined ? null : Number(files)
  } catch {
    return null
  }
}
