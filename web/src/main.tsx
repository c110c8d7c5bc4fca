import './ui/fonts.css'
// Of Mantine what all components share; their own come with each (component-styles.ts).
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './ui/tokens.css'
import './theme.css'
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { locale } from './i18n/locale.ts'
import { makeRouter } from './routes.ts'
import { loadInside } from './shell/root.ts'
import { cssVariables, theme } from './theme.ts'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The live line says when something changed; until then what is here is true.
      staleTime: 60_000,
      gcTime: 30 * 60_000,
      // What reads is tried again by the client itself.
      retry: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Sign-in does without it; every other page needs it at once.
if (document.documentElement.dataset.frame !== 'none') void loadInside().catch(() => {})

const router = makeRouter(queries)
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <DirectionProvider initialDirection={locale.direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={localStorageColorSchemeManager({ key: 'foyer-scheme' })}
      >
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  </StrictMode>,
)
