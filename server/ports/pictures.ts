import type { PictureType } from '#shapes/pictures.ts'

export interface LoadedPicture {
  readonly type: PictureType
  readonly content: Buffer
}

/** Why there is no picture. `refused`: the address is none that may be asked. */
export type PictureFault = 'refused' | 'timed_out' | 'failed' | 'not_a_picture' | 'too_large'

/** Pictures at addresses that a stranger named, such as the sender of an email. */
export interface PicturesPort {
  load(url: string): Promise<LoadedPicture | { readonly fault: PictureFault }>
}
