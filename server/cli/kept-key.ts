import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import type { Config } from '#config'
import { makeVault } from '#core/vault.ts'
import { makeDataFolder } from '#db/instance.ts'

/** The key that seals secrets, as text: of the configuration or of the data folder. Null where there is none; none is made. */
export const keptKey = (config: Config): string | null => {
  if (config.FOYER_KEY) return config.FOYER_KEY
  const file = keyFile(config.dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

export const keyFile = (dataDir: string): string => path.join(dataDir, 'key')

export const writeKey = (dataDir: string, key: string): void =>
  writeFileSync(keyFile(makeDataFolder(dataDir)), `${key}\n`, { mode: 0o600, flag: 'wx' })

/** Whether the key opens what the database holds sealed: the signing keys that are in use. True where nothing is. */
export const opensSealed = async (
  client: pg.ClientBase,
  key: string | null,
  older: readonly Buffer[] = [],
): Promise<boolean> => {
  const { rows } = await client.query<{ kid: string; sealed_private: string }>(
    'select kid, sealed_private from directory.signing_keys where retired_at is null',
  )
  if (rows.length === 0) return true
  if (key === null) return false
  const vault = makeVault(Buffer.from(key, 'base64'), older)
  try {
    for (const { kid, sealed_private } of rows) vault.open(sealed_private, `signing key ${kid}`)
    return true
  } catch {
    return false
  }
}
