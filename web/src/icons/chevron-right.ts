// Written by `npm run icons`.
import { outline } from './icon.tsx'

export const IconChevronRight = /* @__PURE__ */ outline(['M9 6l6 6l-6 6'])
