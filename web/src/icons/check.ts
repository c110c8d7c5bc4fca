// Written by `npm run icons`.
import { outline } from './icon.tsx'

export const IconCheck = /* @__PURE__ */ outline(['M5 12l5 5l10 -10'])
