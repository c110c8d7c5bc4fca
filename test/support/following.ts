import { createHook } from 'node:async_hooks'

interface Hook {
  enable(): unknown
  disable(): unknown
}

/**
 * The runner follows every promise of the process, to know of which suite a test is that is made after an `await`. Nothing asks
 * that any more once the tests of a file are made, and all that they do takes a tenth less while it is not followed.
 */
export interface Following {
  on(): void
  off(): void
}

/** Takes hold of the runner's hook: `begin` makes the first test, or hook of tests, of the process. */
export const takeFollowing = (begin: () => void): Following => {
  const kind: Hook = Object.getPrototypeOf(createHook({}))
  const { enable } = kind
  const hooks: Hook[] = []
  kind.enable = function (this: Hook) {
    hooks.push(this)
    return enable.call(this)
  }
  try {
    begin()
  } finally {
    kind.enable = enable
  }
  return {
    on: () => hooks.forEach((hook) => void hook.enable()),
    off: () => hooks.forEach((hook) => void hook.disable()),
  }
}
