// Written by `npm run icons`.
import { outline } from './icon.tsx'

export const IconPlus = /* @__PURE__ */ outline(['M12 5l0 14', 'M5 12l14 0'])
