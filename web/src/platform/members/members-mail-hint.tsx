import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { strings } from './members-strings.ts'

/** Where the mail went, when it did not go out into the world. Nothing to say when a provider carries it. */
export const MailHint = () => {
  const { data } = useQuery(read('show-mail-setup', {}))
  if (data?.provider === null) return strings.noMail
  if (data?.sandbox_address == null) return null
  return (
    <>
      {strings.sandboxMail}{' '}
      <a href={data.sandbox_address} target="_blank" rel="noreferrer" className="text-link">
        {strings.sandboxMailbox}
      </a>
      .
    </>
  )
}
