import { fileURLToPath } from 'node:url'
import type { UserConfig } from 'vite'

/** The chat that other people's websites load: one file of its own, for older browsers than the app's too. */
const config: UserConfig = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  build: {
    target: ['es2022', 'chrome109', 'firefox115', 'safari16.4'],
    cssTarget: ['chrome109', 'firefox115', 'safari16.4'],
    lib: {
      entry: 'src/conversations/web-chat/widget/widget.ts',
      formats: ['iife'],
      name: 'FoyerWidget',
      fileName: () => 'widget.js',
    },
    reportCompressedSize: false,
  },
}

export default config
