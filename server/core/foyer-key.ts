import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#config'
import { makeVault, type Vault } from './vault.ts'

/** The key that seals secrets: from the configuration, or made on the first start, readable by its owner only. */
export const foyerKey = (config: Config): Buffer => {
  if (config.FOYER_KEY) return Buffer.from(config.FOYER_KEY, 'base64')
  const file = path.join(config.dataDir, 'key')
  mkdirSync(config.dataDir, { recursive: true })
  if (!existsSync(file)) {
    try {
      writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
}

/** Older keys: of the configuration, or those that `foyer rekey --new` has laid beside the key. */
export const olderKeys = (config: Config): Buffer[] => {
  const file = path.join(config.dataDir, 'key.old')
  const kept = !config.FOYER_KEY && existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return [...config.FOYER_OLD_KEYS, ...kept].map((key) => Buffer.from(key, 'base64'))
}

export const openVault = (config: Config): Vault => makeVault(foyerKey(config), olderKeys(config))
