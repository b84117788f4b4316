import { useQuery } from '@tanstack/react-query'
import { LoadError } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'
import { PasskeysSection } from '../passkeys-section'
import { securityQuery } from './api'
import { EmailSection } from './email-section'
import { PasswordSection } from './password-section'
import { PinSection } from './pin-section'
import { SessionsSection } from './sessions-section'

/** What opens the member's account, and where it is open. */
export function Component() {
  const { data: security, error, refetch, isFetching } = useQuery(securityQuery)
  if (error && !security)
    return <LoadError title="Your account could not be read" error={error} busy={isFetching} onRetry={refetch} />
  if (!security) return <Spinner label="Loading…" />
  return (
    <>
      <EmailSection security={security} />
      <PasswordSection security={security} />
      <PinSection security={security} />
      <PasskeysSection
        owner="member"
        words="They open your account with your finger, your face or your device’s own code, and nobody can guess or steal them."
      />
      <SessionsSection />
    </>
  )
}
