import { LegalDocument } from './legal-document'
import { privacySections } from './privacy-sections'

export function PrivacyPolicyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      summary="We collect what we need to review your nomination and run your membership, and nothing to follow you around. We never sell it, and you can ask for it, correct it or have it erased."
      sections={privacySections}
    />
  )
}
