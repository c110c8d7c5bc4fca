import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { CallError, call } from '#web/gateway.ts'
import { sayFailure } from '#web/ui/say.tsx'
import type { EmailDraft } from '#web/wire.ts'
import { useDraftsChanged } from './api.ts'
import type { Draft } from './drafts.ts'
import type { MailSearch } from './mail-search.ts'
import { draftOf } from './quoting.ts'
import { strings } from './strings.ts'

const openDraft = async (draftId: string): Promise<Draft> => {
  const { draft } = await call('show-email-draft', { draftId })
  const mail =
    draft.email_id === null
      ? null
      : await call('show-email', { id: draft.email_id, userEmail: draft.from }).then(
          (answer) => answer.mail,
          (error: unknown) => {
            // Its mail was deleted, or its mailbox is not this member's any more: the words are.
            if (error instanceof CallError && error.status < 500) return null
            throw error
          },
        )
  return draftOf(draft, mail)
}

/** The email that is being written. Once it is saved the page's address names it, so that it is open again after a reload. */
export const useCompose = (search: MailSearch, drafts: readonly EmailDraft[]) => {
  const navigate = useNavigate()
  const changed = useDraftsChanged()
  const [draft, setDraft] = useState<Draft | null>(null)
  const openId = useRef<string | null>(null)
  const name = (draftId: string | undefined): void =>
    void navigate({
      to: '.',
      search: ({ draft: _, ...rest }: MailSearch) => (draftId === undefined ? rest : { ...rest, draft: draftId }),
      replace: true,
    })
  const leave = (): void => {
    openId.current = null
    setDraft(null)
    name(undefined)
    void changed()
  }
  const { mutate: open } = useMutation({
    mutationFn: openDraft,
    onSuccess: setDraft,
    onError: (error) => {
      sayFailure(error, strings.draftOpenFailed)
      leave()
    },
  })
  const asked = search.draft ?? null
  useEffect(() => {
    if (asked === openId.current) return
    openId.current = asked
    // By the browser's way back.
    if (asked === null) setDraft(null)
    else open(asked)
  }, [asked, open])
  return {
    draft,
    leave,
    changed: (): void => void changed(),
    /** Opens what was begun, where the same was begun before. */
    write: (begun: Draft): void => {
      const before = begun.mailId && drafts.find(({ kind, email_id }) => kind === begun.kind && email_id === begun.mailId)
      if (before) name(before.id)
      else setDraft(begun)
    },
    saved: (draftId: string): void => {
      openId.current = draftId
      name(draftId)
      void changed()
    },
    /** As the server has it: another window saved meanwhile. */
    reopen: (): void => {
      if (openId.current) open(openId.current)
    },
    takenBack: (draftId: string, box: string): void => void navigate({ to: '/mail', search: { box, draft: draftId } }),
  }
}

export type Compose = ReturnType<typeof useCompose>
