// Written by `npm run icons`.
import { outline } from './icon.tsx'

export const IconChevronLeft = /* @__PURE__ */ outline(['M15 6l-6 6l6 6'])
