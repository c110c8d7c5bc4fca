import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** The running Foyer of a data folder, as the command line beside it needs to know it. */
export interface Instance {
  readonly pid: number
  /** Where people reach it; absent until it listens. */
  readonly address?: string
  /** Folder of the embedded database's socket; absent with DATABASE_URL. */
  readonly socketDir?: string
}

/** The data folder is ours until release, or until the process ends in whatever way. */
export interface Hold {
  readonly heldBy?: never
  release(): void
}

export interface Refusal {
  readonly heldBy: Partial<Instance>
  /** What to tell the person who started the second one. */
  readonly message: string
}

/** The data folder cannot be used; the message says what to change. */
export class BadFolder extends Error {}

/**
 * Takes the data folder for this process, so that a second start on it is refused. Of two starts at the same moment
 * exactly one holds it. Throws BadFolder where the folder cannot be made or written.
 */
export const lockInstance = async (dataDir: string): Promise<Hold | Refusal> => {
  const home = makeDataFolder(dataDir)
  // Retried for a moment, because readInstance takes the lock briefly to see whether it is held.
  for (let tries = 0; tries < 20; tries++) {
    const lock = lockFile(path.join(home, lockName))
    if (lock) {
      writeInstance(home, { pid: process.pid })
      return {
        release: () => {
          rmSync(path.join(home, recordName), { force: true })
          lock.release()
        },
      }
    }
    await sleep(25)
  }
  const heldBy = readNote(home) ?? {}
  return { heldBy, message: refusalFor(home, heldBy) }
}

/** Notes where this instance can be reached. Only its holder may call this. */
export const writeInstance = (dataDir: string, instance: Instance): void =>
  writeWhole(path.join(dataDir, recordName), JSON.stringify(instance))

/** The instance that runs on this folder now, or undefined; what a killed one left behind does not count. */
export const readInstance = (dataDir: string): Instance | undefined => {
  const file = path.join(dataDir, lockName)
  if (!existsSync(file)) return undefined
  const lock = lockFile(file)
  lock?.release()
  return lock ? undefined : readNote(dataDir)
}

/** When what runs on this folder came up, in ms; null when nothing does. */
export const instanceSince = (dataDir: string): number | null =>
  readInstance(dataDir) ? statSync(path.join(dataDir, recordName)).mtimeMs : null

/** Makes the data folder if need be, and answers its real path. */
export const makeDataFolder = (dataDir: string): string => {
  try {
    const made = mkdirSync(dataDir, { recursive: true, mode: 0o755 })
    // Under root, the database's own user must be able to walk through; what is secret in here has modes of its own.
    if (made !== undefined) chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
    accessSync(dataDir, constants.W_OK)
    return realpathSync(dataDir)
  } catch (error) {
    throw new BadFolder(
      `The data folder ${dataDir} cannot be used (${codeOf(error)}). Set FOYER_DATA to a folder that you can write to.`,
      {
        cause: error,
      },
    )
  }
}

/** Replaces a small file in one step, readable by its owner only. */
export const writeWhole = (file: string, text: string): void => {
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, text, { mode: 0o600 })
  renameSync(fresh, file)
}

// Without a reference the collector would close a lock that its holder still counts on.
const locks = new Set<DatabaseSync>()

/**
 * Locks a file for this process, or answers undefined when another holder has it. The lock is SQLite's on an empty
 * database: the one lock in Node that the system itself takes back when a process dies. Nothing else may open the
 * file, as closing it anywhere in this process would let the lock go.
 */
export const lockFile = (file: string): { release(): void } | undefined => {
  let database: DatabaseSync | undefined
  try {
    // Who may read a file may also lock it. Only when it is new: opening and closing it lets this process's lock go.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    database = new DatabaseSync(file)
    database.exec('begin exclusive')
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === busy) return undefined
    throw new BadFolder(
      `${file} cannot be locked (${error instanceof Error ? error.message : error}). The user that starts Foyer must be able to write to the folder.`,
      { cause: error },
    )
  }
  const held = database
  locks.add(held)
  return {
    release: () => {
      if (locks.delete(held)) held.close()
    },
  }
}

const lockName = 'instance.lock'
const recordName = 'instance.json'
/** SQLITE_BUSY */
const busy = 5

const readNote = (dataDir: string): Instance | undefined => {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, recordName), 'utf8')) as Instance
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const refusalFor = (dataDir: string, { pid, address }: Partial<Instance>): string => {
  const facts = [pid && `process ${pid}`, address].filter(Boolean).join(', ')
  return `Foyer already runs on ${dataDir}${facts && ` (${facts})`}. Stop it first, or set FOYER_DATA and PORT for a second one.`
}

/** The system's code of an error, such as ENOENT. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? 'unknown'
