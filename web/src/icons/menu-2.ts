// Written by `npm run icons`.
import { outline } from './icon.tsx'

export const IconMenu2 = /* @__PURE__ */ outline(['M4 6l16 0', 'M4 12l16 0', 'M4 18l16 0'])
