import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = path.join(import.meta.dirname, '../../..')
const source = path.join(root, 'web')
const client = path.join(root, 'client/src')
/** What the app shares with the server. */
const shared = ['amounts', 'form-words', 'shown-forms'].map((name) => path.join(root, `server/shapes/${name}.ts`))
/** What other people's websites load: each a file of its own, under a name that stays. By the name of its folder and its configuration. */
const embedded = { chat: 'widget.config.ts', form: 'form.config.ts' }
const builds = path.join(source, 'dist')
/** What a killed build left behind is swept after this long; until then it may be another process at work. */
const abandonedMs = 60 * 60_000

/**
 * The folder of the staff app, built from the sources as they are now. Every build has a folder of its own, named by the
 * fingerprint of all that went into it, so the same sources are built once; it appears whole, by a rename, so a killed or
 * parallel build never leaves half an app, and a running server keeps the one that it serves.
 */
export const buildWeb = async ({ say }: { say: (line: string) => void }): Promise<string> => {
  const built = path.join(builds, await fingerprint())
  if (existsSync(built)) return built
  say('building the app (once for each version)')
  await mkdir(builds, { recursive: true })
  const unfinished = path.join(builds, `.unfinished-${randomUUID()}`)
  try {
    await runVite(unfinished)
    await rename(unfinished, built)
  } catch (error) {
    // Another process may have finished the same build a moment earlier.
    if (!existsSync(built)) throw error
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  await sweep(built)
  return built
}

/** Names a build by everything that goes into it: the sources, what they are built with, and which files there are. */
const fingerprint = async (): Promise<string> => {
  const entries = await Promise.all([source, client].map((folder) => readdir(folder, { recursive: true, withFileTypes: true })))
  const files = entries
    .flat()
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(builds + path.sep))
  const hash = createHash('sha256')
  for (const file of [...files.sort(), ...shared, path.join(root, 'package-lock.json'), fileURLToPath(import.meta.url)]) {
    hash.update(`${path.relative(root, file)}\0`).update(
      createHash('sha256')
        .update(await readFile(file))
        .digest(),
    )
  }
  return hash.digest('hex').slice(0, 16)
}

/** In a process of its own: the bundler's memory goes back when it ends, and NODE_ENV is the build's alone. */
const runVite = (folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), folder], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const kill = (): void => void child.kill('SIGKILL')
    process.once('exit', kill)
    let said = ''
    const hear = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-4_000)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      process.off('exit', kill)
      if (code === 0) resolve()
      else reject(new Error(`The app could not be built (${signal ?? `exit ${code}`}):\n${said.trim()}`))
    })
  })

/** Keeps this build and the one before it, which another process may be serving still. */
const sweep = async (current: string): Promise<void> => {
  const entries = await readdir(builds, { withFileTypes: true })
  const ages = await Promise.all(
    entries
      .map((entry) => path.join(builds, entry.name))
      .filter((folder) => folder !== current)
      .map(async (folder) => ({ folder, madeMs: (await stat(folder).catch(() => null))?.mtimeMs ?? Date.now() })),
  )
  const older = ages.filter(({ folder }) => !path.basename(folder).startsWith('.')).sort((a, b) => b.madeMs - a.madeMs)
  const abandoned = ages.filter(
    ({ folder, madeMs }) => path.basename(folder).startsWith('.') && Date.now() - madeMs > abandonedMs,
  )
  for (const { folder } of [...older.slice(1), ...abandoned]) await rm(folder, { recursive: true, force: true })
}

/** The child's part. */
const build = async (folder: string): Promise<void> => {
  const vite = await import('vite')
  await vite.build({
    configFile: path.join(source, 'vite.config.ts'),
    // Read by Node itself: the other loaders write beside the file or into node_modules.
    configLoader: 'native',
    mode: 'production',
    logLevel: 'error',
    cacheDir: path.join(folder, '.vite'),
    build: { outDir: folder, emptyOutDir: true },
  })
  for (const [name, config] of Object.entries(embedded))
    await vite.build({
      configFile: path.join(source, config),
      configLoader: 'native',
      mode: 'production',
      logLevel: 'error',
      cacheDir: path.join(folder, '.vite'),
      build: { outDir: path.join(folder, name) },
    })
  await rm(path.join(folder, '.vite'), { recursive: true, force: true })
  await compress(folder)
  await compress(path.join(folder, 'assets'))
  for (const name of Object.keys(embedded)) await compress(path.join(folder, name))
}

/** Beside each text its Brotli form, and one for what takes gzip alone: squeezed once here, and sent as they are. */
const compress = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!/\.(js|css|svg|html)$/.test(name)) continue
    const text = await readFile(path.join(folder, name))
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }
    if (text.length < 1_000) continue
    await writeFile(path.join(folder, `${name}.br`), brotliCompressSync(text, options))
    await writeFile(path.join(folder, `${name}.gz`), gzipSync(text, { level: 9 }))
  }
}

if (import.meta.main) {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error('usage: build-web.ts <folder>')
  await build(folder)
}
