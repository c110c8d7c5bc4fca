import { type Http, NoAnswer } from '#core/outbound/http.ts'
import type { PictureFault, PicturesPort } from '#ports/pictures.ts'
import { pictureTypeOf } from '#shapes/pictures.ts'

const mostBytes = 5 * 1024 * 1024
const timeoutMs = 8_000

/** Says nothing of who asks: no cookie, no page that it is for, no name of a member's browser. */
const headers = { accept: 'image/png, image/jpeg, image/gif, image/webp', 'user-agent': 'Foyer', 'accept-encoding': 'identity' }

/** Pictures by guarded HTTP: each address, and each that it redirects to, is checked before it is connected to. */
export const openPictures = (http: Pick<Http, 'send'>): PicturesPort => ({
  async load(url) {
    try {
      const answer = await http.send({ method: 'GET', url, headers, timeoutMs, maxBytes: mostBytes, redirects: 3 })
      if (answer.status !== 200) return { fault: 'failed' }
      if (answer.isCut) return { fault: 'too_large' }
      const type = pictureTypeOf(answer.body)
      return type === null ? { fault: 'not_a_picture' } : { type, content: answer.body }
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      return { fault: faults[error.reason] }
    }
  },
})

const faults: Readonly<Record<NoAnswer['reason'], PictureFault>> = {
  ...{ refused: 'refused', timed_out: 'timed_out', failed: 'failed', stopped: 'failed' },
}
