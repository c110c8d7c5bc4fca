// Written by `npm run icons`.
import { outline } from './icon.tsx'

export const IconPlayerPlay = /* @__PURE__ */ outline(['M7 4v16l13 -8l-13 -8'])
