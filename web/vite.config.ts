import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { componentStyles } from './component-styles.ts'
import { fileLayout } from './file-layout.ts'

const layout = fileLayout()

const config: UserConfig = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [layout.plugin, componentStyles(), react()],
  build: {
    target: 'es2023',
    // The first with light-dark(): older ones would need each colour written twice.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The page's content policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostId, hostType }) =>
        hostType === 'js' ? layout.missingTo(hostId, files) : files,
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Or every page that shows an icon would count as one that shows them all.
      treeshake: { moduleSideEffects: [{ test: /\/src\/icons\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // What the words of another language need: their file would wait for `start`, which waits for theirs.
            { name: 'formats', test: /\/web\/src\/i18n\/(format|locale)\.ts$|\/shapes\/amounts\.ts$/, priority: 1 },
            // What every page needs, outside and inside; libraries apart, which stay the same from version to version.
            { name: 'base', tags: ['$initial'], test: /node_modules\// },
            { name: 'start', tags: ['$initial'] },
            { name: 'inside', test: layout.isInside },
            // Of every folder a few sentences, which the audit log and the notifications show together.
            { name: 'sentences', test: /\/src\/[^/]+\/[^/]+\/sentences\.ts$/ },
            { name: 'icons', test: /\/src\/icons\//, minShareCount: 4 },
            // What a third of the pages use is in two files instead of thirty: 40 files for Leads instead of 72, and no more bytes. Of the
            // libraries, half of them: at a third, the one of forms would come with every page (5 KB).
            { name: 'libraries', test: /node_modules\//, minShareCount: 32 },
            { name: 'parts', test: /web\/src/, minShareCount: 32 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/gateway': 'http://127.0.0.1:3000', '/live': 'http://127.0.0.1:3000', '/download': 'http://127.0.0.1:3000' },
  },
}

export default config
