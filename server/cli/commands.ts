import type { Command } from './command.ts'

interface Entry {
  readonly usage: string
  readonly about: string
  load(): Promise<{ readonly run: Command }>
}

/** The commands by name. Loaded when one is run: `foyer help` loads none of them, and `foyer key create` not the server. */
export const commands: Readonly<Record<string, Entry>> = {
  start: {
    usage: 'start',
    about: 'Starts everything on one machine. Prints the address and, on the first start, a one-time setup link.',
    load: () => import('./start.ts'),
  },
  serve: {
    usage: 'serve',
    about: 'Starts the server only; run as many as needed on one DATABASE_URL.',
    load: () => import('./serve.ts'),
  },
  work: {
    usage: 'work',
    about: 'Starts a worker only (jobs, schedules and the search index); run as many as needed.',
    load: () => import('./work.ts'),
  },
  migrate: {
    usage: 'migrate',
    about: 'Applies the migrations to the database in DATABASE_OWNER_URL (or DATABASE_URL). `start` does this automatically.',
    load: () => import('./migrate.ts'),
  },
  org: {
    usage: 'org create NAME [--country DE] · org list',
    about: 'Creates a workspace and prints its slug; or lists all slugs.',
    load: () => import('./org.ts'),
  },
  user: {
    usage: 'user create --org SLUG --email E [--role owner|admin|member] [--name N]',
    about: 'Creates a member (or changes the role of one) and prints a one-time link to set the password.',
    load: () => import('./user.ts'),
  },
  key: {
    usage: 'key create --org SLUG --scope leads:write [--scope S] [--name N] [--rate N] [--expires 2027-01-31]',
    about: 'Creates an API key and prints it once. --rate is per 60 seconds.',
    load: () => import('./key.ts'),
  },
  token: {
    usage: 'token --org SLUG --email E',
    about: 'Prints a gateway token for a member, valid for 15 minutes.',
    load: () => import('./token.ts'),
  },
  doctor: {
    usage: 'doctor [--json]',
    about: 'Health check with advice. Exits with 1 when something is wrong.',
    load: () => import('./doctor.ts'),
  },
  backup: {
    usage: 'backup [FILE] [--with-key] [--without-files]',
    about:
      'Writes a backup of everything into one file while Foyer keeps running, and prints its path. FOYER_KEY is only included with --with-key. Files are included wherever they are; --without-files leaves out those in S3.',
    load: () => import('./backup.ts'),
  },
  restore: {
    usage: 'restore FILE [--new-key] [--release all|KINDS] · restore FILE --verify',
    about:
      'Restores a backup into an empty database; it never overwrites one. Work that would send something is held until an owner releases it, unless --release names it (all, or any of mails,messages,webhooks,payments,syncs,ai). --verify restores into a temporary database and removes it.',
    load: () => import('./restore.ts'),
  },
  'move-files': {
    usage: 'move-files [--remove]',
    about:
      'Copies the files in the folder to the bucket in S3_BUCKET while Foyer keeps running; each is compared with its SHA-256, and a run that was broken off goes on where it was. --remove then removes from the folder what is in the bucket.',
    load: () => import('./move-files.ts'),
  },
  held: {
    usage: 'held · held --release all|KINDS [--org SLUG]',
    about:
      'Lists work held after a restore, by workspace and kind; or releases it, as an owner does in Settings → Background jobs.',
    load: () => import('./held.ts'),
  },
  rekey: {
    usage: 'rekey [--new]',
    about:
      'Re-encrypts every secret with the current key. With --new it first creates a new key in the data folder; restart Foyer between the two.',
    load: () => import('./rekey.ts'),
  },
  fonts: {
    usage: 'fonts [list] · fonts add NAME [--from FILE] · fonts remove NAME',
    about: 'Lists the optional fonts for PDFs; adds one with npm, or removes it.',
    load: () => import('./fonts.ts'),
  },
  verify: {
    usage: 'verify FILE.pdf [--root FILE] [--certificate FILE.pdf] [--json]',
    about:
      'Checks the seal of a PDF without a server, a database or a network: each check by name. Exits with 0 only if all pass under a root that you trust (--root: PEM or DER, as often as needed), else with 1. The evidence in a certificate is checked, too; with --certificate also whether it is of this file.',
    load: () => import('./verify.ts'),
  },
  demo: {
    usage: 'demo seed [--org SLUG] · demo clear [--org SLUG]',
    about: 'Fills a workspace with demo data, and removes it again.',
    load: () => import('./demo.ts'),
  },
  sandbox: {
    usage: 'sandbox [--port N] [--smtp-port N] · sandbox mail [--to E]',
    about:
      'Runs the simulators of the providers only, and prints their address; or prints the emails of their mailbox as JSON lines.',
    load: () => import('./sandbox.ts'),
  },
}

/** The commands as `foyer help` shows them: each stands in one group. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  Run: ['start', 'serve', 'work', 'migrate', 'sandbox'],
  Access: ['org', 'user', 'key', 'token'],
  Maintain: ['doctor', 'backup', 'restore', 'held', 'move-files', 'rekey', 'fonts'],
  Tools: ['demo', 'verify'],
}
