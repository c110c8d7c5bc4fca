// Written by `npm run icons`.
import { outline } from './icon.tsx'

export const IconMessage2Code = /* @__PURE__ */ outline([
  'M8 9h8',
  'M8 13h6',
  'M12 21l-1 -1l-2 -2h-3a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v6',
  'M20 21l2 -2l-2 -2',
  'M17 17l-2 2l2 2',
])
