// A process that is started with one of our programs loads it as `bundle.ts` built it. Plain CommonJS: `--require` loads it before anything.
'use strict'
const { registerHooks } = require('node:module')
const { readFileSync } = require('node:fs')

const list = process.env.FOYER_TEST_PROGRAMS
const programs = list ? JSON.parse(readFileSync(list, 'utf8')) : {}
const starter = /\/bin\/foyer\.cjs$/

function resolve(specifier, context, next) {
  const found = next(specifier, context)
  // What a process begins with, or what `foyer` hands over to.
  const isFirst = context.parentURL === undefined || starter.test(context.parentURL)
  const url = isFirst ? programs[found.url] : undefined
  return url ? { url, format: 'module', shortCircuit: true } : found
}

// A Node before 22.15, which some tests start on purpose, has no hooks: it loads the sources.
if (registerHooks) registerHooks({ resolve })
