import { statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MB = 2 ** 20
const GB = 2 ** 30

/** What a lead's 200 stands on. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/** How the embedded server is started: PostgreSQL's own settings, as words of its command line. */
export const startParameters = (
  place: { readonly cluster: string; readonly socketDir: string },
  options: { readonly settings?: Readonly<Record<string, string>>; readonly scratch?: boolean },
): string[] => {
  const softened = Object.keys(durable).filter((name) => options.settings?.[name] !== undefined)
  if (softened.length > 0 && !options.scratch) throw new Error(`${softened.join(', ')} can only be set for a scratch database`)
  const logBytes = options.scratch ? GB : walBytes(freeBytes(place.cluster))
  const settings: Record<string, string> = {
    shared_buffers: inMegabytes(options.scratch ? 128 * MB : sharedBuffersBytes(memoryBytes())),
    max_connections: '60',
    max_wal_size: inMegabytes(logBytes),
    // What a checkpoint keeps of the old log to be written over. A new piece is filled with zeros first, under the commit that
    // needed it: 16 MB held every lead up for 65 ms, each 6,000 leads.
    min_wal_size: inMegabytes(logBytes / 8),
    checkpoint_timeout: '15min',
    // pglz, the only method that the packaged server knows, takes 50 µs a page: after a checkpoint nearly every lead writes a few
    // pages for the first time. With five million leads stored it halved the rate.
    wal_compression: 'off',
    random_page_cost: '1.1',
    jit: 'off',
    // None here: a process less.
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // Statements, details and contexts carry people's data. The log keeps what went wrong, not with whose row.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...durable,
    ...options.settings,
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${place.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
  return ['-D', place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/**
 * An eighth of the memory, at most 2 GB. Three indexes of digests are touched at random by every lead; five million leads
 * hold 0.9 GB of them, and what does not fit is written and read again with each lead.
 */
export const sharedBuffersBytes = (memory: number): number => Math.min(2 * GB, Math.max(128 * MB, memory / 8))

/** An eighth of what is free on the disk, from 1 to 8 GB: the fewer checkpoints, the fewer pages are written whole. */
export const walBytes = (free: number): number => Math.min(8 * GB, Math.max(GB, free / 8))

const inMegabytes = (bytes: number): string => `${Math.floor(bytes / MB)}MB`

/** Of the machine, or of the container where that has less. */
const memoryBytes = (): number => Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

const freeBytes = (cluster: string): number => {
  const { bavail, bsize } = statfsSync(path.dirname(cluster))
  return bavail * bsize
}
