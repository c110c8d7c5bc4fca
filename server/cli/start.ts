import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Config } from '#config'
import { foyerKey } from '#core/foyer-key.ts'
import { makeLog } from '#core/log.ts'
import { freeMemoryWhenIdle, limitYoungMemory } from '#core/memory.ts'
import { goBehind } from '#core/priority.ts'
import { inTransaction, openDatabase, type Target } from '#db/connect.ts'
import { servingAs } from '#db/embedded/login.ts'
import { startEmbedded } from '#db/embedded.ts'
import { lockInstance, readInstance, writeInstance } from '#db/instance.ts'
import { organizationCount } from '#domains/platform/organizations/organizations.ts'
import { endLinks, makeLink } from '#domains/platform/users/links.ts'
import { buildWeb } from '#transports/web/build-web.ts'
import { migrateAll, serve } from '../main.ts'
import { BadCommand, type Command } from './command.ts'
import { onStop } from './shutdown.ts'

/** How long a set-up link is good. */
const setUpHours = 24

/** Everything on one machine: the embedded database, migrations, the web app, the server, and the worker beside it. */
export const run: Command = async (_args, given) => {
  const config = withSandbox(given)
  const begun = Date.now()
  const say = (step: string): void => {
    process.stderr.write(`  ${((Date.now() - begun) / 1_000).toFixed(1).padStart(5)} s  ${step}\n`)
  }
  const undo: (() => Promise<void> | void)[] = []
  const stopping = onStop(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  await stopping.guard(async () => {
    const hold = await lockInstance(config.dataDir)
    if (hold.heldBy) throw new BadCommand(hold.message)
    undo.push(() => hold.release())
    foyerKey(config)

    // The web app is built while the database comes up: neither waits for the other.
    const building = buildWeb({ say })
    building.catch(() => {})
    const { target, owner, socketDir } = await openTarget(config, say, undo)
    say('updating the database')
    const { length: applied } = await migrateAll(owner, say)
    if (applied > 0) say(`${applied} migrations applied`)
    const webFolder = await building

    const log = makeLog({ level: config.LOG_LEVEL, format: config.LOG_FORMAT })
    limitYoungMemory()
    const server = await serve({ config, target, log, webFolder })
    undo.push(() => server.stop())
    undo.push(await startWorker(say, { PORT: String(server.port), SANDBOX: config.SANDBOX }))
    writeInstance(config.dataDir, {
      ...readInstance(config.dataDir),
      pid: process.pid,
      address: server.publicUrl,
      ...(socketDir && { socketDir }),
    })

    freeMemoryWhenIdle()
    say('ready')
    process.stderr.write(`\n  Foyer is at ${server.publicUrl}\n`)
    undo.push(await showSetUpLink(target, server.publicUrl))
  })
}

/** Without a word on it, a newcomer gets the sandbox. Who has given Foyer a name in the world has left it. */
const withSandbox = (config: Config): Config => ({ ...config, SANDBOX: config.SANDBOX ?? (config.isNamed ? 'off' : 'on') })

const openTarget = async (
  config: Config,
  say: (step: string) => void,
  undo: (() => Promise<void> | void)[],
): Promise<{ target: Target; owner: Target; socketDir?: string }> => {
  if (config.DATABASE_URL) {
    const target = { connectionString: config.DATABASE_URL }
    return { target, owner: { connectionString: config.DATABASE_OWNER_URL ?? config.DATABASE_URL } }
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, say })
  undo.push(() => embedded.stop())
  return { target: servingAs(embedded.connection), owner: embedded.connection, socketDir: embedded.connection.host }
}

/** The worker is a process of its own: a file of a million rows must not make a lead wait. It is brought back when it dies. */
const startWorker = async (
  say: (step: string) => void,
  settings: Readonly<Record<string, string | undefined>>,
): Promise<() => Promise<void>> => {
  let child: ChildProcess | undefined
  let stopping = false
  const up = (): ChildProcess => {
    const next = fork(path.join(import.meta.dirname, '../../bin/foyer.cjs'), ['work'], {
      env: { ...process.env, ...settings, FOYER_WITH_PARENT: '1' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    goBehind(next.pid)
    next.once('exit', (code) => {
      if (stopping) return
      say(`the worker exited (${code ?? 'killed'}); restarting it`)
      setTimeout(() => {
        if (!stopping) child = up()
      }, 1_000)
    })
    return next
  }
  child = up()
  return async () => {
    stopping = true
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const patience = setTimeout(() => child?.kill('SIGKILL'), 7_000)
    await ended
    clearTimeout(patience)
  }
}

/** How often the setup link is shown again while it is unused: the first output has scrolled away. */
const showAgainMs = 10 * 60_000

/** Shows the set-up link until a workspace exists. A link lives for a day; the next one is made before it ends. */
const showSetUpLink = async (target: Target, publicUrl: string): Promise<() => void> => {
  let link = await setUpLink(target)
  let madeAt = Date.now()
  const show = (): void => {
    if (link) process.stderr.write(`  Set it up (once, within ${setUpHours} hours): ${publicUrl}/set-up#token=${link}\n`)
  }
  show()
  process.stderr.write('\n')
  if (!link) return () => {}
  const timer = setInterval(async () => {
    try {
      if (await isSetUp(target)) return clearInterval(timer)
      if (Date.now() - madeAt > (setUpHours - 1) * 3_600_000) {
        link = await setUpLink(target)
        madeAt = Date.now()
      }
      show()
    } catch {
      // The database is away: the next time shows it.
    }
  }, showAgainMs)
  timer.unref()
  return () => clearInterval(timer)
}

const isSetUp = async (target: Target): Promise<boolean> => {
  const database = openDatabase(target, { application: 'foyer start', connections: 1, onError: () => {} })
  try {
    return (await organizationCount(database.db)) > 0
  } finally {
    await database.close()
  }
}

/** While no workspace exists, each start makes a new link and ends the one before. */
const setUpLink = async (target: Target): Promise<string | null> => {
  const database = openDatabase(target, { application: 'foyer start', connections: 1, onError: () => {} })
  try {
    return await inTransaction(database.db, async (db) => {
      if ((await organizationCount(db)) > 0) return null
      await endLinks(db, ['set-up'], null)
      return makeLink(db, { purpose: 'set-up', personId: null, hours: setUpHours, now: new Date() })
    })
  } finally {
    await database.close()
  }
}
