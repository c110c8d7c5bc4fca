import type { Plugin } from 'vite'

const all = '@mantine/core/styles.layer.css'

/** Of Mantine's colours, those that theme.ts does not define and no component of ours or theirs refers to. */
const unusedColor = /^\s*--mantine-color-(?:pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-.*;\n/gm

/**
 * Each component of Mantine brings its own styles, which so come with the part of the app that uses it, after those of the
 * components that it is made of: a component without its styles cannot be. Main brings what all of them share.
 */
export const componentStyles = (): Plugin => {
  let isBuild = true
  return {
    name: 'component-styles',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    transform(code, id) {
      // While developing, the libraries are bundled ahead, and not by this.
      if (!isBuild) return id.endsWith('/src/main.tsx') ? `import '${all}'\n${code}` : undefined
      const [, component] = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id) ?? []
      if (component) return { code: `import '@mantine/core/styles/${component}.layer.css'\n${code}`, map: null }
      return id.endsWith('/default-css-variables.layer.css') ? { code: code.replace(unusedColor, ''), map: null } : undefined
    },
  }
}
