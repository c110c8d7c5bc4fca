/*
 * What every page inside needs: the frame, and the list of the pages. One file of the build (web/file-layout.ts); the pages come when
 * they are opened.
 */
export { routes } from './modules.ts'
export { AppShell } from './shell/shell.tsx'
