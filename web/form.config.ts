import { fileURLToPath } from 'node:url'
import type { UserConfig } from 'vite'

/** The form that other people's websites load: one file of its own, for older browsers than the app's too. */
const config: UserConfig = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  build: {
    target: ['es2022', 'chrome109', 'firefox115', 'safari16.4'],
    cssTarget: ['chrome109', 'firefox115', 'safari16.4'],
    lib: {
      entry: 'src/crm/lead-sources/form/widget/form.ts',
      formats: ['iife'],
      name: 'FoyerForm',
      fileName: () => 'form.js',
    },
    reportCompressedSize: false,
  },
}

export default config
