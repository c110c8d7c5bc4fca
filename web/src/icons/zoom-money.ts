// Written by `npm run icons`.
import { outline } from './icon.tsx'

export const IconZoomMoney = /* @__PURE__ */ outline([
  'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0',
  'M21 21l-6 -6',
  'M12 7h-2.5a1.5 1.5 0 0 0 0 3h1a1.5 1.5 0 0 1 0 3h-2.5',
  'M10 13v1m0 -8v1',
])
