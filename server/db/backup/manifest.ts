import { z } from 'zod'

/** Lies in each backup as manifest.json: what is in it, and by what it can be checked. */
export const Manifest = z.object({
  format: z.literal('foyer backup'),
  version: z.literal(1),
  foyer: z.string(),
  /** When the one transaction began in which everything was read: all that was acknowledged before is inside. */
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  /** `server_version_num` of the database. */
  postgres: z.int(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
  /** In an order in which each finds what it refers to. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: z.int(),
      /** Of the text that COPY gave, before it was compressed; ordered by primary key. */
      bytes: z.int(),
      sha256: z.string(),
    }),
  ),
  /** Jobs that were waiting, running or dead: one JSON object a line. */
  jobs: z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() }),
  files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  /** Whether FOYER_KEY lies in it. */
  key: z.boolean(),
})
export type Manifest = z.output<typeof Manifest>

/** What a check of bytes compares. */
export type Measured = Manifest['jobs']

export const memberOf = {
  manifest: 'manifest.json',
  table: (name: string) => `tables/${name}.copy.gz`,
  jobs: 'jobs.copy.gz',
  file: (name: string) => `files/${name}`,
  key: 'key',
} as const

/** A backup cannot be made or restored; the message says why and what to do. */
export class BadBackup extends Error {}
