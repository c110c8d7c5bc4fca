import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { IconAlertTriangle } from '#icons'
import { CallError } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import parts from '#web/ui/parts.module.css'
import { strings } from './strings.ts'

/** The browser's own dialog came to nothing, with what a person can do about it. */
class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
}

/** As the server sends them: whatever its library made, for the browser's to read. */
type Options = Readonly<Record<string, unknown>>

/** Has the browser ask for a passkey that is known here. Throws a PasskeyError with words for a person. */
export const askPasskey = async (options: Options) => {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  try {
    return { ...(await startAuthentication({ optionsJSON })), clientExtensionResults: {} }
  } catch (error) {
    throw inWords(error, optionsJSON.rpId)
  }
}

/** Has the browser make a passkey. Throws a PasskeyError with words for a person. */
export const makePasskey = async (options: Options) => {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  try {
    return { ...(await startRegistration({ optionsJSON })), clientExtensionResults: {} }
  } catch (error) {
    throw inWords(error, optionsJSON.rp.id)
  }
}

/** Names are those of WebAuthn (Level 3, §5.1.3 and §5.1.4); a dialog that was closed and one that ran out are the same there. */
const inWords = (error: unknown, wantedHost: string | undefined): PasskeyError => {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return new PasskeyError(strings.passkeyCancelled, { cause: error })
  if (name === 'InvalidStateError') return new PasskeyError(strings.passkeyKnown, { cause: error })
  if (name === 'SecurityError') return new PasskeyError(strings.passkeyElsewhere(wantedHost ?? 'localhost'), { cause: error })
  return new PasskeyError(strings.passkeyUnable, { cause: error })
}

export const PasskeyNote = ({ error, title }: { error: unknown; title: string }) => {
  if (!(error instanceof PasskeyError)) return <ErrorNote error={error} {...(error instanceof CallError ? {} : { title })} />
  return (
    <div className={parts.error} role="alert">
      <IconAlertTriangle size={18} className={parts.errorMark} aria-hidden />
      <div className={parts.errorText}>
        <div className={parts.errorMessage}>{title}</div>
        <div>{error.message}</div>
      </div>
    </div>
  )
}
