// Run by npm after `npm ci` and `npm install`: takes out of node_modules what nothing here ever reads, a third of what was
// installed. The packages bring it, and npm has no way to leave it out. With `--ignore-scripts` it all stays, and nothing else
// differs. Plain CommonJS, as foyer.cjs: a Node that is too old to run Foyer leaves everything as it is.
'use strict'
const { existsSync, readdirSync, rmSync, statSync, utimesSync } = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')

const root = path.join(__dirname, '..')
const installed = path.join(root, 'node_modules')
const fonts = path.join(installed, '@expo-google-fonts')

/** Headers and manuals beside the one file that runs, and libraries to link other programs with. */
const unread = [
  [/^node-(linux|darwin)-/, ['include', 'share', 'CHANGELOG.md', 'README.md']],
  [/^libphonenumber-js$/, ['bundle', 'source']],
  // Their sources and tests, beside what was built of them.
  [/^zod$/, ['src']],
  [/^(bintrees|fastify|pino)$/, ['test']],
  // For programs that are no modules.
  [/^@mantine\/(core|form|hooks|notifications)$/, ['cjs']],
  [/^@xyflow\/(react|system)$/, ['dist/umd']],
  [/^@dagrejs\/dagre$/, ['dist/dagre.cjs', 'dist/dagre.js', 'dist/dagre.min.js']],
  [/^@dagrejs\/graphlib$/, ['dist/graphlib.cjs', 'dist/graphlib.js', 'dist/graphlib.min.js']],
  [/^hono$/, ['dist/cjs']],
  [/^luxon$/, ['build/amd', 'build/es6', 'build/global', 'src']],
  // The app is drawn in browsers alone, and measured there without React's own profiler.
  [
    /^react-dom$/,
    [
      '-server.browser',
      '-server.bun',
      '-server.edge',
      '-server.node',
      '-server-legacy.browser',
      '-server-legacy.node',
      '-profiling',
    ].flatMap((kind) => ['development', 'production', 'profiling'].map((mode) => `cjs/react-dom${kind}.${mode}.js`)),
  ],
  // The same program a second and a third time, for pages that have no bundler.
  [
    /^@cantoo\/pdf-lib$/,
    ['src', 'ts3.4', 'dist/pdf-lib.esm.js', 'dist/pdf-lib.esm.min.js', 'dist/pdf-lib.js', 'dist/pdf-lib.min.js'],
  ],
  [
    /^@hyzyla\/pdfium$/,
    [
      ...['base64', 'browser', 'cdn', 'worker'].map((kind) => `dist/index.esm.${kind}.js`),
      'dist/worker',
      'dist/worker.bundle.js',
      'dist/pdfium.wasm.base64-B4io7kt4.js',
    ],
  ],
]

/** Where no TypeScript is installed, nothing checks types. */
const hasTypeScript = existsSync(path.join(installed, 'typescript'))
const needless = hasTypeScript ? /\.[cm]?[jt]s\.map$|\.css\.map$/ : /\.[cm]?[jt]s\.map$|\.css\.map$|\.d\.[cm]?ts$|\.js\.flow$/

let removedBytes = 0

const remove = (file) => {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return
  if (found.isDirectory()) for (const name of readdirSync(file)) remove(path.join(file, name))
  else removedBytes += found.size
  rmSync(file, { recursive: true, force: true })
}

const removeNeedless = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) removeNeedless(file)
    else if (entry.isFile() && needless.test(entry.name)) remove(file)
  }
}

/** Packages of fonts have nine weights, a folder each. */
const removeOtherWeights = async () => {
  const { stylesInUse } = await import(pathToFileURL(path.join(root, 'server/providers/typst/fonts.ts')).href)
  for (const [name, styles] of stylesInUse)
    for (const style of existsSync(path.join(fonts, name)) ? readdirSync(path.join(fonts, name)) : [])
      if (/^[1-9]00[A-Z]/.test(style) && !styles.includes(style)) remove(path.join(fonts, name, style))
}

const trim = async () => {
  if (Number(process.versions.node.split('.')[0]) < 24 || !existsSync(installed)) return
  const names = readdirSync(installed).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(installed, name)).map((inner) => `${name}/${inner}`) : [name],
  )
  for (const name of names)
    for (const [pattern, parts] of unread)
      if (pattern.test(name)) for (const part of parts) remove(path.join(installed, name, part))
  await removeOtherWeights()
  removeNeedless(installed)
  // npm reads this list instead of every folder as long as it is the younger.
  const list = path.join(installed, '.package-lock.json')
  if (existsSync(list)) utimesSync(list, new Date(), new Date())
  if (removedBytes > 0) console.log(`Removed ${Math.round(removedBytes / 1e6)} MB that nothing here reads.`)
}

trim().catch((error) => {
  // Only space is lost.
  console.warn(`node_modules was not trimmed: ${error.message}`)
})
