#!/usr/bin/env node
// Foyer needs Node 24. This file is plain CommonJS, so that any Node from 16 on can read it and hand over to the Node 24
// that `npm ci` installed. Under npm that one is first in PATH already, and everything stays in this one process.
'use strict'
const { spawn } = require('node:child_process')
const { enableCompileCache } = require('node:module')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const frugal = require('./memory.cjs')

/** Commands of which each runs for as long as the machine does. */
const lasting = ['start', 'serve', 'work']

const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24

if (isNewEnough) runHere()
else handOver(findNode())

function runHere() {
  if (process.env.FOYER_GUARDED && process.connected) endWithGuard()
  delete process.env.FOYER_GUARDED
  if (lasting.includes(process.argv[2])) beginFrugal()
  // Some 1,700 files are stripped of their types and compiled: what that makes is kept, for the next start takes a third less.
  // Where the folder cannot be written to, nothing is kept, and nothing fails.
  if (!process.env.NODE_COMPILE_CACHE) enableCompileCache?.(path.join(__dirname, '../node_modules/.cache/foyer'))
  require('./resolve.cjs')
  import(pathToFileURL(path.join(__dirname, '../server/cli.ts')).href).catch((error) => {
    console.error(error)
    process.exit(1)
  })
}

/**
 * The C library reads its settings before the first line of a program: where they are missing, this process becomes the same one with
 * them, in place, 50 ms later. One with a channel to its parent would lose it; such a parent gives the settings along.
 */
function beginFrugal() {
  if (process.platform !== 'linux' || process.connected || !process.execve) return
  if (Object.keys(frugal).every((name) => name in process.env)) return
  process.execve(process.execPath, [process.execPath, ...process.execArgv, __filename, ...process.argv.slice(2)], {
    ...frugal,
    ...process.env,
  })
}

/** The channel to the guard breaks when the guard dies, even by SIGKILL, which it cannot pass on. */
function endWithGuard() {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    // Stopping in good order takes at most 10 s.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 12_000).unref()
  })
  process.channel.unref()
}

function findNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  for (const name of [`node-${system}-${process.arch}`, `node-bin-${system}-${process.arch}`]) {
    try {
      return require.resolve(`${name}/bin/node${system === 'win' ? '.exe' : ''}`)
    } catch {
      // Not installed: try the next name.
    }
  }
  return refuse(`no Node 24 is installed beside it`)
}

function handOver(node) {
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']
  // Before the other process is there: it may be up and running before this one gets its next turn.
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  // Detached: in a terminal, Ctrl-C would otherwise reach both processes, and arrive twice over there.
  const child = spawn(node, [...process.execArgv, __filename, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...frugal, ...process.env, FOYER_GUARDED: '1' },
    detached: true,
  })
  child.on('error', (error) => refuse(`${node} cannot be started (${error.code})`))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code)
    for (const name of signals) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}

function refuse(reason) {
  console.error(`Foyer needs Node 24 or newer; this is ${process.version}, and ${reason}.`)
  console.error(`Run "npm ci" in ${path.dirname(__dirname)} (without --omit=optional), or install Node 24: https://nodejs.org`)
  process.exit(1)
}
