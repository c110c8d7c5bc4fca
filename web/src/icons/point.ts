// Written by `npm run icons`.
import { outline } from './icon.tsx'

export const IconPoint = /* @__PURE__ */ outline(['M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0'])
