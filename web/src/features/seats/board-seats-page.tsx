import { TermsSection } from './terms-section'

/** The member's board terms. */
export function BoardSeatsPage() {
  return <TermsSection />
}
