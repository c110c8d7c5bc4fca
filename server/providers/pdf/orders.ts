import type { IdentityRefused, PaperAbout, PaperFault, PaperPage, SealIdentity, SealReport } from '#ports/paper.ts'
import type { beginSeal } from './seal.ts'
import type { Sealed } from './sealed.ts'

/** What a process is asked, by kind, and what it answers to each. */
export interface Work {
  readonly take: {
    readonly asks: { readonly pdf: Buffer }
    readonly gives: { readonly pdf: Buffer; readonly pages: readonly PaperPage[] }
  }
  readonly read: { readonly asks: { readonly pdf: Buffer }; readonly gives: readonly PaperPage[] }
  readonly pagesOf: { readonly asks: { readonly pdf: Buffer }; readonly gives: readonly PaperPage[] }
  readonly picture: {
    readonly asks: { readonly pdf: Buffer; readonly page: number; readonly widthPx: number }
    readonly gives: Buffer
  }
  readonly lay: {
    readonly asks: {
      readonly pdf: Buffer
      readonly overlay: Buffer
      readonly about: PaperAbout
    }
    readonly gives: Buffer
  }
  readonly append: {
    readonly asks: {
      readonly pdf: Buffer
      readonly more: Buffer
      readonly about: PaperAbout
    }
    readonly gives: Buffer
  }
  readonly seal: {
    readonly asks: { readonly pdf: Buffer; readonly order: Parameters<typeof beginSeal>[1] }
    readonly gives: Sealed
  }
  readonly check: { readonly asks: { readonly pdf: Buffer; readonly roots: readonly Buffer[] }; readonly gives: SealReport }
  readonly readIdentity: {
    readonly asks: { readonly file: Buffer; readonly password: string; readonly at: Date }
    readonly gives: SealIdentity
  }
}

export type Kind = keyof Work
export type Order = { readonly [Each in Kind]: { readonly kind: Each } & Work[Each]['asks'] }[Kind]

export type Answer = (
  | { readonly gives: Work[Kind]['gives'] }
  | { readonly refused: PaperFault }
  | { readonly identity: IdentityRefused['fault'] }
  | { readonly fault: string }
) & {
  /** It holds more memory than it should for the next one. */
  readonly isHeavy: boolean
}
