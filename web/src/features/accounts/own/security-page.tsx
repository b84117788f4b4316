import { useQuery } from '@tanstack/react-query'
import { LoadError } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'
import { securityQuery } from '../api'
import { PasskeysSection } from '../passkeys-section'
import { MemberPassword } from '../password-section'
import { TotpPanel } from '../totp-panel'
import { EmailSection } from './email-section'
import { PinSection } from './pin-section'
import { SessionsSection } from './sessions-section'

/** The ways to sign in to the member's account, and its sessions. */
export function SecurityPage() {
  const { data: security, error, refetch, isFetching } = useQuery(securityQuery)
  if (error && !security)
    return <LoadError title="Your account could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
  if (!security) return <Spinner label="Loading…" />
  return (
    <>
      <EmailSection security={security} />
      <MemberPassword
        asksCode={security.secondFactor}
        lede={
          security.hasPin
            ? 'When you change it, your other sessions end and your PIN is removed. You can set a new one below.'
            : 'When you change it, your other sessions end.'
        }
      />
      <PinSection security={security} />
      <TotpPanel owner="member" state={security} />
      <PasskeysSection
        owner="member"
        asksCode={security.secondFactor}
        lede="Sign in with your fingerprint, your face or your device’s screen lock. A passkey cannot be guessed or stolen."
      />
      <SessionsSection />
    </>
  )
}
